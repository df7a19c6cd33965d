package import FindieDomain
package import FindieBatch
import FindieHistory
import FindieIngest
package import FindieWorkers
package import Foundation

/// Where a night reads and writes, and with which numbers.
package struct Night: Sendable {
  package var input: URL
  /// Where events come from instead of the input folder, which then is not read.
  package var stream: StandardInput?
  /// What came in the stream, once it lies in a file.
  var spooled: InputSource?
  package var workspace: URL
  package var reports: URL
  /// The as-of day; nil for the day after the newest accepted event.
  package var date: Day?
  package var parameters: NightParameters
  /// What the app's data must be.
  package var contract: DataContract
  package var workers: Workers
  package var memory = MemoryBudget()
  /// Whether files are read again whose size and modification time are as they were.
  package var rehash = false
  /// The one reading of the clock: events of more than a day later are rejected.
  package var now: Timestamp
  /// When that was, in seconds of the clock that only goes forward; nil for when the run began.
  package var readClockAt: Double?
  /// The environment's `FINDIE_KEY`, nil where it is not set: without it no night runs in a workspace
  /// with players who asked to be forgotten.
  package var key: String?
  /// Those players; read from the workspace when a night begins.
  var forgotten: ForgottenPlayers?
  /// Whether what the gate says decides what is published.
  package var publishing = PublishingRule.checked
  /// Which stages are meant.
  package var selection = StageSelection()
  /// When the night must be done.
  package var deadline: NightDeadline?
  /// Where the metrics of the run go besides the workspace.
  package var metricsFile: URL?
  /// Where the lineage events go besides the workspace.
  package var lineageSink: (any LineageSink)?
  /// Whether this is one of many nights of the past: it is compared with none, and readers are pointed
  /// to it only where it is the newest.
  var isBackfilled = false
  /// How long it waits for a workspace that another run holds.
  package var patienceInSeconds = 0.0
  /// Whether it starts only where the disk has room for it.
  package var needsRoom = true
  /// What holds the workspace, while the night runs.
  var lock: WorkspaceLock?
  /// The night that this one makes again, from what the workspace holds: no input is read.
  var remade: NightRecipe?

  package init(
    input: URL = URL(filePath: "Data/inbox"), workspace: URL,
    reports: URL = URL(filePath: "Reports"), date: Day? = nil,
    parameters: NightParameters = NightParameters(), contract: DataContract = DataContract(),
    workers: Workers, now: Timestamp
  ) {
    self.input = input
    self.workspace = workspace
    self.reports = reports
    self.date = date
    self.parameters = parameters
    self.contract = contract
    self.workers = workers
    self.now = now
  }

  /// What the workspace keeps in folders, by their names.
  package static let folders = [
    "artifacts", "backfill", "by-game", "history", "published", "quarantine", "runs", "stdin",
  ]

  var history: History { History(folder: workspace.appending(path: "history")) }
  var daysByGame: DaysByGame { DaysByGame(folder: workspace.appending(path: "by-game")) }
  var store: URL { workspace.appending(path: "findie.sqlite") }
  /// A backfill has its own, so that tonight's stay what the next night finds.
  var artifacts: URL { workspace.appending(path: isBackfilled ? "backfill" : "artifacts") }
  var published: URL { workspace.appending(path: "published") }

  func published(_ day: Day) -> URL { published.appending(path: day.description) }

  func reports(_ day: Day) -> URL { reports.appending(path: day.description) }

  var runs: URL { workspace.appending(path: "runs") }

  /// The record of a run; of one that failed before its day was known under a name of its own, so
  /// that no finished night's record is lost.
  func manifest(_ day: String?) -> URL {
    workspace.appending(path: "runs").appending(path: day ?? RunRecords.undated)
      .appending(path: "run.json")
  }

  /// How the recommendations of a published night were.
  func health(_ day: Day) -> URL {
    workspace.appending(path: "runs").appending(path: day.description)
      .appending(path: "health.json")
  }

  /// How long each stage took when it was made last.
  var times: URL { workspace.appending(path: "runs").appending(path: "last.json") }

  /// What the published night of a day was made from.
  func recipe(_ day: Day) -> URL {
    workspace.appending(path: "runs").appending(path: day.description)
      .appending(path: "recipe.json")
  }
}

extension Night {
  /// Where what takes the place of `url` is made: no other run's, not even one's that slept.
  func partial(of url: URL) -> URL {
    let mark = lock.map { ".\($0.owner.token)" } ?? ""
    return url.deletingLastPathComponent()
      .appending(path: ".\(url.lastPathComponent)\(mark).partial")
  }

  /// Sees that the workspace is still held, right before what cannot be taken back.
  ///
  /// - Parameter day: for whoever is refused meanwhile; nil where it is not known yet.
  /// - Throws: `WorkspaceLock.Lost`.
  func checkLock(on day: String? = nil) throws {
    try lock?.check()
    if let day { try lock?.say(day: day) }
  }
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
