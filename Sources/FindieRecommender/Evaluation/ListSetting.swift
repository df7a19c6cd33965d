import FindieLinearAlgebra
import Foundation

/// What lists are looked at with.
struct ListSetting: Sendable {
  let isCandidate: [Bool]
  /// For each game, how many players of the training are for it.
  let positives: [Int]
  /// For each game, −log₂ of the share of players that are for it.
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
