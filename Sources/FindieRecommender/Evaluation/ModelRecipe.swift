package import FindieLinearAlgebra
package import FindieWorkers

/// A model by the name that people ask for it by, and how it is fitted.
package struct ModelRecipe: Sendable {
  package let name: String
  /// Whether it needs what games say of themselves.
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

  /// Every model that is fitted on its own; a new one is a line here.
  package static let all = [
    ModelRecipe("popularity") { PopularityRanker(positives: $0.train.positives) },
    ModelRecipe("tags", needsContent: true) { ContentRanker($0.knownContent) },
    ModelRecipe("knn") {
      ItemNeighborhood($0.parameters.neighborhood).fit($0.train, workers: $0.workers)
    },
    ModelRecipe("ease") {
      try EASE($0.parameters.ease).fit(
        $0.train, workers: $0.workers, availableBytes: $0.availableBytes)
    },
    ModelRecipe("als") { fitting in
      let advance = fitting.progress("als", fitting.parameters.als.iterations)
      return FactorRanker(
        try ImplicitALS(fitting.parameters.als).fit(
          fitting.train, workers: fitting.workers, progress: { _ in try advance(1) }))
    },
  ]

  package static func named(_ name: String) -> ModelRecipe? { all.first { $0.name == name } }

  /// The name of what is made of other models.
  package static let blend = "blend"
}

/// The numbers of all models.
package struct ModelParameters: Sendable {
  package var als = ALSParameters()
  package var ease = EASEParameters()
  package var neighborhood = NeighborhoodParameters()
  package var blend = BlendParameters()

  package init() {}
}

/// What a model is fitted with.
package struct ModelFitting: Sendable {
  /// Confidences [players, games].
  package var train: SparseRows
  /// What the games say of themselves; nil where there is no catalogue.
  package let content: ContentModel?
  package let parameters: ModelParameters
  package let workers: Workers
  /// How much memory a model may take; nil for any.
  package let availableBytes: Int?
  /// Makes of a model's name and its number of steps what is told how many more are done; may throw
  /// to stop.
  package let progress: @Sendable (_ model: String, _ total: Int) -> @Sendable (Int) throws -> Void

  package init(
    train: SparseRows, content: ContentModel?, parameters: ModelParameters, workers: Workers,
    availableBytes: Int? = nil,
    progress: @escaping @Sendable (String, Int) -> @Sendable (Int) throws -> Void = { _, _ in
      { _ in }
    }
  ) {
    self.train = train
    self.content = content
    self.parameters = parameters
    self.workers = workers
    self.availableBytes = availableBytes
    self.progress = progress
  }

  /// - Precondition: there is content; who names a model that needs it looks first.
  fileprivate var knownContent: ContentModel {
    guard let content else { preconditionFailure("a model of content, without any") }
    return content
  }
}
