import FindieTestSupport
import Foundation
import Testing

/// What the program shows on a terminal, in a file and in a pipe.
struct ConsoleTests {
  private static let script = "/usr/bin/script"
  private static let hasTerminal = FileManager.default.isExecutableFile(atPath: script)

  private func shell(
    _ arguments: [String], in sandbox: Sandbox, _ environment: [String: String] = [:]
  ) throws -> (status: Int32, out: String) {
    let process = Process()
    process.executableURL = URL(filePath: arguments[0])
    process.arguments = Array(arguments.dropFirst())
    process.currentDirectoryURL = sandbox.folder.url
    process.environment = ProcessInfo.processInfo.environment.merging(environment) { $1 }
    process.standardInput = FileHandle.nullDevice
    let output = Pipe()
    process.standardOutput = output
    try process.run()
    let out = try output.output()
    process.waitForEnd()
    return (process.terminationStatus, String(decoding: out, as: UTF8.self))
  }

  /// The output on a terminal.
  private func terminal(
    _ sandbox: Sandbox, _ arguments: [String], _ environment: [String: String] = [:]
  ) throws -> String {
    let command = ([Binary.url.path] + arguments).joined(separator: " ")
    let result = try shell(
      [Self.script, "-qec", command, "/dev/null"], in: sandbox,
      ["TERM": "xterm", "COLUMNS": "", "NO_COLOR": ""].merging(environment) { $1 })
    #expect(result.status == 0, "\(result.out)")
    return result.out
  }

  // MARK: - The end of a night

  @Test func `a night ends with its lists, warnings and report in a few lines`() throws {
    let sandbox = try Sandbox.withSmallWorld()
    try sandbox.put(
      [SmallWorld.interaction("x", player: "u1", game: "unknown", day: 3)],
      in: "interactions/x.ndjson")
    let first = try sandbox.night()
    #expect(first.status == 0 && first.error == "", "\(first.error)")
    var lines = first.out.split(separator: "\n").map(String.init)
    #expect(lines.count == 5, "\(lines)")
    #expect(lines[0].wholeMatch(of: /✓ Night 2026-04-01 published in \d+\.\d s/) != nil)
    // Five games are new: those of March.
    #expect(lines[1].hasPrefix("  12 lists · 20 similar · 5 new · 0 announced · "), "\(lines[1])")
    #expect(lines[1].contains(/· none of \d+ checks failed$/))
    #expect(lines[2] == "  ! 1 interaction names an unknown game: the models ignore it")
    #expect(lines[3].hasPrefix("  settings: ") && lines[3].contains("night.yaml"))
    #expect(lines[4] == "  reports/2026-04-01/index.html")
    let second = try sandbox.night()
    #expect(second.error == "")
    #expect(second.out.hasPrefix("✓ Night 2026-04-01 stays published, checked in "))
    try sandbox.put(
      [SmallWorld.interaction("y", player: "u1", game: "g1", day: 3)],
      in: "interactions/y.ndjson")
    let part = try sandbox.night("--until", "matrix")
    lines = part.out.split(separator: "\n").map(String.init)
    #expect(lines[0].hasPrefix("✓ Run of 2026-04-01 done in "), "\(lines)")
    #expect(lines[0].hasSuffix(" s, the night of 2026-04-01 stays published"), "\(lines)")
  }

  @Test func `a night names the number of rejected lines`() throws {
    let sandbox = try Sandbox.withSmallWorld(days: 0..<30)
    let files = [
      ("interactions/x.ndjson", SmallWorld.interactions(days: 0..<1)[0]),
      ("users-x.ndjson", SmallWorld.users[0]),
    ]
    for (name, sound) in files {
      let line = String(
        decoding: try JSONSerialization.data(withJSONObject: sound), as: UTF8.self)
      try sandbox.folder.write("{\n" + line, to: "input/\(name)")
    }
    let night = try sandbox.night()
    #expect(
      night.out.contains("\n  ! 2 rejected lines: findie quarantine --workspace workspace\n"),
      "\(night.out)")
  }

  @Test func `with --verbose each stage is shown once`() throws {
    let sandbox = try Sandbox.withSmallWorld()
    let result = try sandbox.night("--verbose")
    #expect(result.status == 0)
    let stages = result.error.split(separator: "\n").compactMap {
      $0.firstMatch(of: #/^[✓·] ([a-z-]+)  /#)?.1
    }
    #expect(stages.count > 20)
    #expect(Set(stages).count == stages.count, "\(stages)")
    #expect(!result.error.contains("\u{1B}") && !result.error.contains("\r"))
    #expect(try sandbox.night("--verbose", "--log-level", "info").status == 64)
  }

  @Test func `a night that fails shows its warnings`() throws {
    let sandbox = try Sandbox.withSmallWorld()
    try sandbox.put(
      [SmallWorld.interaction("x", player: "u1", game: "unknown", day: 3)],
      in: "interactions/x.ndjson")
    try sandbox.folder.write(
      "tuning: off\nals: {rank: 4, iterations: 2}\nadvanced: {stages: {reports: {onError: fail}}}\n",
      to: "night.yaml")
    try sandbox.blockReports()
    let result = try sandbox.night()
    #expect(result.status == 73)
    #expect(
      result.error.contains("! matrix: 1 interaction names an unknown game"), "\(result.error)")
    #expect(result.error.contains("Error: Stage reports failed"))
  }

  // MARK: - Terminals

  @Test(.enabled(if: hasTerminal, "script is not installed"))
  func `progress and color are for terminals, and NO_COLOR turns color off`() throws {
    let sandbox = try Sandbox.withSmallWorld()
    let first = try terminal(sandbox, sandbox.arguments)
    #expect(first.contains("\r\u{1B}[K  "))
    #expect(first.contains("\u{1B}[32m✓ \u{1B}[0mNight 2026-04-01 published"))
    #expect(first.firstMatch(of: /\d+\/\d\d [a-z]+/) != nil)
    let second = try terminal(
      sandbox, sandbox.arguments + ["--force", "+factors"], ["NO_COLOR": "1"])
    #expect(second.firstMatch(of: /\d+\/\d\d [a-z]+/) != nil)
    #expect(!second.contains("\u{1B}[3") && second.contains("✓ Night"))
    let dumb = try terminal(sandbox, sandbox.arguments, ["TERM": "dumb"])
    #expect(!dumb.contains("\u{1B}"))
  }

  @Test(.enabled(if: hasTerminal, "script is not installed"))
  func `the width is the terminal's, else 100`() throws {
    let sandbox = try Sandbox.withSmallWorld()
    try sandbox.runNight()
    let wide = "stty cols 71; "
    let command = "\(Binary.url.path) log 2026-04-01 --workspace workspace"
    let shown = try shell(
      [Self.script, "-qec", wide + command, "/dev/null"], in: sandbox,
      ["TERM": "xterm", "COLUMNS": ""])
    let widest = shown.out.split(whereSeparator: \.isNewline).map(\.count).max() ?? 0
    #expect(widest <= 71 && widest > 60, "\(widest)")
  }

  @Test(arguments: [("", 100), ("80", 80), ("140", 140)])
  func `lines fit the width`(columns: String, width: Int) throws {
    let sandbox = try Sandbox.withSmallWorld()
    try sandbox.runNight()
    let commands = [
      ["log"], ["log", "2026-04-01"], ["plan"] + sandbox.options, ["recommend", "u1"],
      ["similar", "g1"], ["explain", "u1"], ["status"], ["new-releases"], ["history"],
      ["report", "kpi"], ["report", "studio", "d1"], ["report", "game", "g1"],
    ]
    for command in commands {
      let place = command[0] == "plan" ? [] : ["--workspace", "workspace"]
      let result = try Binary.run(
        command + place, in: sandbox.folder.url, environment: ["COLUMNS": columns])
      #expect(result.status == 0, "\(command): \(result.error)")
      let words = result.out.split(separator: "\n").filter { $0.count > width }
      // A path has no place to break.
      #expect(words.filter { !$0.contains("/") } == [], "\(command)")
    }
  }

  // MARK: - Output that cannot be written

  @Test func `a closed pipe does not end a night`() throws {
    let sandbox = try Sandbox.withSmallWorld()
    let result = try shell(
      ["/bin/bash", "-c", #""$0" "$@" --verbose 2>&1 | true; exit ${PIPESTATUS[0]}"#]
        + [Binary.url.path] + sandbox.arguments, in: sandbox)
    #expect(result.status == 0)
    #expect(try sandbox.list("recommendations").count == 12)
    let backfill = try shell(
      ["/bin/bash", "-c", #""$0" "$@" 2>&1 | true; exit ${PIPESTATUS[0]}"#, Binary.url.path]
        + ["backfill", "--from", "2026-03-01", "--to", "2026-03-02"] + sandbox.options,
      in: sandbox)
    #expect(backfill.status == 0)
    #expect(
      FileManager.default.fileExists(
        atPath: sandbox.workspace.appending(path: "published/2026-03-02/findie.sqlite").path))
  }

  @Test func `a result that cannot be written is a failure`() throws {
    let sandbox = try Sandbox.withSmallWorld()
    try sandbox.runNight()
    for command in [["status"], ["log"], ["recommend", "u1"], ["popular"]] {
      let result = try shell(
        ["/bin/bash", "-c", #""$0" "$@" --workspace workspace 2>/dev/null >/dev/full"#]
          + [Binary.url.path] + command, in: sandbox)
      #expect(result.status == 73, "\(command)")
    }
  }
}
