import FindieTestSupport
import Foundation
import Testing

/// A night that does not come to its end.
struct StoppedNightTests {
  private static let mount = "/usr/bin/mount"
  private static let isRoot = getuid() == 0

  @Test func `a night that is asked to stop ends in 75, and the next one ends as if it had not`()
    throws
  {
    let (stopped, whole) = (try Place.withSmallWorld(), try Place.withSmallWorld())
    // Iterations enough to be still training when the signal comes.
    try stopped.folder.write("als: {rank: 512, iterations: 200}\n", to: "night.yaml")
    let (process, said) = try Binary.stopped(
      stopped.arguments, in: stopped.folder.url, after: "✓ matrix")
    #expect(process.terminationReason == .exit)
    #expect(process.terminationStatus == 75)
    #expect(said.contains("run the same command again"))
    #expect(!FileManager.default.fileExists(atPath: stopped.current.path))
    let record = try object(
      String(
        contentsOf: stopped.workspace.appending(path: "runs/2026-04-01/run.json"),
        encoding: .utf8))
    #expect(record["status"] as? String == "stopped")

    try stopped.folder.write("als: {rank: 4, iterations: 2}\n", to: "night.yaml")
    let outcomes = try stopped.goodNight()
    #expect(outcomes["matrix"] == "skipped")
    try whole.goodNight()
    #expect(try stopped.differences(from: whole) == [])
  }

  @Test func `a night that waits for what never comes ends soon after it is asked to`() throws {
    let place = try Place.withSmallWorld()
    let process = Process()
    process.executableURL = Binary.url
    process.arguments = place.arguments.map { $0 == "input" ? "-" : $0 }
    process.currentDirectoryURL = place.folder.url
    process.standardInput = Pipe()
    let errors = Pipe()
    process.standardError = errors
    process.standardOutput = FileHandle.nullDevice
    try process.run()
    Thread.sleep(forTimeInterval: 1)
    let asked = Date()
    process.terminate()
    process.waitUntilExit()
    #expect(process.terminationReason == .exit)
    #expect(process.terminationStatus == 75)
    // Half a second on a machine that has nothing else to do.
    #expect(Date().timeIntervalSince(asked) < 5)
    let said = String(
      decoding: try errors.fileHandleForReading.readToEnd() ?? Data(), as: UTF8.self)
    #expect(said.contains("run the same command again"))
  }

  @Test func `a killed night leaves what the next one needs`() throws {
    let (killed, whole) = (try Place.withSmallWorld(), try Place.withSmallWorld())
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
      process.waitUntilExit()
    }
    try killed.goodNight()
    try whole.goodNight()
    #expect(try killed.differences(from: whole).filter { !$0.contains(".partial") } == [])
  }

  @Test(
    .enabled(if: StoppedNightTests.isRoot && StoppedNightTests.canMount(), "needs to mount"))
  func `a full disk ends in 73 and leaves what was published`() throws {
    let place = try Place.withSmallWorld()
    try FileManager.default.createDirectory(
      at: place.workspace, withIntermediateDirectories: true)
    try #require(
      StoppedNightTests.run(
        StoppedNightTests.mount, "-t", "tmpfs", "-o", "size=3m", "tmpfs", place.workspace.path))
    defer { _ = StoppedNightTests.run("/usr/bin/umount", "--lazy", place.workspace.path) }
    try place.goodNight()
    let before = try place.products()
    try place.put(SmallWorld.interactions(days: 90..<120), in: "interactions/more.ndjson")
    // What is left is filled up, but for a few kilobytes.
    let filler = try FileHandle(forWritingTo: place.folder.write("", to: "workspace/filler"))
    while StoppedNightTests.canWrite(to: filler) {}
    try filler.close()
    let result = try place.night()
    #expect(result.status == 73, "\(result.error)")
    #expect(result.error.contains("Free some space"))
    #expect(try place.products() == before)
    try FileManager.default.removeItem(at: place.workspace.appending(path: "filler"))
    try place.goodNight()
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
    process.waitUntilExit()
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
