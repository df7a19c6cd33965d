package import FindieAnalytics
package import FindieDomain
import FindieFiles
import FindieHistory
package import FindieWorkers
package import FindieWorkspace
package import Foundation

/// One nightly run: what it reads, where it writes, and its settings.
package struct Night: Sendable {
  package var workspace: Workspace
  package var input: NightInput
  package var purpose = NightPurpose.nightly
  /// The as-of day; nil for the day after the newest accepted event, at most today in UTC.
  package var date: Day?
  package var parameters: NightParameters
  package var contract: DataContract
  /// Those that have not begun have no effect.
  package var experiments: [Experiment] = []
  /// Where the parameters, the contract and the experiments come from; nil in a reproduction.
  package var settingsFiles: SettingsFiles?
  package var publishing = PublishingRule.checked
  package var workers: Workers
  package var memory = MemoryBudget()
  package var clock: RunClock
  package var options = RunOptions()
  /// An additional file for the metrics of the run; nil for none.
  package var metricsFile: URL?
  /// The environment's `FINDIE_KEY`, nil if it is not set. Runs in a workspace with players who
  /// asked to be forgotten need it.
  package var key: String?
  /// The players to forget; nil before `loadForgottenPlayers` is called, or if there are none.
  package private(set) var forgotten: ForgottenPlayers?

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
  /// One of several past nights. It is not compared with a champion, and readers see it only if it
  /// is the newest.
  case backfill
  /// A published night is built again from its recipe: no input is read.
  case reproduction(NightRecipe)
}

/// The clock of a run, which is read once.
package struct RunClock: Sendable {
  /// The current time. Events more than a day later are rejected.
  package var now: Timestamp
  /// When the clock was read, in seconds of a monotonic clock; nil for the start of the run.
  package var readAt: Double?

  package init(now: Timestamp, readAt: Double? = nil) {
    self.now = now
    self.readAt = readAt
  }
}

extension Night {
  package var isBackfill: Bool { if case .backfill = purpose { true } else { false } }

  /// What a reproduction is built from; nil for other nights.
  package var recipe: NightRecipe? {
    if case .reproduction(let recipe) = purpose { recipe } else { nil }
  }

  /// The folder of artifacts. A backfill has its own, so that the next nightly run finds its
  /// artifacts.
  package var artifacts: URL { isBackfill ? workspace.backfillArtifacts : workspace.artifacts }

  /// Reads the players who asked to be forgotten.
  ///
  /// - Throws: `WorkspaceFailure.missingKey` if there are any and the key is missing.
  package mutating func loadForgottenPlayers() throws {
    // A reproduction reads no input, and these players are no longer in its data.
    guard recipe == nil else { return }
    forgotten = try ForgottenPlayers(workspace: workspace, key: key, today: clock.now.day)
  }

  /// Builds the index of ids again from the history's days if it is damaged.
  ///
  /// - Precondition: the workspace's lock is held.
  package func repairIds(warn: (String) -> Void) throws {
    // The history of a reproduction has no index.
    guard recipe == nil else { return }
    for collection in try workspace.history.repairIds(workers: workers) {
      warn(
        "A file of the index of ids of \(collection.rawValue) was missing or damaged. The index "
          + "was built again from the history's days; no event is lost. Check the disk.")
    }
  }

  /// Where the replacement of `url` is written.
  static func partial(of url: URL) -> URL {
    url.deletingLastPathComponent().appending(path: ".\(url.lastPathComponent).partial")
  }

  /// Makes the night of a day the published one. A backfill does so only if that night is newer
  /// than the current one, and no later night was rolled back.
  package func publish(_ day: Day) throws {
    // The workspace of a reproduction has no identity.
    try WorkspaceIdentity(in: workspace)?.own(workspace.published, hasRequests: false)
    let rolledBack = try workspace.rolledBackDays
    if isBackfill, let current = workspace.currentDay,
      current >= day || rolledBack.contains(where: { $0 > current })
    {
      return
    }
    try workspace.setRolledBack(rolledBack.subtracting([day]))
    try DurableFile.link(workspace.current, to: day.description)
    // It may be of an earlier publication of the same day.
    try DurableFile.remove(workspace.refreshedLists)
  }
}

extension Night {
  /// The recipe of a published night whose models were trained on the same data: what that night
  /// decided stands, unless a stage is forced. Nil if there is none.
  func recorded(of data: TrainingData, unlessForced stage: String) throws -> NightRecipe? {
    guard !options.selection.forces(stage) else { return nil }
    for day in try workspace.publishedDays().reversed() {
      if let recipe = workspace.recipe(of: day), recipe.training == data { return recipe }
    }
    return nil
  }
}
