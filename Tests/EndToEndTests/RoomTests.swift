import FindieTestSupport
import Foundation
import Testing

/// Nights for which the disk is too small.
struct RoomTests {
  private let sandbox: Sandbox

  /// A night on a separate disk of four megabytes, and events for the next one.
  init() throws {
    sandbox = try Sandbox.withSmallWorld(days: 0..<60)
    let disk = sandbox.folder.url.appending(path: "disk")
    try FileManager.default.createDirectory(at: disk, withIntermediateDirectories: true)
    try #require(
      Self.run("/usr/bin/mount", "-t", "tmpfs", "-o", "size=4m", "tmpfs", disk.path))
    try #require(night().status == 0)
    try sandbox.put(SmallWorld.interactions(days: 60..<90), in: "interactions/more.ndjson")
  }

  private var arguments: [String] {
    sandbox.arguments.map { ["workspace", "reports"].contains($0) ? "disk/\($0)" : $0 }
  }

  private func night(_ more: String...) throws -> Binary.Result {
    try sandbox.findie(arguments + more)
  }

  private func fill(leaving bytes: Int) throws {
    let attributes = try FileManager.default.attributesOfFileSystem(
      forPath: sandbox.folder.url.appending(path: "disk").path)
    let free = try #require(attributes[.systemFreeSize] as? Int)
    try Data(count: free - bytes).write(to: sandbox.folder.url.appending(path: "disk/filler"))
  }

  private static func run(_ program: String, _ arguments: String...) -> Bool {
    let process = Process()
    process.executableURL = URL(filePath: program)
    process.arguments = arguments
    process.standardError = FileHandle.nullDevice
    do {
      try process.run()
      process.waitForEnd()
      return process.terminationStatus == 0
    } catch {
      return false
    }
  }

  static func canMount() -> Bool {
    guard getuid() == 0, let folder = try? TemporaryFolder() else { return false }
    guard run("/usr/bin/mount", "-t", "tmpfs", "tmpfs", folder.url.path) else { return false }
    return run("/usr/bin/umount", folder.url.path)
  }

  private func unmount() {
    _ = Self.run("/usr/bin/umount", "--lazy", sandbox.folder.url.appending(path: "disk").path)
  }

  @Test(.enabled(if: Self.canMount(), "needs to mount"))
  func `a night that lacks disk space is refused with 73 and the sizes, before any change`()
    throws
  {
    defer { unmount() }
    try fill(leaving: 100_000)
    let history = sandbox.folder.url.appending(path: "disk/workspace/history/ledger.json")
    let before = try Data(contentsOf: history)
    let result = try night()
    #expect(result.status == 73)
    #expect(result.error.contains("The run may need "), "\(result.error)")
    #expect(result.error.contains("kB is free. Nothing was changed."), "\(result.error)")
    #expect(result.error.contains("The night of 2026-03-02 is still published."))
    #expect(try Data(contentsOf: history) == before)
    // The estimate is independent of the real size.
    let forced = try night("--no-space-check")
    #expect(forced.status == 73, "\(forced.error)")
    #expect(forced.error.contains("No space left on device"), "\(forced.error)")
    #expect(forced.error.contains("The night of 2026-03-02 is still published."))
    try FileManager.default.removeItem(at: sandbox.folder.url.appending(path: "disk/filler"))
    #expect(try night().status == 0)
  }

  @Test(.enabled(if: Self.canMount(), "needs to mount"))
  func `a night on several machines that lacks disk space is refused before its first task`()
    throws
  {
    defer { unmount() }
    let plan = ["shard", "plan", "read"] + arguments.dropFirst(2) + ["--tasks", "tasks"]
    try fill(leaving: 100_000)
    let result = try sandbox.findie(plan)
    #expect(result.status == 73)
    #expect(result.error.contains("The run may need "), "\(result.error)")
    try FileManager.default.removeItem(at: sandbox.folder.url.appending(path: "disk/filler"))
    #expect(try sandbox.findie(plan).status == 0)
  }

  @Test(.enabled(if: Self.canMount(), "needs to mount"))
  func `a night with nothing to do needs no disk space`() throws {
    defer { unmount() }
    try FileManager.default.removeItem(
      at: sandbox.input.appending(path: "interactions/more.ndjson"))
    try fill(leaving: 100_000)
    let result = try night()
    #expect(result.status == 0, "\(result.error)")
  }
}
