package import FindieModels
package import FindieWorkers

extension TuningData {
  /// The weights of a blend of tuned models, chosen on the validation.
  ///
  /// - Parameter models: as they were tuned.
  package func blend(
    of recipes: [ModelRecipe], _ models: ModelParameters, _ matrix: MatrixParameters,
    workers: Workers, availableBytes: Int?,
    progress: @escaping @Sendable (String, Int) -> @Sendable (Int) throws -> Void
  ) throws -> BlendWeights {
    let split = validation(matrix)
    let fitting = ModelFitting(
      train: split.train, content: content, parameters: models, workers: workers,
      availableBytes: availableBytes, progress: progress)
    return try BlendWeights.choose(
      try recipes.map { try $0.fit(fitting) },
      on: ValidationSet(
        profiles: split.profiles, heldOut: split.heldOut, seen: split.excluded,
        isListed: split.candidates),
      parameters: models.blend, workers: workers)
  }
}
