import FindieBatch
package import FindieEvaluation

/// The models to evaluate, by name.
package struct ModelChoice: Sendable {
  package let recipes: [ModelRecipe]

  /// The default for a workspace, whose games have genres and tags.
  package static let night = chosen("popularity", "tags", "als")
  /// The default for interactions without a catalogue.
  package static let plain = chosen("popularity", "knn", "als")
  /// Every name.
  package static var names: [String] { ModelRecipe.all.map(\.name) }

  private static func chosen(_ names: String...) -> ModelChoice {
    ModelChoice(recipes: names.compactMap { ModelRecipe.named($0) })
  }

  private init(recipes: [ModelRecipe]) {
    self.recipes = recipes
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
    guard problems.isEmpty else { throw Problem(description: problems.joined(separator: "; ")) }
    self.init(recipes: recipes)
  }

  package struct Problem: Error, CustomStringConvertible {
    package let description: String
  }
}
