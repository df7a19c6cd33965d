import FindieTestSupport
import Foundation
import Testing

/// The program under limits and with files that only a shell can set up.
struct ShellTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  /// Runs a script in which `findie` and `findie-lab` are the programs. One that hangs is killed
  /// after half a minute, with the status 137.
  static func shell(_ script: String, in folder: URL) throws -> Binary.Result {
    let process = Process()
    process.executableURL = URL(filePath: "/bin/bash")
    process.arguments = [
      "-c",
      // The tests may run where the signal is ignored, which is inherited.
      """
      findie() { timeout -s KILL 30 env --default-signal=XFSZ '\(Binary.url.path)' "$@"; }
      findie-lab() { timeout -s KILL 30 env --default-signal=XFSZ '\(Binary.url.path)-lab' "$@"; }

      """ + script,
    ]
    process.currentDirectoryURL = folder
    let streams = ["out", "error"].map { folder.appending(path: "\(UUID()).\($0)") }
    for stream in streams { try Data().write(to: stream) }
    process.standardOutput = try FileHandle(forWritingTo: streams[0])
    process.standardError = try FileHandle(forWritingTo: streams[1])
    process.standardInput = FileHandle.nullDevice
    try process.run()
    process.waitForEnd()
    let texts = try streams.map { String(decoding: try Data(contentsOf: $0), as: UTF8.self) }
    for stream in streams { try FileManager.default.removeItem(at: stream) }
    return Binary.Result(status: process.terminationStatus, out: texts[0], error: texts[1])
  }

  private func shell(_ script: String) throws -> Binary.Result {
    try Self.shell(script, in: folder.url)
  }

  /// The limits of the address space in megabytes at which the program is tried.
  static let limits = [32, 48, 64, 96, 128, 144, 160, 180, 200, 220, 250, 300, 400, 512, 700, 1000]

  @Test func `no limit of the address space makes a command hang or crash`() throws {
    try folder.write(
      #"{"id":"i","userId":"u","gameId":"g","action":"like","timestamp":"2026-03-01"}"# + "\n",
      to: "input/interactions.ndjson")
    // Below, the libraries leave too little memory, or the system's loader cannot map them, and
    // says so with status 127.
    let smallest = 220
    for limit in Self.limits {
      let commands: [(String, [Int32])] = [
        ("--version", [0]), ("--help", [0]), ("status", [66, 78]), ("validate input", [0, 78]),
        ("verify", [66, 78]), ("run nightly --input input", [66, 78]),
      ]
      for (command, statuses) in commands {
        let result = try shell("ulimit -v \(limit * 1024); findie \(command)")
        let expected = limit < smallest ? statuses + [78, 127] : statuses
        #expect(
          expected.contains(result.status),
          "\(limit) MB, \(command): \(result.status) \(result.error)")
        if result.status == 78 { #expect(result.error.contains("ulimit -v"), "\(result.error)") }
      }
    }
  }

  @Test func `a file that exceeds ulimit -f is an error with status 73`() throws {
    let printed = try shell("ulimit -f 8; findie parameters > big; echo $?")
    #expect(printed.out == "73\n", "\(printed.error)")
    #expect(printed.error.contains("ulimit -f"), "\(printed.error)")
    let world = "generate --output world --players 300 --games 50 --days 20 --seed 1"
    let result = try shell("ulimit -f 8; findie-lab \(world)")
    #expect(result.status == 73, "\(result.error)")
  }

  @Test(arguments: ["--help", "--version", "help run", "run nightly --help", "parameters"])
  func `output that cannot be written is an error`(command: String) throws {
    #expect(try shell("findie \(command) > /dev/full").status == 73)
    #expect(try shell("findie \(command)").status == 0)
  }

  @Test(arguments: ["ingest --input -", "validate -", "run nightly --input -"])
  func `standard input from a folder is an error in plain words`(command: String) throws {
    let result = try shell("findie \(command) < .")
    #expect(result.status == 66, "\(result.error)")
    #expect(result.error.contains("cannot read standard input: Is a directory"), "\(result.error)")
    #expect(!result.error.contains("Domain"), "\(result.error)")
  }

  @Test(arguments: ["--parameters", "--contract"])
  func `a settings file without an end is refused`(option: String) throws {
    let result = try shell("ulimit -v 1000000; findie run nightly --input . \(option) /dev/zero")
    #expect(result.status == 78, "\(result.status) \(result.error)")
    #expect(result.error.contains("/dev/zero cannot be used"), "\(result.error)")
    #expect(result.error.contains("it is larger than 1 MB"), "\(result.error)")
  }

  @Test func `control characters of an id are not sent to the terminal`() throws {
    let sandbox = try Sandbox.withSmallWorld(days: 0..<30)
    try sandbox.runNight()
    let result = try Self.shell(
      #"findie recommend $'u\e[31m\u009b7\x07' --workspace workspace"#,
      in: sandbox.folder.url)
    #expect(result.status == 66)
    #expect(result.error.contains(#"u\u{1B}[31m\u{9B}7\u{07}"#), "\(result.error)")
    #expect(
      !result.error.unicodeScalars.contains { $0.value < 0x20 && $0 != "\n" || $0 == "\u{9B}" })
  }

  @Test func `lists and reports follow the umask, and what players did is the owner's`() throws {
    let sandbox = try Sandbox.withSmallWorld(days: 0..<30)
    try sandbox.put(
      [
        ["id": "bad", "userId": "u1", "gameId": "g1", "action": "nonsense", "timestamp": 1],
        SmallWorld.interaction("good", player: "u1", game: "g1", day: 0),
      ],
      in: "interactions/bad.ndjson")
    let night = sandbox.arguments.map { "'\($0)'" }.joined(separator: " ")
    let result = try Self.shell(
      """
      umask 0002
      findie \(night) > /dev/null || exit 1
      FINDIE_KEY=0123456789abcdef0123 findie forget u1 --workspace workspace > /dev/null || exit 2
      cd workspace
      stat -c '%a %n' published/2026-*/*.ndjson published/2026-*/findie.sqlite ../reports/2026-*/*.html
      echo
      find history quarantine forgotten.json .forgotten.json -printf '%m %y %p\\n'
      """, in: sandbox.folder.url)
    #expect(result.status == 0, "\(result.error)")
    let parts = result.out.components(separatedBy: "\n\n")
    try #require(parts.count >= 2, "\(result.out)")
    let lists = parts[parts.count - 2].split(separator: "\n").filter { $0.contains("2026-") }
    #expect(lists.count > 6)
    #expect(lists.allSatisfy { $0.hasPrefix("664 ") }, "\(lists)")
    let own = parts[parts.count - 1].split(separator: "\n")
    #expect(own.count > 20)
    #expect(own.contains { $0.contains("quarantine/") })
    #expect(
      own.allSatisfy { $0.hasPrefix("600 f ") || $0.hasPrefix("700 d ") }, "\(result.out)")
  }

  @Test func `a workspace that cannot be written to is verified`() throws {
    let sandbox = try Sandbox.withSmallWorld()
    try sandbox.runNight()
    let command = "findie verify --workspace workspace --reports reports"
    let script =
      getuid() == 0
      ? """
      export -f findie
      unshare -m bash -c 'mount --bind workspace workspace &&
        mount -o remount,bind,ro workspace || exit 99; \(command)'
      """ : "chmod -R a-w workspace; \(command); status=$?; chmod -R u+w workspace; exit $status"
    let result = try Self.shell(script, in: sandbox.folder.url)
    if result.status == 99 { return }  // A container that may not mount.
    #expect(result.status == 0, "\(result.out) \(result.error)")
    #expect(result.out.contains("No damage found"), "\(result.out)")
  }

  @Test func `links in a workspace are not written through`() throws {
    let sandbox = try Sandbox.withSmallWorld(days: 0..<30)
    let target = try sandbox.folder.write("precious", to: "precious")
    let files = FileManager.default
    for name in ["workspace/.lock", "metrics.prom"] {
      let link = sandbox.folder.url.appending(path: name)
      try files.createDirectory(
        at: link.deletingLastPathComponent(), withIntermediateDirectories: true)
      try files.createSymbolicLink(at: link, withDestinationURL: target)
    }
    let refused = try sandbox.night()
    #expect(refused.status == 73, "\(refused.error)")
    #expect(refused.error.contains("It is a symbolic link"), "\(refused.error)")
    try files.removeItem(at: sandbox.workspace.appending(path: ".lock"))
    let night = try sandbox.night("--metrics", "metrics.prom")
    #expect(night.status == 0, "\(night.error)")
    #expect(night.out.contains("metrics.prom could not be written"), "\(night.out)")
    #expect(try String(contentsOf: target, encoding: .utf8) == "precious")
  }

  @Test func `links out of the input are followed only on request`() throws {
    let sandbox = try Sandbox.withSmallWorld(days: 0..<30)
    try sandbox.folder.write(
      #"{"id":"x","userId":"u1","gameId":"g1","action":"like","timestamp":1767312000}"# + "\n",
      to: "elsewhere/secret.txt")
    let interactions = sandbox.input.appending(path: "interactions")
    for (name, target) in [
      ("link.ndjson", "../../elsewhere/secret.txt"), ("more", "../../elsewhere"),
    ] {
      try FileManager.default.createSymbolicLink(
        atPath: interactions.appending(path: name).path, withDestinationPath: target)
    }
    try sandbox.folder.write("", to: "input/.interactions.ndjson.part")
    let checked = try sandbox.findie(["validate", "input", "--json"])
    func ignored(_ validation: String) throws -> [String] {
      try #require(object(validation)["ignored"] as? [[String: String]]).compactMap { $0["path"] }
    }
    #expect(
      try ignored(checked.out) == [
        ".interactions.ndjson.part", "interactions/link.ndjson", "interactions/more",
      ])
    let followed = try sandbox.findie(["validate", "input", "--json", "--follow-links"])
    #expect(
      try ignored(followed.out)
        == [".interactions.ndjson.part", "interactions/more/secret.txt"])
  }
}
