import FindieTestSupport
import Foundation
import Testing

/// Two nights on one workspace.
struct LockedNightTests {
  private let sandbox: Sandbox
  private var lock: URL { sandbox.workspace.appending(path: ".lock") }
  private var lease: URL { sandbox.workspace.appending(path: ".lease") }

  /// A published night, and events for the next one.
  init() throws {
    sandbox = try Sandbox.withSmallWorld(days: 0..<60)
    try sandbox.runNight()
    try sandbox.put(SmallWorld.interactions(days: 60..<90), in: "interactions/more.ndjson")
  }

  /// A night that has begun and trains for a long time. Its output goes to a file.
  private func begun() throws -> Process {
    try sandbox.folder.write("tuning: off\nals: {rank: 512, iterations: 60}\n", to: "long.yaml")
    let process = Process()
    process.executableURL = Binary.url
    process.arguments =
      sandbox.arguments.map { $0 == "night.yaml" ? "long.yaml" : $0 } + ["--verbose"]
    process.currentDirectoryURL = sandbox.folder.url
    process.standardOutput = FileHandle.nullDevice
    process.standardError = try FileHandle(forWritingTo: sandbox.folder.write("", to: "said"))
    try process.run()
    while try !said().contains("✓ matrix"), process.isRunning { usleep(2000) }
    return process
  }

  private func said() throws -> String {
    try String(contentsOf: sandbox.folder.url.appending(path: "said"), encoding: .utf8)
  }

  @Test func `a second night exits with 69 and names the holder of the lock`() throws {
    let first = try begun()
    let second = try sandbox.night()
    first.terminate()
    first.waitUntilExit()
    #expect(second.status == 69)
    #expect(
      second.error.contains(
        "process \(first.processIdentifier) on \(ProcessInfo.processInfo.hostName), since 20"),
      "\(second.error)")
    #expect(second.error.contains("run of 2026-04-01"), "\(second.error)")
  }

  @Test func `a second night with --wait runs when the first one ends`() throws {
    let first = try begun()
    let waiting = Process()
    waiting.executableURL = Binary.url
    waiting.arguments = sandbox.arguments + ["--wait"]
    waiting.currentDirectoryURL = sandbox.folder.url
    let errors = Pipe()
    waiting.standardError = errors
    waiting.standardOutput = FileHandle.nullDevice
    try waiting.run()
    let line = String(decoding: errors.fileHandleForReading.availableData, as: UTF8.self)
    #expect(line.contains("Waiting. Another run is using"))
    kill(first.processIdentifier, SIGKILL)
    first.waitUntilExit()
    _ = try errors.fileHandleForReading.readToEnd()
    waiting.waitUntilExit()
    #expect(waiting.terminationStatus == 0)
    #expect(try sandbox.publishedDay == "2026-04-01")
  }

  @Test func `a second night that waited too long exits with 69`() throws {
    let first = try begun()
    let second = try sandbox.night("--wait", "0.02")
    first.terminate()
    first.waitUntilExit()
    #expect(second.status == 69)
  }

  /// A folder that two hosts share without a common system lock: the lock file has another inode, and
  /// its owner has the name of another host.
  @Test func `a night that was suspended until its lease expired publishes nothing`() throws {
    let sleeper = try begun()
    kill(sleeper.processIdentifier, SIGSTOP)
    defer { kill(sleeper.processIdentifier, SIGKILL) }
    var owner = try object(String(contentsOf: lock, encoding: .utf8))
    owner["host"] = "elsewhere"
    try FileManager.default.removeItem(at: lock)
    try JSONSerialization.data(withJSONObject: owner).write(to: lock)

    // Its lease is valid, so the owner may be running.
    #expect(try sandbox.night().status == 69)
    try FileManager.default.setAttributes(
      [.modificationDate: Date().addingTimeInterval(-301)], ofItemAtPath: lease.path)
    let taken = try sandbox.night()
    #expect(taken.status == 0, "\(taken.error)")
    #expect(
      taken.error.contains("lease of process \(sleeper.processIdentifier) on elsewhere expired"))
    let published = try sandbox.products()
    let record = try Data(contentsOf: sandbox.workspace.appending(path: "runs/2026-04-01/run.json"))

    kill(sleeper.processIdentifier, SIGCONT)
    sleeper.waitUntilExit()
    let last = try said()
    #expect(sleeper.terminationStatus == 69, "\(last)")
    #expect(last.contains("its lease of"), "\(last)")
    #expect(try sandbox.products() == published)
    #expect(
      try Data(contentsOf: sandbox.workspace.appending(path: "runs/2026-04-01/run.json")) == record)
    #expect(try sandbox.findie(["verify", "--workspace", "workspace"]).status == 0)
  }
}
