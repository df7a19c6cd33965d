import FindieDomain
import FindieFiles
import FindieHistory
import FindieNight
import FindieWorkspace

/// Builds the nights of many days in order: those that are missing or out of date. Up-to-date
/// nights are skipped, so an interrupted backfill continues where it stopped.
///
/// These nights have no champion. Afterwards `published/current` names the newest night.
struct Backfill {
  private let night: Night
  private let days: [Day]
  private let keepGoing: Bool
  private let control: RunControl

  /// - Parameters:
  ///   - night: the template for all nights; its day is ignored.
  ///   - days: from the first as-of day to the last.
  ///   - keepGoing: whether to continue after a night that fails.
  /// - Precondition: the input is a folder.
  init(
    _ night: Night, days: ClosedRange<Day>, keepGoing: Bool, _ control: RunControl
  ) {
    precondition(!night.input.isStream, "a stream can be read only once")
    self.night = night
    self.days = DayRange(first: days.lowerBound, last: days.upperBound).days
    self.keepGoing = keepGoing
    self.control = control
  }

  /// The nights that `run` would build. Events of new files may add more.
  ///
  /// - Throws: the errors that `run` throws before its first night.
  func plan() throws -> BackfillResult {
    let whole = try nightOfAnyDay()
    let ledger = try night.workspace.history.ledger()
    let uncounted = try night.storedUncounted()
    return BackfillResult(
      unreadFiles: try whole.unreadSources(whole.inputFolder(), ledger).count,
      rows: try days.map { day in
        switch try night.state(of: day, ledger, without: uncounted) {
        case .upToDate: .init(day: day, outcome: .upToDate)
        case .missing: .init(day: day, outcome: .planned, reason: "missing")
        case .outdated(let why): .init(day: day, outcome: .planned, reason: why)
        case .impossible(let why): .init(day: day, outcome: .impossible, reason: why)
        }
      }, publishedDay: night.workspace.currentDay)
  }

  /// Reads new input and builds the nights.
  ///
  /// - Throws: the error that stopped the intake. Errors of nights are in the result.
  func run() throws -> BackfillResult {
    _ = try Ingestion(nightOfAnyDay(), control)
    var result = BackfillResult()
    for day in days {
      if let failure = result.failure, failure == .stopped || !keepGoing {
        result.rows.append(.init(day: day, outcome: .notReached))
      } else {
        try build(day, &result)
      }
    }
    try finish(result)
    result.publishedDay = night.workspace.currentDay
    return result
  }

  /// The template without a day, for the intake.
  ///
  /// - Throws: `WorkspaceFailure.missingKey`, `CommandFailure`, `UnusablePart`.
  private func nightOfAnyDay() throws -> Night {
    var whole = night
    whole.date = nil
    try whole.workspace.checkReports()
    try whole.loadForgottenPlayers()
    guard [nil, .nothing].contains(whole.forgotten?.step) else {
      // Published nights still have the player.
      throw CommandFailure(
        .failed,
        "A request to forget a player is pending. Run a night first, which removes the player, "
          + "then run this command again.")
    }
    return whole
  }

  private var template: Night {
    var template = night
    template.purpose = .backfill
    return template
  }

  private func build(_ day: Day, _ result: inout BackfillResult) throws {
    let why: String
    let ledger = try night.workspace.history.ledger()
    switch try night.state(of: day, ledger, without: night.storedUncounted()) {
    case .upToDate: return result.rows.append(.init(day: day, outcome: .upToDate))
    case .impossible(let reason):
      return result.rows.append(.init(day: day, outcome: .impossible, reason: reason))
    case .missing: why = "missing"
    case .outdated(let reason): why = reason
    }
    control.observer.report(.message("Night of \(day): \(why)"))
    let started = control.elapsedSeconds()
    var night = template
    night.date = day
    do {
      _ = try NightRun(night, control).run()
      result.rows.append(
        .init(day: day, outcome: .built, seconds: control.elapsedSeconds() - started, reason: why))
    } catch {
      let kind = FailureKind(of: error)
      result.failure = kind == .stopped ? .stopped : result.failure ?? kind
      let cause = (error as? NightFailure)?.cause ?? error
      result.rows.append(
        .init(
          day: day, outcome: kind == .stopped ? .notReached : .failed,
          seconds: control.elapsedSeconds() - started, reason: "\(cause)"))
    }
  }

  /// Publishes the newest night: an interrupted run may have left one that `current` does not name.
  /// Removes the artifacts once all nights are built.
  private func finish(_ result: BackfillResult) throws {
    let lock = try WorkspaceLock(workspace: night.workspace.folder)
    defer { withExtendedLifetime(lock) {} }
    let published = result.rows.filter { [.upToDate, .built].contains($0.outcome) }.map(\.day)
    if let newest = published.max() { try template.publish(newest) }
    if result.isComplete {
      try DurableFile.removeFiles(in: template.artifacts, where: OwnFiles.ofArtifacts)
    }
  }
}
