import FindieTestSupport
import Foundation
import Testing

/// Two nights on one workspace.
@Suite(.waiting) struct LockedNightTests {
  private let sandbox: Sandbox

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
    first.waitForEnd()
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
    first.waitForEnd()
    _ = try errors.output()
    waiting.waitForEnd()
    #expect(waiting.terminationStatus == 0)
    #expect(try sandbox.publishedDay == "2026-04-01")
  }

  @Test func `a second night that waited too long exits with 69`() throws {
    let first = try begun()
    let second = try sandbox.night("--wait", "0.02")
    first.terminate()
    first.waitForEnd()
    #expect(second.status == 69)
  }
}
