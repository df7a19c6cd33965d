import FindieWorkspace
package import FindieBatch
import FindieDomain

extension Stage<HistorySnapshot> {
  /// Opens the history as of the night's day. Late events of earlier days change the snapshot.
  package static func openHistory(from intake: Stage<Intake>, _ night: Night) -> Stage {
    Stage(
      "history", from: intake, parameters: NoParameters(),
      predict: { .unchanged(HistorySnapshot(of: $0, night.workspace.history)) }
    ) { context, intake in
      if night.recipe == nil {
        do {
          if let lost = try LostHistory(of: night.workspace, intake.ledger) { throw lost }
        } catch let lost as LostHistory where night.publishing == .anyway {
          context.warn("\(lost.finding), and --publish anyway accepts it")
        } catch let unknown as UnknownNight where night.publishing == .anyway {
          context.warn("\(unknown.finding), and --publish anyway accepts it")
        }
        if night.date == nil { try night.checkOrder(of: intake.day) }
      }
      let history = HistorySnapshot(of: intake, night.workspace.history)
      if history.days == 0 {
        try night.refuse(EmptyNight(withoutEvents: night, intake)) { context.warn($0) }
      }
      return history
    }
  }
}
