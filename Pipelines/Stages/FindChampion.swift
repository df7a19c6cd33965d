package import FindieBatch
import FindieDomain

extension Stage<Champion> {
  /// Finds the newest published night of an earlier day.
  package static func findChampion(from history: Stage<HistorySnapshot>, _ night: Night) -> Stage {
    Stage(
      "champion", from: history, parameters: NoParameters(),
      predict: { .unchanged(try Champion(before: $0.day, night)) }
    ) { _, history in
      try Champion(before: history.day, night)
    }
  }
}
