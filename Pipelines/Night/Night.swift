package import FindieAnalytics
package import FindieDomain
import FindieFiles
import FindieHistory
package import FindieIngest
import FindieRanking
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

/// Options of a run. Lists and reports do not depend on them, except that a run that is forced to
/// compute lists keeps none of the night before.
package struct RunOptions: Sendable {
  /// The selected stages.
  package var selection = StageSelection()
  /// Whether to read input files again even if their size and modification time are unchanged.
  package var rereadsInput = false
  /// Whether symbolic links that lead out of the input folder are followed.
  package var followsLinks = false
  package var deadline: NightDeadline?
  /// The results of tasks on other machines, which the night takes instead of reading events; nil
  /// for a night on one machine.
  package var tasks: TaskFolder?
  /// Whether the run only divides its outputs among tasks.
  package var plansOutputs = false
  /// How long to wait for a workspace that another run holds.
  package var lockTimeoutInSeconds = 0.0
  /// Whether the run starts only if the disk seems to have enough space.
  package var checksDiskSpace = true

  package init() {}
}

/// The time by which a night must be done.
package struct NightDeadline: Sendable {
  /// As the user wrote it, such as 06:00.
  let name: String
  let secondsLeft: @Sendable () -> Double

  package init(_ name: String, secondsLeft: @escaping @Sendable () -> Double) {
    self.name = name
    self.secondsLeft = secondsLeft
  }
}

/// Whether a night that is refused is published nevertheless.
package enum PublishingRule: String, CaseIterable, Sendable {
  case checked
  /// Accepts the findings of the gate and of `NightRefusal` that the user can judge, with warnings:
  /// failed checks, worse models, an empty or older night, a wrong clock, lost history, a replaced
  /// file, an incomplete export. Never lists that violate an invariant.
  case anyway
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
  /// than the current one.
  package func publish(_ day: Day) throws {
    // The workspace of a reproduction has no identity.
    try WorkspaceIdentity(in: workspace)?.own(workspace.published, hasRequests: false)
    if isBackfill, let current = workspace.currentDay, current >= day { return }
    try DurableFile.link(workspace.current, to: day.description)
  }
}

extension Night {
  /// Removes players who asked to be forgotten from everything that the workspace stores. Only
  /// counts of their events by game and day remain, so that totals in studios' reports do not show
  /// who was forgotten. Once no report shows a day, only counts by game remain.
  ///
  /// - Precondition: the workspace's lock is held.
  package func removeForgottenPlayers() throws {
    guard let forgotten else { return }
    let calendar = ReportCalendar(timeZone: parameters.reports.timeZone, until: clock.now.day)
    let positions = PositionTable(
      firstPositions: PositionEffects.firstPositions, effects: [],
      unavailableReason: "only buckets are needed")
    try workspace.remove(
      forgotten,
      grain: ForgottenEvents.Grain(
        reportDay: { calendar.day(ofMilliseconds: $0) },
        position: { positions.bucket(of: $0) }),
      workers: workers)
    if case .nightly = purpose { try mergeForgottenDays(calendar) }
  }

  /// Adds the events of days that no report shows any more to the totals over all days.
  private func mergeForgottenDays(_ calendar: ReportCalendar) throws {
    let ledger = try workspace.history.ledger()
    guard ledger.forgottenEvents != nil else { return }
    var events = try workspace.history.forgottenEvents(of: ledger)
    let night = ledger.nightDay(date, now: clock.now)
    let first = ReportPeriod.firstDay(before: calendar.firstOpenDay(of: night))
    let utcDays = Set(events.counts.map(\.key).filter { $0.reportDay < first }.map(\.day))
    guard !utcDays.isEmpty else { return }
    let overlapping = Set(utcDays.flatMap { day in (-1...1).map { day.adding(days: $0) } })
    let tables = try EventCollection.allCases.map { collection in
      try workspace.history.events(collection, on: overlapping, workers: workers)
    }
    events.merge(before: first, tables: tables, calendar)
    try workspace.history.replace(events)
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

/// Where a night's input comes from.
package enum NightInput: Sendable {
  case none
  case folder(URL)
  /// Lines of events on standard input.
  case stream(StandardInput)
  /// Standard input, buffered to a file.
  case buffered(InputSource)

  /// Whether it can be read only once.
  package var isStream: Bool {
    switch self {
    case .stream, .buffered: true
    case .none, .folder: false
    }
  }
}

extension Night {
  /// Checks that the input folder exists. Call it before anything is recorded: a mistyped path is
  /// not a failed night.
  package func checkInputExists() throws(IngestFailure) {
    guard recipe == nil, case .folder(let folder) = input else { return }
    try InputFolder.checkExists(folder)
  }

  /// Calls `body` with this night; standard input is buffered to a file first.
  ///
  /// - Precondition: the workspace's lock is held.
  package func withBufferedInput<Result>(_ body: (Night) throws -> Result) throws -> Result {
    guard case .stream(let stream) = input else { return try body(self) }
    return try stream.withFile(in: workspace.standardInput) { file in
      var night = self
      night.input = .buffered(file)
      return try body(night)
    }
  }

  /// The input files; none for a reproduction.
  ///
  /// - Parameter withDevices: whether players' devices are among them. A night does not read them.
  package func inputFolder(withDevices: Bool = false) throws -> InputFolder {
    if recipe != nil { return .empty }
    switch input {
    case .folder(let folder):
      let files = try InputFolder(scanning: folder, followsLinks: options.followsLinks)
      return withDevices ? files : files.filter { $0.collection != .devices }
    case .buffered(let file): return InputFolder(of: file)
    case .none, .stream: return .empty
    }
  }
}
