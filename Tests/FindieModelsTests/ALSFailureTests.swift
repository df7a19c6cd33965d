import FindieModels
import FindieModelsTestSupport
import FindieWorkers
import Testing

struct ALSFailureTests {
  private func failure(_ dense: [[Float]], _ parameters: ALSParameters) -> ModelFailure? {
    #expect(throws: ModelFailure.self) {
      try ImplicitALS(parameters).fit(SparseRows(dense: dense), workers: Workers(threads: 2))
    }
  }

  @Test(arguments: [Float.nan, .infinity])
  func `a NaN confidence is reported with its player`(confidence: Float) {
    // Which of the two failures occurs depends on the BLAS library; the row does not.
    switch failure([[1, 1], [1, confidence], [1, 1]], ALSParameters(rank: 2)) {
    case .notPositiveDefinite(.player, let row, _), .notFinite(.player, let row): #expect(row == 1)
    case let other: Issue.record("\(String(describing: other))")
    }
  }

  @Test(arguments: ALSSolver.allCases, [Float.nan, .infinity, -.infinity])
  func `each solver names the player with a NaN confidence`(
    solver: ALSSolver, confidence: Float
  ) {
    var parameters = ALSParameters(rank: 2)
    parameters.solver = solver
    switch failure([[1, 1], [1, 1], [confidence, 1], [confidence, 1]], parameters) {
    case .notPositiveDefinite(.player, let row, _), .notFinite(.player, let row): #expect(row == 2)
    case let other: Issue.record("\(String(describing: other))")
    }
  }

  @Test func `a singular problem names its side, its first row and its regularization`() {
    // Rank two from one game, without a regularization: A = (α₀ + 1) y yᵀ has rank one.
    let als = ImplicitALS(ALSParameters(rank: 2, regularization: 0))
    var factors = Matrix(rows: 3, columns: 2)
    let failure = #expect(throws: ModelFailure.self) {
      try als.solve(
        SparseRows(dense: [[0], [1], [1]]),
        fixed: Matrix(rows: 1, columns: 2, elements: [1, 2]), into: &factors, side: .game,
        workers: Workers(threads: 2))
    }
    guard case .notPositiveDefinite(.game, row: 1, 0) = failure else {
      Issue.record("\(String(describing: failure))")
      return
    }
  }

  @Test func `a failure names the row and the remedy`() {
    let singular = "\(ModelFailure.notPositiveDefinite(.game, row: 4, 0.25))"
    #expect(singular.contains("game number 4"))
    #expect(singular.contains("regularization 0.25. Raise als.regularizationScale"))
    let infinite = "\(ModelFailure.notFinite(.player, row: 7))"
    #expect(infinite.contains("player number 7"))
    #expect(infinite.contains("Lower the action weights"))
  }
}
