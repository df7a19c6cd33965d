package import FindieDomain
package import FindieModels

/// The data of a search: a training, and the split that holds out a part of it.
///
/// The test is not part of it: it is in a `SealedTest`.
package struct TuningData: Sendable {
  private let training: @Sendable (MatrixParameters) -> InteractionMatrix
  private let plan: SplitPlan
  package let content: ContentModel?
  /// How often each action occurs.
  package let occurrences: [SwipeAction: Int]
  /// Whether action weights and the half-life are searched.
  package let usesActionWeights: Bool

  /// - Parameters:
  ///   - training: the training's matrix for given weights.
  ///   - plan: hides a part of it.
  package init(
    training: @escaping @Sendable (MatrixParameters) -> InteractionMatrix, plan: SplitPlan,
    content: ContentModel? = nil, occurrences: [SwipeAction: Int] = [:], usesActionWeights: Bool
  ) {
    self.training = training
    self.plan = plan
    self.content = content
    self.occurrences = occurrences
    self.usesActionWeights = usesActionWeights
  }

  package var sentence: String { plan.sentence }
  package var players: Int { plan.players }
  package var games: Int { plan.candidates.count }

  func validation(_ parameters: MatrixParameters) -> Split {
    plan.split(of: training(parameters))
  }
}
