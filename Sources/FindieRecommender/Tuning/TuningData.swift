package import FindieDomain

/// All that a search may look at: a training, and how a part of it is hidden again to choose by.
///
/// It is made without the test, which lies in a `SealedTest`.
package struct TuningData: Sendable {
  private let training: @Sendable (MatrixParameters) -> InteractionMatrix
  private let plan: SplitPlan
  package let content: ContentModel?
  /// How often each action occurs.
  package let occurrences: [SwipeAction: Int]
  /// Whether actions are weighed and age: then weights and half-life are searched.
  package let weighsActions: Bool

  /// - Parameters:
  ///   - training: the training's matrix for given weights.
  ///   - plan: hides a part of it.
  package init(
    training: @escaping @Sendable (MatrixParameters) -> InteractionMatrix, plan: SplitPlan,
    content: ContentModel? = nil, occurrences: [SwipeAction: Int] = [:], weighsActions: Bool
  ) {
    self.training = training
    self.plan = plan
    self.content = content
    self.occurrences = occurrences
    self.weighsActions = weighsActions
  }

  package var sentence: String { plan.sentence }
  package var players: Int { plan.players }
  package var games: Int { plan.candidates.count }

  func validation(_ parameters: MatrixParameters) -> Split {
    plan.split(of: training(parameters))
  }
}
