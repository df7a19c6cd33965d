import FindieLinearAlgebra

/// A split that can be made again of a matrix of the same things with other weights: the same players
/// train and are tested, and the same games are to be found.
///
/// Otherwise a weight would decide what it is judged by: an action of weight 0 leaves no positives.
package struct SplitPlan: Sendable {
  private let template: Split
  /// For each row of the matrix, what is hidden of it.
  private let hidden: [[UInt32]]
  private let trainingRows: [Int]
  private let testedRows: [Int]

  /// - Parameters:
  ///   - split: of `matrix`, or of a later one of which it is the past.
  ///   - limit: at most so many of its players are tested, drawn by a seed.
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

  /// How it was cut, for people.
  package var sentence: String {
    ([template.sentence] + template.notes).joined(separator: " ")
  }
  package var players: Int { template.players.count }
  package var candidates: [Bool] { template.candidates }

  /// What of a matrix trains.
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

extension InteractionMatrix {
  /// The matrix of some of the players.
  ///
  /// - Parameter rows: ascending.
  func gathering(_ rows: [Int]) -> InteractionMatrix {
    InteractionMatrix(
      players: Identifiers(rows.map { players[$0] }), games: games,
      observed: observed.gathering(rows),
      strongestActions: rows.flatMap { strongestActions[observed.range(ofRow: $0)] },
      seen: seen.gathering(rows), interactionsWithUnknownGames: interactionsWithUnknownGames)
  }
}
