import FindieRanking
import FindieText
import FindieWorkspace

/// The models to evaluate, by name.
struct ModelChoice: Sendable {
  let recipes: [ModelRecipe]
  let ofNight: [NightRanker]

  /// Whether a night tunes parameters of one of the models.
  var areTuned: Bool { recipes.contains { ["ease", "als"].contains($0.name) } }

  /// The default for a workspace, whose games have genres and tags.
  static let night = chosen("popularity", "tags", "als")
  /// The default for interactions without a catalogue.
  static let plain = chosen("popularity", "knn", "als")
  /// Every name.
  static var names: [String] {
    ModelRecipe.all.map(\.name) + NightRanker.allCases.map(\.rawValue)
  }

  private static func chosen(_ names: String...) -> ModelChoice {
    ModelChoice(recipes: names.compactMap { ModelRecipe.named($0) })
  }

  private init(recipes: [ModelRecipe], ofNight: [NightRanker] = []) {
    self.recipes = recipes
    self.ofNight = ofNight
  }

  /// - Parameters:
  ///   - hasContent: whether games have genres and tags.
  ///   - isByTime: whether the test is later than the training, so that a night can be learned.
  /// - Throws: `badModels` with all problems at once.
  init(names: [String], hasContent: Bool, isByTime: Bool) throws(LabFailure) {
    let list = Self.names.joined(separator: ", ")
    var problems: [String] = []
    for name in names where !Self.names.contains(name) {
      let near = NearestName.suggestion(for: name, among: Self.names)
      problems.append("'\(name)' is not a model\(near.isEmpty ? " (models: \(list))" : near)")
    }
    if names.isEmpty { problems.append("name at least one of \(list)") }
    if Set(names).count < names.count { problems.append("a model is named twice") }
    let recipes = names.compactMap { ModelRecipe.named($0) }
    for recipe in recipes where recipe.needsContent && !hasContent {
      problems.append("\(recipe.name) needs a catalogue, which --train does not have")
    }
    for name in names where NightRanker(rawValue: name) != nil && !isByTime {
      problems.append("\(name) needs --split time or --test: a night learns from what came before")
    }
    guard problems.isEmpty else { throw LabFailure.badModels(problems.joined(separator: "; ")) }
    self.init(recipes: recipes, ofNight: names.compactMap { NightRanker(rawValue: $0) })
  }
}

/// A ranker that a night learns from what happened before the test.
enum NightRanker: String, CaseIterable, Sendable {
  /// The popularity of the window that ranked best on the night's validation.
  case recent
  case lists
  case listsWithoutVariety = "lists-without-variety"
  /// The games of all rows of a player, as one list.
  case rows
}
