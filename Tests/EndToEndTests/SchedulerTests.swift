import FindieTestSupport
import Foundation
import Testing

/// The examples for schedulers, the shell completions and the manual pages.
struct SchedulerTests {
  private static let folder = Binary.root.appending(path: "Pipelines/schedulers")

  private static func isThere(_ program: String) -> Bool {
    ["/usr/bin/", "/usr/local/bin/", "/bin/"].contains {
      FileManager.default.isExecutableFile(atPath: $0 + program)
    }
  }

  private func run(_ arguments: [String], in folder: URL) throws -> (status: Int32, said: String) {
    let process = Process()
    process.executableURL = URL(filePath: "/usr/bin/env")
    process.arguments = arguments
    process.currentDirectoryURL = folder
    let output = Pipe()
    process.standardOutput = output
    process.standardError = output
    try process.run()
    let said = String(
      decoding: try output.fileHandleForReading.readToEnd() ?? Data(), as: UTF8.self)
    process.waitUntilExit()
    return (process.terminationStatus, said)
  }

  private func text(_ name: String) throws -> String {
    try String(contentsOf: Self.folder.appending(path: name), encoding: .utf8)
  }

  @Test(
    .enabled(if: Binary.hasPython, "there is no python3 to compile with"),
    arguments: ["airflow_dag.py", "dagster_job.py"])
  func `the Python examples compile`(name: String) throws {
    let folder = try TemporaryFolder()
    try folder.write(try text(name), to: name)
    let (status, said) = try run(["python3", "-m", "py_compile", name], in: folder.url)
    #expect(status == 0, "\(said)")
  }

  @Test(.enabled(if: isThere("systemd-analyze"), "there is no systemd to ask"))
  func `systemd accepts the units`() throws {
    let folder = try TemporaryFolder()
    // The program as it would be installed, without manual pages.
    let service = try text("findie.service")
      .replacing("ExecStart=findie", with: "ExecStart=\(Binary.url.path)")
      .replacing("Documentation=man:findie(1)\n", with: "")
    try folder.write(service, to: "findie.service")
    try folder.write(try text("findie.timer"), to: "findie.timer")
    let (status, said) = try run(
      ["systemd-analyze", "verify", "./findie.service", "./findie.timer"], in: folder.url)
    let own = said.split(separator: "\n").filter { $0.contains("findie") }
    #expect(status == 0 || own.isEmpty, "\(said)")
    #expect(own == [], "\(said)")
  }

  /// The program accepts a command line of an example.
  @Test func `findie accepts the examples' commands`() throws {
    let sandbox = try Sandbox.withSmallWorld()
    var commands: [String] = []
    for name in ["findie.service", "findie.cron"] {
      commands += try text(name).matches(of: /(?:ExecStart=|&& )(findie [^>\n]+)/)
        .map { String($0.1) }
    }
    #expect(commands.count == 3)
    let there = ["export": "input", "warehouse": "workspace"]
    for command in commands.sorted(by: { $0.contains(" run ") && !$1.contains(" run ") }) {
      let words = command.split(separator: " ").dropFirst().map { there[String($0)] ?? String($0) }
      let result = try sandbox.findie(words)
      #expect(result.status == 0 || words[0] == "status", "\(command): \(result.error)")
      #expect(result.status != 64, "\(command): \(result.error)")
    }
  }

  @Test(arguments: ["bash", "zsh", "fish"])
  func `each shell accepts the completions`(shell: String) throws {
    let folder = try TemporaryFolder()
    let script = try Binary.run(["--generate-completion-script", shell], in: folder.url)
    #expect(script.status == 0)
    for word in ["status", "--metrics", "--log-level"] {
      #expect(script.out.contains(word.replacing("--", with: shell == "fish" ? "" : "--")))
    }
    guard Self.isThere(shell) else { return }
    try folder.write(script.out, to: "findie.\(shell)")
    let (status, said) = try run([shell, "-n", "findie.\(shell)"], in: folder.url)
    #expect(status == 0, "\(said)")
  }
}
