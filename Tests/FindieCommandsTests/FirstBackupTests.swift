import FindieCommands
import FindieDomain
import FindieNight
import FindieTestSupport
import FindieWorkers
import FindieWorkspace
import Foundation
import Synchronization
import Testing

/// A first backup, and a request to forget a player during it.
struct FirstBackupTests {
  private let folder: TemporaryFolder
  private let night: Night

  init() throws {
    folder = try TemporaryFolder()
    let workspace = Workspace(
      folder.url.appending(path: "workspace"), reports: folder.url.appending(path: "reports"))
    night = Night(
      workspace: workspace, workers: Workers(threads: 1),
      clock: RunClock(now: Timestamp(milliseconds: 1_775_000_000_000)))
    try folder.write("{}\n", to: "workspace/sync/prices.ndjson")
    try WorkspaceIdentity(newFor: workspace, at: night.clock.now).write(to: workspace)
  }

  /// Takes a backup. Before its first file, a player asks to be forgotten.
  ///
  /// - Parameter isStopped: whether the backup ends there, as if it was killed.
  private func backup(isStopped: Bool) throws {
    let (workspace, now) = (night.workspace, night.clock.now)
    let hasAsked = Mutex(false)
    let backup = Backup(of: night, to: folder.url.appending(path: "backups")) {
      hasAsked.withLock { hasAsked in
        guard !hasAsked else { return isStopped }
        hasAsked = true
        do {
          let request = try Forgetting(workspace).request(
            for: [Forgetting.Player(userId: "gone")], key: "a key of the tests, no secret",
            now: now)
          #expect(request.unreachedBackups == [])
        } catch {
          Issue.record(error)
        }
        return isStopped
      }
    }
    _ = try backup.run()
  }

  /// The number of requests that the folder of backups has.
  private var known: Int? {
    get throws {
      try RequestCopies(in: [folder.url.appending(path: "backups")]).union()?.knownRequests.count
    }
  }

  @Test func `a request during the first backup is known to the folder of backups`() throws {
    try backup(isStopped: false)
    #expect(try known == 1)
    #expect(
      try WorkspaceIdentity(in: night.workspace)?.backups == [
        folder.url.appending(path: "backups").path
      ])
  }

  @Test func `the folder receives requests before it has a whole backup`() throws {
    #expect(throws: Stopped.self) { try backup(isStopped: true) }
    #expect(try known == 1)
  }
}
