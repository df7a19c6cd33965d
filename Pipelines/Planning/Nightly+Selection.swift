package import FindieBatch
import FindieDomain
import FindieWorkers
import Foundation

extension Nightly {
  /// The stage that publishes.
  static let lastStage = "publish"

  /// Sees that a selection names stages of a night.
  ///
  /// - Throws: `SelectionProblem`.
  package static func check(_ selection: StageSelection) throws(SelectionProblem) {
    // The stages' names are the same for every night.
    let night = Night(
      workspace: URL(filePath: "/"), workers: Workers(threads: 1),
      now: Timestamp(milliseconds: 0))
    _ = try selection.chosen(of: stages(of: night))
  }
}
