package import FindieAnalytics
package import FindieDomain
package import FindieRanking
import FindieText

extension AdjustedRate.Reason {
  var words: String {
    switch self {
    case .noEffects(let reason): reason
    case .noOtherGame: "no other game was shown at the same positions"
    case .noPosition: "no card of the period has a position"
    }
  }
}

extension Comparison {
  package var sentence: String {
    if let reason {
      return "The new models were not compared with the published ones: \(reason.words)."
    }
    guard let challenger, let champion, let championDay else { return "" }
    let conclusion =
      switch verdict {
      case .worse: "are significantly worse than"
      case .notWorse, .notEvaluated: "are not worse than"
      case .inconclusive: "could not be compared clearly, for lack of players, with"
      }
    let older = reference.flatMap { reference in
      reference.name == championDay.description
        ? nil
        : "; against those of \(reference.name), the best so far, \(Self.words(reference.relative))"
    }
    let isBelowReference = verdict == .worse && Verdict(relative, bound: bound) != .worse
    let night = isBelowReference ? reference?.name ?? "" : "\(championDay)"
    return
      "The new models \(conclusion) those of the night of \(night): nDCG@\(k) "
      + "\(challenger.decimal(4)) against \(champion.decimal(4)) of the published ones, "
      + "\(Self.words(relative))"
      + "\(older ?? "") (\(players.counted("player"))). A loss of up to \(bound.percent(1)) is allowed."
  }

  private static func words(_ relative: Interval?) -> String {
    guard let relative else { return "a difference that cannot be measured" }
    return "\(relative.mean.signedPercent) (95% interval \(relative.low.signedPercent) to "
      + "\(relative.high.signedPercent))"
  }
}

extension Comparison.NotEvaluated {
  fileprivate var words: String {
    switch self {
    case .noChampion(let reason): reason
    case .tooFewPlayers(let players, let needed):
      "\(players.counted("player")) could be evaluated, and at least \(needed.grouped) are needed"
    }
  }
}

extension Evaluation {
  /// A sentence on which models the last or best one is better than, for the first list length.
  package var verdict: String {
    guard players > 0 else { return "No player has enough history for an evaluation yet." }
    let compared = verdicts
    let model = differences.first?.model ?? rows.last?.model ?? ""
    let tested = players.counted("player")
    guard !compared.isEmpty else { return "\(model) was evaluated alone (\(tested))." }
    let groups: [(words: String, Bool?)] = [
      ("better than", true), ("worse than", false), ("not significantly different from", nil),
    ]
    let comparisons = groups.compactMap { words, isBetter in
      let models = compared.filter { $0.isBetter == isBetter }.map(\.other)
      return models.isEmpty ? nil : "\(words) \(models.listed)"
    }
    return "\(model), by nDCG@\(ks[0]) (\(tested)): " + comparisons.joined(separator: "; ") + "."
  }
}

extension GateCheck {
  /// For example "changed entries: 0.97, at most 0.9, FAILED".
  package var sentence: String {
    let bound =
      switch bound {
      case .atLeast(let bound): "at least \(bound.decimal(4))"
      case .atMost(let bound): "at most \(bound.decimal(4))"
      }
    let suffix = note.map { " (\($0.words))" } ?? ""
    guard let value else { return "\(name): not evaluated\(suffix)" }
    return "\(name): \(value.decimal(4)), \(bound)\(verdict == .failed ? ", FAILED" : "")\(suffix)"
  }
}

extension GateCheck.Note {
  fileprivate var words: String {
    switch self {
    case .firstViolation(let rank, let player): "first: rank \(rank) of the list of \(player)"
    case .noGameLeft: "no player has a game left to show"
    case .noGameShown: "no game is shown"
    case .tooFewEntries(let entries, let games):
      "\(entries.counted("entry")) cannot show \(games.counted("game"))"
    case .words(let words): words
    }
  }
}

extension GateFindings {
  /// The results of all checks, and the exposure of studios by size.
  package var sentence: String {
    (["Checks of the lists: " + checks.map(\.sentence).joined(separator: "; ") + "."]
      + exposure.map(\.sentence)).joined(separator: " ")
  }

  /// The decision to publish; empty if all checks passed and the run's models were promoted.
  ///
  /// - Parameters:
  ///   - champion: the night whose models made the lists; nil if the run's own did.
  ///   - isOverridden: whether `--publish anyway` overrides failed checks.
  func sentences(
    _ comparison: Comparison?, champion: Day?, isOverridden: Bool
  ) -> [String] {
    var sentences: [String] = []
    if let comparison, comparison.verdict == .worse {
      sentences.append(comparison.sentence)
      sentences.append(
        champion.map { Self.notPromoted(servedBy: $0) }
          ?? "Tonight's models were promoted because of --publish anyway.")
    }
    let problems = (violations + failed).map(\.sentence).joined(separator: "; ")
    if !allowsPublishing(isOverridden: isOverridden) {
      sentences.append(
        "Tonight's lists were not published, and the previous lists are still published: "
          + "\(problems).")
    } else if !failed.isEmpty {
      sentences.append(
        "Tonight's lists were published because of --publish anyway, although checks failed: "
          + "\(problems).")
    }
    return sentences
  }

  package static func notPromoted(servedBy champion: Day) -> String {
    "Tonight's models are not promoted: the lists are computed by the models and parameters of the "
      + "night of \(champion), for tonight's players and games."
  }
}

extension StudioExposure {
  fileprivate var sentence: String {
    "Studios with \(size) have \(shareOfGames.percent()) of the games and "
      + "\(shareOfEntries.percent()) of the lists' entries, \(shareOfTopPositions.percent()) of the "
      + "top positions."
  }
}

extension PositionEffects {
  package var sentence: String {
    if let reason = notIdentifiableInWords {
      return "The effect of a card's position on its like rate is not identifiable: \(reason)."
    }
    let most = buckets.map(\.shown).max() ?? 0
    let reference = buckets.first { $0.shown == most }?.name ?? ""
    let effects = buckets.filter { $0.name != reference }.compactMap { bucket in
      bucket.effect.map { "\($0.mean.fixed(2)) times at position \(bucket.name)" }
    }
    return
      "How often a game is liked at a position in the feed (from 0), relative to position "
      + "\(reference), which has the most cards: \(effects.joined(separator: ", ")). From "
      + "\(games.counted("game")) shown at several positions."
  }

  /// Nil if the effects are identifiable.
  package var notIdentifiableInWords: String? {
    switch notIdentifiable {
    case nil: nil
    case .noPosition(let without):
      "no card with a verdict has a position (\(without.grouped) have none)"
    case .onePosition(let position):
      "cardPosition is \(position) in all \(cards.grouped) cards that have one, so no game has two "
        + "positions"
    case .oneBucketPerGame: "no liked game has two positions in \(cards.grouped) cards"
    }
  }
}

extension TrendingBacktest {
  /// The result in words.
  package var sentence: String {
    guard nights > 0 else {
      return "No past day has enough history before it and days after it to test trending games."
    }
    guard let trending, let mostEngaged, let difference else {
      return "On \(nights.counted("past day")) no game was clearly rising."
    }
    let verdict =
      difference.low > 0 ? "more" : difference.high < 0 ? "less" : "no significant difference"
    let days = nights == 1 ? "a past day" : "each of \(nights.grouped) past days"
    let after = daysAfter == 1 ? "day" : "\(daysAfter) days"
    return
      "Of up to \(games.grouped) trending games on \(days), \(trending.percent) rose on the "
      + "\(after) after; "
      + "of the \(games.grouped) games with the most engagement, \(mostEngaged.percent): \(verdict) "
      + "(\(difference.points) points)."
  }
}

extension TrendingBacktest.Share {
  /// "61% (52% to 70%)".
  fileprivate var percent: String {
    "\(mean.percent(0)) (\(max(0, low).percent(0)) to \(high.percent(0)))"
  }

  /// "+12, 3 to 21".
  fileprivate var points: String {
    "\(mean >= 0 ? "+" : "")\(whole(mean)), \(whole(low)) to \(whole(high))"
  }

  private func whole(_ share: Double) -> String { share.percent(0, sign: "") }
}

extension ModelAgeLoss {
  package var sentence: String {
    guard let share else {
      return "Models from an earlier night have not been tested yet."
    }
    return
      "With models from an earlier night, nDCG changes by \(share.mean.signedPercent) (95% interval "
      + "\(share.low.signedPercent) to \(share.high.signedPercent), \(players.counted("player"))): "
      + (isSmall
        ? "the loss is at most 1%."
        : isLarge ? "the loss is more than 1%." : "a loss of at most 1% is not shown.")
  }
}

extension [NightHealth] {
  /// Which run trained the models of the last run, and what lists by older models lost in all of
  /// these runs; nil if it is unknown.
  var modelAgeSentence: String? {
    guard let last, let trained = last.trained else { return nil }
    let models =
      trained == last.day
      ? "The run trained its models."
      : "The models are those of \(trained), updated: what is popular is learned in each run, "
        + "who likes what once a week."
    let loss = ModelAgeLoss(of: compactMap { $0.nextDayHits?.modelAge })
    return loss.players == 0 ? models : "\(models) \(loss.sentence)"
  }
}

extension NextDayHits {
  package var sentence: String {
    func share(_ value: Double) -> String { max(0, min(1, value)).percent() }
    return
      "Of \(players.counted("player")) who liked a game that was new to them on \(lists), "
      + "\(share(hitRate.mean)) had one among the first \(cutoff) games of their published list of "
      + "that day (95% interval \(share(hitRate.low)) to \(share(hitRate.high))). nDCG@\(cutoff) is "
      + "\(nDCG.mean.decimal(4)) (\(nDCG.low.decimal(4)) to \(nDCG.high.decimal(4)))"
      + (isFall ? ", significantly less than on the days before." : ".")
  }
}
