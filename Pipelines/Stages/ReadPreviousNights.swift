import FindieDomain
import FindieFiles
import FindieReports
package import FindieWorkspace
import Foundation

extension Stage<PreviousNights> {
  /// Reads the list quality of the previous nights.
  ///
  /// A reproduction uses those in its recipe. A night that forgets a player uses none, since they
  /// were computed with that player's data.
  package static func readPreviousNights(
    from history: Stage<HistorySnapshot>, _ night: Night
  ) -> Stage {
    Stage(
      "previous-nights", from: history, parameters: NoParameters(),
      predict: { .unchanged(try PreviousNights(before: $0.day, night) { _ in }) }
    ) { context, history in
      try PreviousNights(before: history.day, night) { context.warn($0) }
    }
  }
}

extension PreviousNights {
  fileprivate init(before day: Day, _ night: Night, warn: (String) -> Void) throws {
    if let recipe = night.recipe {
      self.init(nights: recipe.previousNights)
      return
    }
    guard night.forgotten?.step != .complete else {
      self.init(nights: [])
      return
    }
    let days = try night.workspace.recordedDays()
      .filter { $0 < day && DurableFile.exists(night.workspace.healthFile(of: $0)) }
    self.init(
      nights: try days.suffix(Self.maximumCount).compactMap { day in
        let file = night.workspace.healthFile(of: day)
        do {
          return try NightHealth(file: file)
        } catch let failure as FileFailure {
          throw failure
        } catch {
          warn("\(file.path) cannot be read and is ignored: \(error)")
          return nil
        }
      })
  }
}

extension Stage<Champion> {
  /// Finds the newest published night of an earlier day that was not rolled back.
  package static func findChampion(from history: Stage<HistorySnapshot>, _ night: Night) -> Stage {
    Stage(
      "champion", from: history, parameters: NoParameters(),
      predict: { .unchanged(try Champion(before: $0.day, night)) }
    ) { context, history in
      let champion = try Champion(before: history.day, night)
      let rolledBack = try night.workspace.rolledBackDays.filter { $0 <= history.day }.max()
      if let rolledBack, let day = champion.day, day < rolledBack {
        context.warn(
          "the night of \(rolledBack) was rolled back: tonight's lists are compared with those of "
            + "\(day)")
      }
      return champion
    }
  }
}
