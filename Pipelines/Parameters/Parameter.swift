import FindieModels
import FindieRanking
import FindieWorkspace
import Foundation
import Yams

/// One entry of the parameter file: its path, meaning and range.
package struct Parameter: Sendable {
  /// The path in the file, such as `als.rank`.
  package let path: String
  /// The description, one sentence.
  package let doc: String
  /// The allowed values, as text.
  package let range: String
  /// Its value in a set of parameters, as YAML.
  package let text: @Sendable (NightParameters) -> String
  /// Sets it from a scalar in the file. Returns nil or, if the scalar is not allowed, the allowed
  /// values as text.
  let set: @Sendable (inout NightParameters, Node) -> String?

  /// The same parameter in the section `advanced`.
  var advanced: Parameter {
    Parameter(path: "advanced.\(path)", doc: doc, range: range, text: text, set: set)
  }

  typealias Property<Value> = any WritableKeyPath<NightParameters, Value> & Sendable

  static func integer(
    _ path: String, _ property: Property<Int>, in range: ClosedRange<Int>, _ doc: String
  ) -> Parameter {
    let words = "a whole number from \(range.lowerBound) to \(range.upperBound)"
    return Parameter(
      path: path, doc: doc, range: words, text: { "\($0[keyPath: property])" },
      set: { parameters, node in
        guard let value = node.wholeNumber, range.contains(value) else { return words }
        parameters[keyPath: property] = value
        return nil
      })
  }

  static func number(
    _ path: String, _ property: Property<Double>, in range: ClosedRange<Double>, _ doc: String
  ) -> Parameter {
    let shortest = SettingsText.shortest
    let words = "a number from \(shortest(range.lowerBound)) to \(shortest(range.upperBound))"
    return Parameter(
      path: path, doc: doc, range: words, text: { SettingsText.shortest($0[keyPath: property]) },
      set: { parameters, node in
        guard let value = node.number, range.contains(value) else { return words }
        parameters[keyPath: property] = value
        return nil
      })
  }

  /// One name out of several.
  static func choice<Choice: RawRepresentable<String> & CaseIterable & Sendable>(
    _ path: String, _ property: Property<Choice>, _ doc: String
  ) -> Parameter {
    let words = Choice.allCases.map(\.rawValue).joined(separator: ", ")
    return Parameter(
      path: path, doc: doc, range: "one of \(words)", text: { $0[keyPath: property].rawValue },
      set: { parameters, node in
        guard let text = node.scalar?.string, let value = Choice(rawValue: text) else {
          return "one of \(words)"
        }
        parameters[keyPath: property] = value
        return nil
      })
  }

  static func timeZone(_ path: String, _ property: Property<String>, _ doc: String) -> Parameter {
    let words = "a name from the time-zone database, such as Europe/Berlin"
    return Parameter(
      path: path, doc: doc, range: words, text: { $0[keyPath: property] },
      set: { parameters, node in
        guard let text = node.scalar?.string, TimeZone(identifier: text) != nil else {
          return words
        }
        parameters[keyPath: property] = text
        return nil
      })
  }

  /// A code of 2 or 3 capital letters.
  static func capitals(
    _ count: Int, _ path: String, _ property: Property<String>, example: String, _ doc: String
  ) -> Parameter {
    let words = "\(count == 2 ? "two" : "three") capital letters, such as \(example)"
    return Parameter(
      path: path, doc: doc, range: words, text: { $0[keyPath: property] },
      set: { parameters, node in
        guard let text = node.scalar?.string, text.utf8.count == count,
          text.utf8.allSatisfy({ (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains($0) })
        else { return words }
        parameters[keyPath: property] = text
        return nil
      })
  }
}

extension Parameter {
  /// The training and evaluation of models.
  static let models: [Parameter] = [
    .number(
      "matrix.halfLifeInDays", \.matrix.halfLifeInDays, in: 1...100_000,
      "The number of days after which the confidence of an action is halved."),
    .number(
      "matrix.skipReturnsAfterDays", \.matrix.skipReturnsAfterDays, in: 1...100_000,
      "The number of days after which a skipped game may be listed again."),
    .number(
      "matrix.weights.like", \.matrix.weights.like, in: 0...1000,
      "The confidence that a like adds on its day."),
    .number(
      "matrix.weights.superLike", \.matrix.weights.superLike, in: 0...1000,
      "The confidence that a super-like adds on its day."),
    .number(
      "matrix.weights.wishlist", \.matrix.weights.wishlist, in: 0...1000,
      "The confidence that a wishlist action or item adds, also for owned games; an item without "
        + "a date does not decay."),
    .number(
      "matrix.weights.share", \.matrix.weights.share, in: 0...1000,
      "The confidence that a share adds on its day."),
    .number(
      "matrix.weights.viewDetails", \.matrix.weights.viewDetails, in: 0...1000,
      "The confidence that a detail view adds on its day."),
    .number(
      "matrix.weights.dislike", \.matrix.weights.dislike, in: 0...1000,
      "The confidence that a dislike adds to a negative on its day."),

    .number(
      "als.regularizationScale", \.als.regularizationScale, in: 1e-6...1e6,
      "The regularization of a mean player; 1 is the mean confidence times the root of the profile "
        + "length."
    ),
    .number(
      "als.frequencyExponent", \.als.frequencyExponent, in: 0...2,
      "The frequency exponent ν: 0 regularizes all rows equally, 1 in proportion to their evidence."
    ),
    .number(
      "als.unobservedScale", \.als.unobservedScale, in: 1e-6...1e6,
      "The weight of all pairs of a mean player without evidence, relative to that of the "
        + "positives."
    ),
    .choice(
      "als.start", \.als.start,
      "The factors that training starts from: random ones, or those of the published night."),

    .number(
      "newGames.regularization", \.newGames.regularization, in: 1e-6...1e9,
      "The regularization λ of the regression that predicts a game's factor from genres and tags."),
    .number(
      "newGames.evidenceForHalf", \.newGames.evidenceForHalf, in: 0...1e6,
      "The number of players at which a game's factor is half trained and half predicted."),

    .choice(
      "ease.use", \.ease.use,
      "Whether to train EASE; automatic fits only the 10,000 most popular games densely, on fits "
        + "all."
    ),
    .number(
      "ease.regularization", \.ease.regularization, in: 1e-6...1e9,
      "The regularization λ of EASE."),
    .number(
      "ease.dropout", \.ease.dropout, in: 0...0.99,
      "The dropout rate p of EASE: a penalty of p / (1 - p) times a game's weighted players."),
    .number(
      "ease.lengthExponent", \.ease.lengthExponent, in: 0...2,
      "The exponent β of EASE: a player with n positives has the weight n^-β."),
    .integer(
      "ease.minimumPlayers", \.ease.minimumPlayers, in: 1...1_000_000,
      "The minimum number of positives of a game in EASE."),

    .integer(
      "neighborhood.neighbors", \.neighborhood.neighbors, in: 1...100_000,
      "The maximum number of neighbours of a game in item-kNN."),
    .number(
      "neighborhood.shrinkage", \.neighborhood.shrinkage, in: 0...1e6,
      "The number of common players at which the similarity of two games is halved."),
    .choice(
      "neighborhood.weighting", \.neighborhood.weighting,
      "The weight of a player in item-kNN: equal, or higher for players with few positives."),

    .number(
      "similarity.commonPlayersForHalf", \.similarity.commonPlayersForHalf, in: 0.001...1e6,
      "The number of common players, observed or expected, at which their similarity counts half."),
    .number(
      "similarity.tagScale", \.similarity.tagScale, in: 0...1,
      "The weight of the cosine of genres and tags, relative to the cosine of players."),
    .number(
      "similarity.contentShare", \.similarity.contentShare, in: 0...1,
      "The share of a similarity that two games without common genres and tags lose."),
    .number(
      "similarity.weights.genre", \.similarity.weights.genre, in: 0...10,
      "The weight of a genre, relative to a tag without a category."),
    .number(
      "similarity.weights.gameplay", \.similarity.weights.gameplay, in: 0...10,
      "The weight of a gameplay tag."),
    .number(
      "similarity.weights.theme", \.similarity.weights.theme, in: 0...10,
      "The weight of a theme tag."),
    .number(
      "similarity.weights.artStyle", \.similarity.weights.artStyle, in: 0...10,
      "The weight of an art style tag."),
    .number(
      "similarity.weights.mood", \.similarity.weights.mood, in: 0...10,
      "The weight of a mood tag."),
    .number(
      "similarity.weights.playerCount", \.similarity.weights.playerCount, in: 0...10,
      "The weight of a tag for the number of players."),
    .number(
      "similarity.weights.difficulty", \.similarity.weights.difficulty, in: 0...10,
      "The weight of a difficulty tag."),

    .number(
      "evaluation.heldOutShare", \.evaluation.heldOutShare, in: 0.01...0.9,
      "The share of a player's positives to hold out."),
    .integer(
      "evaluation.k", \.evaluation.k, in: 1...1000,
      "The number of top positions of a list that metrics score."),
    .integer(
      "evaluation.players", \.evaluation.players, in: 1...10_000_000,
      "The maximum number of players to test."),
  ]
}

extension Parameter {
  /// A list of names; may be empty.
  static func names(
    _ path: String, _ property: Property<[String]>, _ doc: String
  ) -> Parameter {
    let words = "a list of names, such as [\"one\", \"two\"]"
    return Parameter(
      path: path, doc: doc, range: words,
      text: { canonicalJSON($0[keyPath: property]) },
      set: { parameters, node in
        guard let names = node.names, !names.contains("") else { return words }
        parameters[keyPath: property] = names
        return nil
      })
  }

  /// A list of names from a fixed set; may be empty.
  static func choices<Choice: RawRepresentable<String> & CaseIterable & Sendable>(
    _ path: String, _ property: Property<[Choice]>, _ doc: String
  ) -> Parameter {
    let words = "a list of some of \(Choice.allCases.map(\.rawValue).joined(separator: ", "))"
    return Parameter(
      path: path, doc: doc, range: words,
      text: { "[\($0[keyPath: property].map(\.rawValue).joined(separator: ", "))]" },
      set: { parameters, node in
        guard let names = node.names else { return words }
        let choices = names.compactMap { Choice(rawValue: $0) }
        guard choices.count == names.count else { return words }
        parameters[keyPath: property] = choices
        return nil
      })
  }
}

extension Node {
  /// The texts of a list of scalars; nil for anything else.
  fileprivate var names: [String]? {
    guard let elements = sequence.map({ Array($0) }) else { return nil }
    let names = elements.compactMap { $0.scalar?.string }
    return names.count == elements.count ? names : nil
  }
}
