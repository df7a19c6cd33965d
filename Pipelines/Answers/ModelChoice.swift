import FindieBatch
package import FindieRecommender

/// Which models are judged, by name.
package struct ModelChoice: Sendable {
  /// Those that are fitted on their own.
  package let recipes: [ModelRecipe]
  /// Where a blend of them stands in their order; nil for none.
  package let blendPlace: Int?

  /// The models of a workspace, where games have genres and tags.
  package static let night = chosen("popularity", "tags", "als")
  /// The models of bare interactions.
  package static let plain = chosen("popularity", "knn", "als")
  /// Every name.
  package static var names: [String] { ModelRecipe.all.map(\.name) + [ModelRecipe.blend] }

  private static func chosen(_ names: String...) -> ModelChoice {
    ModelChoice(recipes: names.compactMap { ModelRecipe.named($0) }, blendPlace: nil)
  }

  private init(recipes: [ModelRecipe], blendPlace: Int?) {
    self.recipes = recipes
    self.blendPlace = blendPlace
  }

  /// - Throws: what is wrong with the names, all at once.
  package init(names: [String], hasContent: Bool) throws(Problem) {
    let list = ModelChoice.names.joined(separator: ", ")
    var problems: [String] = []
    for name in names where !ModelChoice.names.contains(name) {
      let near = NearestName.suggestion(for: name, among: ModelChoice.names)
      problems.append("'\(name)' is no model\(near.isEmpty ? "; there are \(list)" : near)")
    }
    if names.isEmpty { problems.append("name at least one of \(list)") }
    if Set(names).count < names.count { problems.append("a model is named twice") }
    let recipes = names.compactMap { ModelRecipe.named($0) }
    for recipe in recipes where recipe.needsContent && !hasContent {
      problems.append("\(recipe.name) needs a catalogue, which --train has not")
    }
    let blendPlace = names.firstIndex(of: ModelRecipe.blend)
    if blendPlace != nil, recipes.count < 2 {
      problems.append("blend is made of the models named beside it: name two or more")
    }
    guard problems.isEmpty else { throw Problem(description: problems.joined(separator: "; ")) }
    self.init(recipes: recipes, blendPlace: blendPlace)
  }

  package struct Problem: Error, CustomStringConvertible {
    package let description: String
  }
}
