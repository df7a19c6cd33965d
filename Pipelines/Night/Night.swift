package import FindieBatch
package import FindieDomain
package import FindieWorkers
package import FindieWorkspace
import FindieFiles
package import Foundation

/// One nightly run: what it reads, where it writes, and its settings.
package struct Night: Sendable {
  package var workspace: Workspace
  package var input: NightInput
  package var purpose = NightPurpose.nightly
  /// The as-of day; nil for the day after the newest accepted event.
  package var date: Day?
  package var parameters: NightParameters
  package var contract: DataContract
  package var publishing = PublishingRule.checked
  package var workers: Workers
  package var memory = MemoryBudget()
  package var clock: RunClock
  package var options = RunOptions()
  /// Where the metrics of the run are written besides the workspace.
  package var metricsFile: URL?
  /// The environment's `FINDIE_KEY`, nil where it is not set. Runs in a workspace with players who
  /// asked to be forgotten need it.
  package var key: String?
  /// Those players, once `loadForgottenPlayers` was called.
  package private(set) var forgotten: ForgottenPlayers?
  /// Holds the workspace while the night runs.
  package var lock: WorkspaceLock?

  package init(
    workspace: Workspace, input: NightInput = .none, date: Day? = nil,
    parameters: NightParameters = NightParameters(), contract: DataContract = DataContract(),
    workers: Workers, clock: RunClock
  ) {
    self.workspace = workspace
    self.input = input
    self.date = date
    self.parameters = parameters
    self.contract = contract
    self.workers = workers
    self.clock = clock
  }
}

/// Why a night is run.
package enum NightPurpose: Sendable {
  case nightly
  /// One of many nights of the past: it is compared with no other night, and readers are pointed to it
  /// only where it is the newest.
  case backfill
  /// A published night is built again from its recipe: no input is read.
  case reproduction(NightRecipe)
}

/// The one reading of the clock.
package struct RunClock: Sendable {
  /// Events of more than a day later are rejected.
  package var now: Timestamp
  /// When that was, in seconds of a monotonic clock; nil for when the run began.
  package var readAt: Double?

  package init(now: Timestamp, readAt: Double? = nil) {
    self.now = now
    self.readAt = readAt
  }
}

/// How a night is run; lists and reports do not depend on it.
package struct RunOptions: Sendable {
  /// The stages that are selected.
  package var selection = StageSelection()
  /// Whether input files are read again whose size and modification time are unchanged.
  package var rereadsInput = false
  package var deadline: NightDeadline?
  /// How long to wait for a workspace that another run holds.
  package var lockTimeoutInSeconds = 0.0
  /// Whether the run starts only if the disk seems to have enough space.
  package var checksDiskSpace = true

  package init() {}
}

/// When a night must be done.
package struct NightDeadline: Sendable {
  /// As it was given, such as 06:00.
  let name: String
  let secondsLeft: @Sendable () -> Double

  package init(_ name: String, secondsLeft: @escaping @Sendable () -> Double) {
    self.name = name
    self.secondsLeft = secondsLeft
  }
}

/// Whether the gate decides what is published.
package enum PublishingRule: String, CaseIterable, Sendable {
  case checked
  /// Tonight's lists are published whatever the comparison and the bounds say, unless they break what no
  /// data may break.
  case anyway
}

extension Night {
  package var isBackfill: Bool { if case .backfill = purpose { true } else { false } }

  /// What a reproduction is built from; nil for other nights.
  package var recipe: NightRecipe? {
    if case .reproduction(let recipe) = purpose { recipe } else { nil }
  }

  /// A backfill has its own, so that the next nightly run finds those of the last one.
  package var artifacts: URL { isBackfill ? workspace.backfillArtifacts : workspace.artifacts }

  /// Reads who is to be forgotten.
  ///
  /// - Throws: `MissingKey` where somebody is and the key is missing.
  package mutating func loadForgottenPlayers() throws {
    // A reproduction reads no input, and what it is built from was cleaned.
    guard recipe == nil else { return }
    forgotten = try ForgottenPlayers(workspace: workspace, key: key)
  }

  /// Removes players who asked to be forgotten from all that the workspace stores.
  ///
  /// - Precondition: the workspace's lock is held.
  package func removeForgottenPlayers() throws {
    if let forgotten { try workspace.remove(forgotten, workers: workers) }
  }

  /// Where what replaces `url` is written: no other run uses this name, even one that was suspended.
  func partial(of url: URL) -> URL {
    let mark = lock.map { ".\($0.owner.token)" } ?? ""
    return url.deletingLastPathComponent()
      .appending(path: ".\(url.lastPathComponent)\(mark).partial")
  }

  /// Checks that the workspace is still held, right before what cannot be undone.
  ///
  /// - Parameter day: shown to other runs that are refused; nil where it is not known yet.
  /// - Throws: `WorkspaceLock.Lost`.
  package func checkLock(on day: String? = nil) throws {
    try lock?.check()
    if let day { try lock?.setDay(day) }
  }

  /// Points readers to the night of a day; in a backfill only where it is newer than the current one.
  package func publish(_ day: Day) throws {
    try checkLock()
    if isBackfill, let current = workspace.currentDay, current >= day { return }
    try DurableFile.link(workspace.current, to: day.description)
  }
}
