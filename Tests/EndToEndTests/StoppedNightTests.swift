import FindieTestSupport
import Foundation
import Testing

/// Nights that are stopped or killed.
@Suite(.waiting) struct StoppedNightTests {
  private static let mount = "/usr/bin/mount"
  private static let isRoot = getuid() == 0

  @Test func `a night that is stopped exits with 75, and the next one has the same result`()
    throws
  {
    let (stopped, whole) = (try Sandbox.withSmallWorld(), try Sandbox.withSmallWorld())
    // Enough iterations to be training when the signal arrives.
    try stopped.folder.write("tuning: off\nals: {rank: 512, iterations: 200}\n", to: "night.yaml")
    let (process, said) = try Binary.stopped(
      stopped.arguments + ["--verbose"], in: stopped.folder.url, after: "✓ matrix")
    #expect(process.terminationReason == .exit)
    #expect(process.terminationStatus == 75)
    #expect(said.contains("run the same command again"))
    #expect(!FileManager.default.fileExists(atPath: stopped.current.path))
    let record = try object(
      String(
        contentsOf: stopped.workspace.appending(path: "runs/2026-04-01/run.json"),
        encoding: .utf8))
    #expect(record["status"] as? String == "stopped")

    try stopped.folder.write("tuning: off\nals: {rank: 4, iterations: 2}\n", to: "night.yaml")
    let outcomes = try stopped.runNight()
    #expect(outcomes["matrix"] == "skipped")
    try whole.runNight()
    #expect(try stopped.differences(from: whole) == [])
  }

  @Test func `a night that waits for input stops soon after the signal`() throws {
    let sandbox = try Sandbox.withSmallWorld()
    let process = Process()
    process.executableURL = Binary.url
    process.arguments = sandbox.arguments.map { $0 == "input" ? "-" : $0 }
    process.currentDirectoryURL = sandbox.folder.url
    process.standardInput = Pipe()
    let errors = Pipe()
    process.standardError = errors
    process.standardOutput = FileHandle.nullDevice
    try process.run()
    Thread.sleep(forTimeInterval: 1)
    let stopTime = Date()
    process.terminate()
    process.waitForEnd()
    #expect(process.terminationReason == .exit)
    #expect(process.terminationStatus == 75)
    // Half a second on an idle machine.
    #expect(Date().timeIntervalSince(stopTime) < 5)
    let said = String(
      decoding: try errors.output(), as: UTF8.self)
    #expect(said.contains("run the same command again"))
  }

  @Test func `the night after a killed one succeeds`() throws {
    let (killed, whole) = (try Sandbox.withSmallWorld(), try Sandbox.withSmallWorld())
    for seconds in [0.05, 0.1, 0.2, 0.3, 0.4] {
      let process = Process()
      process.executableURL = Binary.url
      process.arguments = killed.arguments
      process.currentDirectoryURL = killed.folder.url
      process.standardError = FileHandle.nullDevice
      process.standardOutput = FileHandle.nullDevice
      try process.run()
      Thread.sleep(forTimeInterval: seconds)
      kill(process.processIdentifier, SIGKILL)
      process.waitForEnd()
    }
    try killed.runNight()
    try whole.runNight()
    #expect(try killed.differences(from: whole).filter { !$0.contains(".partial") } == [])
  }

  @Test(
    .enabled(if: Self.isRoot && Self.canMount(), "needs to mount"))
  func `a full disk exits with 73, and the published night stays`() throws {
    let sandbox = try Sandbox.withSmallWorld()
    try FileManager.default.createDirectory(
      at: sandbox.workspace, withIntermediateDirectories: true)
    try #require(
      Self.run(
        Self.mount, "-t", "tmpfs", "-o", "size=3m", "tmpfs", sandbox.workspace.path))
    defer { _ = Self.run("/usr/bin/umount", "--lazy", sandbox.workspace.path) }
    try sandbox.runNight()
    let before = try sandbox.products()
    try sandbox.put(SmallWorld.interactions(days: 90..<120), in: "interactions/more.ndjson")
    // The disk is filled except for a few kilobytes.
    let filler = try FileHandle(forWritingTo: sandbox.folder.write("", to: "workspace/filler"))
    while Self.canWrite(to: filler) {}
    try filler.close()
    let result = try sandbox.night()
    #expect(result.status == 73, "\(result.error)")
    #expect(result.error.contains("Free some space"))
    #expect(try sandbox.products() == before)
    try FileManager.default.removeItem(at: sandbox.workspace.appending(path: "filler"))
    try sandbox.runNight()
  }

  private static func canWrite(to file: FileHandle) -> Bool {
    do {
      try file.write(contentsOf: Data(count: 4096))
      return true
    } catch {
      return false
    }
  }

  private static func run(_ program: String, _ arguments: String...) -> Bool {
    let process = Process()
    process.executableURL = URL(filePath: program)
    process.arguments = arguments
    process.standardError = FileHandle.nullDevice
    do { try process.run() } catch { return false }
    process.waitForEnd()
    return process.terminationStatus == 0
  }

  private static func canMount() -> Bool {
    do {
      let folder = try TemporaryFolder()
      defer { withExtendedLifetime(folder) {} }
      guard run(mount, "-t", "tmpfs", "-o", "size=1m", "tmpfs", folder.url.path) else {
        return false
      }
      return run("/usr/bin/umount", folder.url.path)
    } catch {
      return false
    }
  }
}
