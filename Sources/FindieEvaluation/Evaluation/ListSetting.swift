import FindieLinearAlgebra
import FindieModels
import Foundation

/// The properties of games for list statistics.
struct ListSetting: Sendable {
  let isCandidate: [Bool]
  /// For each game, its number of positives in the training.
  let positives: [Int]
  /// For each game, −log₂ of the share of players with a positive for it.
  let bits: [Double]
  /// F[games, terms], each row of length one or empty.
  let features: SparseRows?

  init(_ split: Split, features: SparseRows?) {
    isCandidate = split.candidates
    positives = split.train.positives
    let players = Double(max(1, split.train.rowsWithPositives))
    bits = positives.map { -log2(Double(max(1, $0)) / players) }
    self.features = features
  }
}
