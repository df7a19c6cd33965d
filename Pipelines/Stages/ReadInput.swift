package import FindieBatch
import FindieDomain
import FindieIngest

extension Stage<Intake> {
  /// Reads the events of new and changed input files into the history.
  package static func readInput(_ night: Night) -> Stage {
    Stage(
      "intake", parameters: IntakeSettings(night), predict: { try night.predictedIntake() }
    ) { context in
      let folder = try night.inputFolder()
      let ingested = try night.ingestEvents(
        of: folder, progress: { context.progress(total: $0, unit: "bytes") },
        declare: { context.declare(day: $0.description) }, warn: { context.warn($0) })
      return Intake(
        day: ingested.day, ledger: ingested.ledger, ignoredNames: folder.ignored.map(\.path))
    }
  }
}
