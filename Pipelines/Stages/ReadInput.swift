import FindieDomain
import FindieText
import FindieHistory
import FindieIngest
package import FindieWorkspace

extension Stage<Intake> {
  /// Reads the events of new and changed input files into the history.
  package static func readInput(_ night: Night) -> Stage {
    Stage(
      "intake",
      parameters: [
        "contract": night.contract, "ingest": night.parameters.ingest,
      ] as NamedParameters,
      predict: { try night.predictedIntake() }
    ) { context in
      let folder = try night.inputFolder()
      let ingested = try IntakeRun(of: folder, night, warn: { context.warn($0) }).run(
        progress: { context.progress(total: $0, unit: "bytes") },
        declare: { context.declare(day: $0.description) })
      return Intake(
        day: ingested.day, ledger: ingested.ledger, ignoredNames: folder.ignored.map(\.path))
    }
  }
}

extension Night {
  /// Predicts the result of the intake, without reading a file of events.
  func predictedIntake() throws -> Prediction<Intake> {
    if let step = forgotten?.step, step != .nothing {
      return .changed(nil, because: "a player asked to be forgotten")
    }
    let (folder, ledger) = (try inputFolder(), try workspace.history.ledger())
    let unread = unreadSources(folder, ledger).map(\.path)
    guard unread.isEmpty else {
      let names = unread.prefix(3).joined(separator: ", ") + (unread.count > 3 ? ", …" : "")
      return .changed(
        nil, because: "\(unread.count.counted("file")) to read: \(names)")
    }
    try checkDay(in: ledger)
    return .unchanged(
      Intake(
        day: ledger.nightDay(date, now: clock.now), ledger: ledger,
        ignoredNames: folder.ignored.map(\.path)))
  }
}
