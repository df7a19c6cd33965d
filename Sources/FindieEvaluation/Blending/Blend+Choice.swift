package import FindieModels

extension Blend {
  /// A blend of models that were fitted on a split's training, with weights chosen on a part of
  /// that training alone.
  ///
  /// - Parameters:
  ///   - recipes: of the models, which are fitted again without the validation data.
  ///   - components: the models, in the order of the recipes.
  package static func chosen(
    of recipes: [ModelRecipe], _ components: [any Ranker], split: Split, fitting: ModelFitting
  ) throws -> (blend: Blend, weights: BlendWeights) {
    let (train, validation) = split.validation(fitting.parameters.blend)
    var fitting = fitting
    fitting.train = train
    let weights = try BlendWeights.choose(
      recipes.map { try $0.fit(fitting) }, on: validation, parameters: fitting.parameters.blend,
      workers: fitting.workers)
    return (Blend(components: components, weights: weights.weights), weights)
  }
}
