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

  /// Every model that can be asked for; a new one is a line here.
  package static let all = [
    ModelRecipe("popularity") { PopularityRanker(positives: $0.train.positives) },
    ModelRecipe("tags", needsContent: true) { fitting in
      guard let content = fitting.content else { preconditionFailure("tags without content") }
      return ContentRanker(content)
    },
    ModelRecipe("als") { fitting in
      let advance = fitting.progress("als", fitting.parameters.als.iterations)
      return FactorRanker(
        try ImplicitALS(fitting.parameters.als).fit(
          fitting.train, workers: fitting.workers, progress: { _ in try advance(1) }))
    },
  ]

  package static func named(_ name: String) -> ModelRecipe? { all.first { $0.name == name } }
}

/// The numbers of all models.
package struct ModelParameters: Sendable {
  package var als: ALSParameters

  package init(als: ALSParameters) {
    self.als = als
  }
}

/// What a model is fitted with.
package struct ModelFitting: Sendable {
  /// Confidences [players, games].
  package let train: SparseRows
  /// What the games say of themselves; nil where there is no catalogue.
  package let content: ContentModel?
  package let parameters: ModelParameters
  package let workers: Workers
  /// Makes of a model's name and its number of steps what is told how many more are done; may throw
  /// to stop.
  package let progress: @Sendable (_ model: String, _ total: Int) -> @Sendable (Int) throws -> Void

  package init(
    train: SparseRows, content: ContentModel?, parameters: ModelParameters, workers: Workers,
    progress: @escaping @Sendable (String, Int) -> @Sendable (Int) throws -> Void = { _, _ in
      { _ in }
    }
  ) {
    self.train = train
    self.content = content
    self.parameters = parameters
    self.workers = workers
    self.progress = progress
  }
}
