import FindieBatch
package import FindieEvaluation

/// The models to evaluate, by name.
package struct ModelChoice: Sendable {
  /// The models that are trained on their own.
  package let recipes: [ModelRecipe]
  /// The position of the blend among them; nil for none.
  package let blendIndex: Int?

  /// The default for a workspace, whose games have genres and tags.
  package static let night = chosen("popularity", "tags", "als")
  /// The default for interactions without a catalogue.
  package static let plain = chosen("popularity", "knn", "als")
  /// Every name.
  package static var names: [String] { ModelRecipe.all.map(\.name) + [ModelRecipe.blend] }

  private static func chosen(_ names: String...) -> ModelChoice {
    ModelChoice(recipes: names.compactMap { ModelRecipe.named($0) }, blendIndex: nil)
  }

  private init(recipes: [ModelRecipe], blendIndex: Int?) {
    self.recipes = recipes
    self.blendIndex = blendIndex
  }

  /// - Throws: `Problem` with all problems at once.
  package init(names: [String], hasContent: Bool) throws(Problem) {
    let list = ModelChoice.names.joined(separator: ", ")
    var problems: [String] = []
    for name in names where !ModelChoice.names.contains(name) {
      let near = NearestName.suggestion(for: name, among: ModelChoice.names)
      problems.append("'\(name)' is not a model\(near.isEmpty ? " (models: \(list))" : near)")
    }
    if names.isEmpty { problems.append("name at least one of \(list)") }
    if Set(names).count < names.count { problems.append("a model is named twice") }
    let recipes = names.compactMap { ModelRecipe.named($0) }
    for recipe in recipes where recipe.needsContent && !hasContent {
      problems.append("\(recipe.name) needs a catalogue, which --train does not have")
    }
    let blendIndex = names.firstIndex(of: ModelRecipe.blend)
    if blendIndex != nil, recipes.count < 2 {
      problems.append("blend needs two or more other models")
    }
    guard problems.isEmpty else { throw Problem(description: problems.joined(separator: "; ")) }
    self.init(recipes: recipes, blendIndex: blendIndex)
  }

  package struct Problem: Error, CustomStringConvertible {
    package let description: String
  }
}
