import FindieLinearAlgebra
package import FindieModels

/// A split that can be repeated for a matrix of the same data with other action weights: the same
/// players train and are tested, with the same held-out games.
///
/// Otherwise a weight would affect its own evaluation: an action of weight 0 has no positives.
package struct SplitPlan: Sendable {
  private let template: Split
  /// For each row of the matrix, its held-out games.
  private let hidden: [[UInt32]]
  private let trainingRows: [Int]
  private let testedRows: [Int]

  /// - Parameters:
  ///   - split: a split of `matrix`, or of the same data on a later day.
  ///   - limit: the maximum number of tested players, sampled by a seed.
  package init(_ split: Split, of matrix: InteractionMatrix, limit: Int, seed: UInt64) {
    var hidden = [[UInt32]](repeating: [], count: matrix.players.count)
    var isTested = [Bool](repeating: false, count: matrix.players.count)
    for (player, id) in split.players.enumerated() {
      let row = SplitPlan.row(of: id, in: matrix)
      hidden[row] = split.heldOut[player]
      isTested[row] = true
    }
    self.hidden = hidden
    trainingRows = isTested.indices.filter { split.testedPlayersTrain || !isTested[$0] }
    template = split.limited(to: limit, seed: seed)
    testedRows = template.players.map { SplitPlan.row(of: $0, in: matrix) }
  }

  private static func row(of id: String, in matrix: InteractionMatrix) -> Int {
    guard let row = matrix.players.index(of: id) else {
      preconditionFailure("a split's player is of its matrix")
    }
    return row
  }

  /// A description of the split for people.
  package var sentence: String {
    ([template.sentence] + template.notes).joined(separator: " ")
  }
  package var players: Int { template.players.count }
  package var candidates: [Bool] { template.candidates }

  /// The part of a matrix that is used for training.
  package func training(_ matrix: InteractionMatrix) -> InteractionMatrix {
    let rest = matrix.without(hidden)
    return trainingRows.count == rest.players.count ? rest : rest.gathering(trainingRows)
  }

  /// The split of a matrix.
  package func split(of matrix: InteractionMatrix) -> Split {
    let rest = matrix.without(hidden)
    return Split(
      sentence: template.sentence, notes: template.notes,
      train: trainingRows.count == rest.players.count
        ? rest.observed : rest.observed.gathering(trainingRows),
      players: template.players, profiles: rest.observed.gathering(testedRows),
      heldOut: template.heldOut, unreachable: template.unreachable, excluded: template.excluded,
      candidates: template.candidates, testedPlayersTrain: template.testedPlayersTrain)
  }
}
