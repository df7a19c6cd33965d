package import FindieModels
package import FindieWorkers

/// A model's name for users, and how to fit it.
package struct ModelRecipe: Sendable {
  package let name: String
  /// Whether it needs the games' content.
  package let needsContent: Bool
  package let fit: @Sendable (ModelFitting) throws -> any Ranker

  init(
    _ name: String, needsContent: Bool = false,
    fit: @escaping @Sendable (ModelFitting) throws -> any Ranker
  ) {
    self.name = name
    self.needsContent = needsContent
    self.fit = fit
  }

  /// Every model that is fitted on its own; to add one, add a line here.
  package static let all = [
    ModelRecipe("popularity") { PopularityRanker(positives: $0.train.positives) },
    ModelRecipe("tags", needsContent: true) { ContentRanker($0.knownContent) },
    ModelRecipe("knn") {
      ItemNeighborhood($0.parameters.neighborhood).fit($0.train, workers: $0.workers)
    },
    ModelRecipe("ease") {
      try EASE($0.parameters.ease).fit(
        $0.train, days: $0.days, workers: $0.workers, availableBytes: $0.availableBytes)
    },
    ModelRecipe("als") { fitting in
      let advance = fitting.progress("als", fitting.parameters.als.iterations)
      return try FactorRanker(
        ImplicitALS(fitting.parameters.als).fit(
          fitting.train, workers: fitting.workers, progress: { _ in try advance(1) }),
        workers: fitting.workers)
    },
  ]

  package static func named(_ name: String) -> ModelRecipe? { all.first { $0.name == name } }
}

/// The inputs for fitting a model.
package struct ModelFitting: Sendable {
  /// Confidences [players, games].
  package let train: SparseRows
  /// As `InteractionMatrix.days`; empty if unknown.
  package let days: [Float]
  /// The games' content; nil without a catalogue.
  package let content: ContentModel?
  package let parameters: ModelParameters
  package let workers: Workers
  /// The maximum memory of a model; nil for no limit.
  package let availableBytes: Int?
  /// Given a model's name and its number of steps, returns a function to call with newly completed
  /// steps, which may throw to stop.
  package let progress: @Sendable (_ model: String, _ total: Int) -> @Sendable (Int) throws -> Void

  package init(
    train: SparseRows, days: [Float] = [], content: ContentModel?, parameters: ModelParameters,
    workers: Workers,
    availableBytes: Int? = nil,
    progress: @escaping @Sendable (String, Int) -> @Sendable (Int) throws -> Void = { _, _ in
      { _ in }
    }
  ) {
    self.train = train
    self.days = days
    self.content = content
    self.parameters = parameters
    self.workers = workers
    self.availableBytes = availableBytes
    self.progress = progress
  }

  /// - Precondition: there is content; callers check `needsContent`.
  fileprivate var knownContent: ContentModel {
    guard let content else { preconditionFailure("a content model without content") }
    return content
  }
}
