package import FindieBatch
package import FindieDomain
import FindieFiles
import FindieHistory
package import Logging

/// Makes the nights of many days, in order: those that are missing, and those that would be made
/// otherwise now. What is right is kept, so an interrupted backfill goes on where it stopped.
///
/// Such nights are compared with none before them, and start from none. `published/current` names the
/// newest night afterwards.
package struct Backfill {
  private let night: Night
  private let days: [Day]
  private let keepGoing: Bool
  private let observer: any RunObserver
  private let log: Logger
  private let elapsedSeconds: @Sendable () -> Double
  private let isStopping: @Sendable () -> Bool
  private let pause: @Sendable (_ seconds: Double) throws -> Void
  private let beginning: (_ giveUp: @escaping @Sendable () -> Bool) -> Void

  /// - Parameters:
  ///   - night: where nights read and write, and with which numbers; its day does not matter.
  ///   - days: from the first as-of day to the last.
  ///   - keepGoing: whether a night that fails does not end it.
  /// - Precondition: the night reads a folder.
  package init(
    _ night: Night, days: ClosedRange<Day>, keepGoing: Bool, observer: any RunObserver,
    log: Logger = Logger(label: "findie") { _ in SwiftLogNoOpLogHandler() },
    elapsedSeconds: @escaping @Sendable () -> Double,
    isStopping: @escaping @Sendable () -> Bool = { false },
    pause: @escaping @Sendable (_ seconds: Double) throws -> Void = { _ in },
    beginning: @escaping (_ giveUp: @escaping @Sendable () -> Bool) -> Void = { _ in }
  ) {
    precondition(night.stream == nil, "a stream can be read once")
    self.night = night
    self.days = days.lowerBound.days(to: days.upperBound)
    self.keepGoing = keepGoing
    self.observer = observer
    self.log = log
    self.elapsedSeconds = elapsedSeconds
    self.isStopping = isStopping
    self.pause = pause
    self.beginning = beginning
  }

  /// What would be made; nothing is. Which nights the events of unread files touch is not known before
  /// they are read.
  ///
  /// - Throws: as `run` before its first night.
  package func outlook() throws -> BackfillResult {
    let whole = try withForgotten()
    let ledger = try night.history.ledger()
    return BackfillResult(
      unreadFiles: try whole.unreadFiles(whole.inputFolder(), ledger).count,
      rows: days.map { day in
        switch night.outlook(of: day, ledger) {
        case .right: .init(day: day, outcome: .right)
        case .missing: .init(day: day, outcome: .planned, reason: "missing")
        case .outdated(let why): .init(day: day, outcome: .planned, reason: why)
        case .impossible(let why): .init(day: day, outcome: .impossible, reason: why)
        }
      }, servedDay: night.servedDay)
  }

  /// Takes in what is new, and makes the nights.
  ///
  /// - Throws: what stopped the intake; what stops a night stands in the result.
  package func run() throws -> BackfillResult {
    _ = try Ingestion(
      withForgotten(), observer: observer, elapsedSeconds: elapsedSeconds, isStopping: isStopping,
      pause: pause)
    var result = BackfillResult(unreadFiles: 0, rows: [], servedDay: nil)
    for day in days {
      if let failure = result.failure, failure == .stopped || !keepGoing {
        result.rows.append(.init(day: day, outcome: .left, reason: "not reached"))
      } else {
        try make(day, &result)
      }
    }
    try serveNewest(of: result)
    if result.isComplete { try DurableFile.remove(template.artifacts) }
    result.servedDay = night.servedDay
    return result
  }

  /// The night of no day that takes files in.
  ///
  /// - Throws: `MissingKey`, `ForgettingFirst`.
  private func withForgotten() throws -> Night {
    var whole = night
    whole.date = nil
    try whole.findForgotten()
    guard whole.forgotten?.arePending != true else { throw ForgettingFirst() }
    return whole
  }

  private var template: Night {
    var template = night
    template.isBackfilled = true
    return template
  }

  private func make(_ day: Day, _ result: inout BackfillResult) throws {
    let why: String
    switch night.outlook(of: day, try night.history.ledger()) {
    case .right: return result.rows.append(.init(day: day, outcome: .right))
    case .impossible(let reason):
      return result.rows.append(.init(day: day, outcome: .impossible, reason: reason))
    case .missing: why = "missing"
    case .outdated(let reason): why = reason
    }
    observer.report(.found("the night of \(day): \(why)"))
    let started = elapsedSeconds()
    var made = template
    made.date = day
    do {
      _ = try NightRun(
        made, observer: observer, log: log, elapsedSeconds: elapsedSeconds,
        isStopping: isStopping, pause: pause, beginning: beginning
      ).run()
      result.rows.append(
        .init(day: day, outcome: .made, seconds: elapsedSeconds() - started, reason: why))
    } catch {
      let kind = FailureKind(of: error)
      result.failure = kind == .stopped ? .stopped : result.failure ?? kind
      let cause = (error as? NightFailure)?.cause ?? error
      result.rows.append(
        .init(
          day: day, outcome: kind == .stopped ? .left : .failed,
          seconds: elapsedSeconds() - started, reason: "\(cause)"))
    }
  }

  /// A night that was cut off after its lists were in place has not been pointed to.
  private func serveNewest(of result: BackfillResult) throws {
    let there = result.rows.filter { $0.outcome == .right || $0.outcome == .made }.map(\.day)
    guard let newest = there.max() else { return }
    let lock = try WorkspaceLock(workspace: night.workspace)
    defer { withExtendedLifetime(lock) {} }
    try template.serve(newest)
  }
}

/// A player who asked to be forgotten is in nights that are published.
struct ForgettingFirst: Error, CustomStringConvertible {
  var description: String {
    "a player who asked for it is not forgotten yet; run `findie run nightly` first, which takes the "
      + "player out of all that is kept, then this command again."
  }
}

extension Day {
  /// The days from this one to another, both counted.
  fileprivate func days(to last: Day) -> [Day] {
    var days: [Day] = []
    var day = self
    while day <= last {
      days.append(day)
      day = day.adding(days: 1)
    }
    return days
  }
}
