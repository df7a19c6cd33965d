import FindieDomain
package import FindieRanking
import FindieText

extension SplitDesign {
  /// The method, followed by the notes.
  package var sentences: [String] { [method.sentence] + notes.map(\.sentence) }

  /// What models are tested on: the method, and whether positives without a date are tested too.
  var tested: String {
    let undated = notes.filter { if case .undated = $0 { true } else { false } }
    return ([method.sentence] + undated.map(\.sentence)).joined(separator: " ")
  }
}

extension SplitDesign.Method {
  package var sentence: String {
    switch self {
    case .random(let seed, let share):
      "Random per player, seed \(seed): \(share.percent(0)) of the positives (at least one) of "
        + "each player with two or more are held out; the rest is for training and is the profile."
    case .byTime(let days):
      "Players’ likes, wishes and shares of \(days.fromTo), by models that knew nothing after "
        + "\(days.first.adding(days: -1).inWords)."
    case .given(hasFoldIn: false):
      "As given: test players are scored from their rows of the training."
    case .given(hasFoldIn: true):
      "As given: test players are scored from their rows of the fold-in, which is not used for "
        + "training."
    }
  }
}

extension SplitDesign.Note {
  package var sentence: String {
    switch self {
    case .withoutEvidence(let players, let day):
      "\(players.counted("player")) without evidence before \(day): not tested."
    case .undated(let players, let share):
      "\(players.counted("player")) whose positives mostly have no date: "
        + "\(share.percent(0)) of those positives are held out at random."
    case .sampled(let players, let all):
      "\(players.grouped) of \(all.grouped) eligible players were sampled."
    case .withoutProfile(let players):
      "\(players.counted("player")) of the test had no profile and "
        + "\(players.verb("was")) not tested."
    case .untrained(let games, let misses):
      "\(games.counted("game")) of the test "
        + (games == 1
          ? "is in no row of the training and counts as a miss"
          : "are in no row of the training and count as misses")
        + " (\(misses.grouped) in all)."
    case .known(let pairs):
      "\(pairs.counted("pair")) of the test \(pairs.verb("is")) also in the player's "
        + "profile and \(pairs.verb("was")) left out."
    case .alsoTrained(let players):
      "\(players.counted("player")) of the fold-in "
        + (players == 1
          ? "is also in the training, which uses its row."
          : "are also in the training, which uses their rows.")
    case .unknownGames(let lines):
      "\(lines.counted("line")) of the fold-in "
        + (lines == 1
          ? "has a game that is missing from the training, and is ignored."
          : "have games that are missing from the training, and are ignored.")
    }
  }
}

extension RankerWeights {
  /// The data that the weights were chosen on.
  package var sentence: String {
    let learned =
      validation?.sentences
      ?? ["There is too little history to learn weights; these are the defaults."]
    return (learned + [suggestions?.sentence].compactMap(\.self)).joined(separator: " ")
  }
}

extension SuggestionUse {
  fileprivate var sentence: String {
    let what = "The input's candidates and players’ vectors"
    guard let learnedFrom else {
      return countsFrom.map {
        "\(what) can count from \($0) on: weights are learned from those received before the "
          + "tested likes."
      } ?? "\(what) do not count, since likes are held out at random."
    }
    let used = [usesCandidates ? "candidates" : nil, usesVectors ? "players’ vectors" : nil]
      .compactMap(\.self)
    return used.isEmpty
      ? "\(what) do not count: lists with those received on \(learnedFrom) were not significantly "
        + "better."
      : "The input's \(used.joined(separator: " and ")) count: lists with those received on "
        + "\(learnedFrom) were significantly better."
  }
}
