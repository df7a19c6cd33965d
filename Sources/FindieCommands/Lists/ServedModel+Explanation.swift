import FindieDomain
import FindieModels
import FindieNight
import FindieRanking
import FindieReports
import FindieStore
package import FindieText
import FindieWorkspace

/// The scores of a player's list, or why a game is not on it.
package struct ListExplanation: Encodable, Sendable {
  /// One term of a score.
  struct Part: Encodable, Sendable {
    let name: String
    let gameId: String?
    let value: Double
  }

  /// A candidate, listed or not.
  struct Candidate: Encodable, Sendable {
    let gameId: String
    let title: String
    /// The rank in the list, from 1; nil if it is not listed.
    let rank: Int?
    /// The rank among all candidates by score alone, from 1.
    let scoreRank: Int
    let score: Double
    let sources: [String]
    /// The probability with which it was drawn for exploration; nil if it was not.
    let probability: Double?
    /// True if a promotion put it there.
    let promoted: Bool?
    let parts: [Part]
  }

  let userId: String
  let date: Day
  let source: String
  /// The experiment whose arm the player is in; nil for none.
  let arm: String?
  /// The names of the ranker's features, and its weights for players with this many positives.
  let features: [String]
  let weights: RankerWeights.Group
  /// Describes what the weights were learned from.
  let sentence: String
  let candidates: Int
  /// The list, or the requested candidate.
  let shown: [Candidate]
  /// Why a game is not listed; nil if it is.
  let verdict: String?
  /// The filter that excludes it; nil if none does.
  let filter: ListFilter?
}

extension ServedModel {
  /// - Parameter game: the id or title of one game; nil for the whole list.
  /// - Throws: `NotFound` if the night has no such player or game.
  package func explanation(userId: String, game: String?) throws -> ListExplanation {
    guard let player = matrix.players.index(of: userId),
      let list = try store.recommendationList(userId: userId)
    else {
      throw NotFound(player: userId, of: try store.catalogue(), on: night)
    }
    let gameId = try game.map { try catalogue.game($0, in: "The night of \(night)").id }
    let row = matrix.row(
      of: player, id: userId, with: [], since: night, parameters: settings.matrix)
    let audience = try audience(of: player, id: userId, row)
    let recommender = recommender(of: userId)
    let found = try recommender.with(audience).candidates(of: 0)
    let entries = Dictionary(uniqueKeysWithValues: list.games.map { (ExactText($0.gameId), $0) })
    let candidates = found.enumerated().map { index, candidate in
      let game = catalogue.games[Int(candidate.game)]
      let entry = entries[ExactText(game.id)]
      return ListExplanation.Candidate(
        gameId: game.id, title: game.title, rank: entry?.rank, scoreRank: index + 1,
        score: candidate.score, sources: candidate.sources.names, probability: entry?.probability,
        promoted: entry?.promoted, parts: candidate.parts.map(part))
    }
    let shown: [ListExplanation.Candidate]
    var verdict: (filter: ListFilter?, words: String)?
    if let gameId {
      shown = candidates.filter { ExactText($0.gameId) == ExactText(gameId) }
      if shown.first?.rank == nil {
        verdict = try reason(
          gameId, row, user: userId, candidate: shown.first, listed: list.games.count,
          of: candidates.count)
      }
    } else {
      shown = candidates.filter { $0.rank != nil }.sorted { ($0.rank ?? 0) < ($1.rank ?? 0) }
    }
    return ListExplanation(
      userId: userId, date: night, source: list.source.rawValue, arm: list.arm,
      features: ranker.features,
      weights: recommender.weights(of: audience.kind(of: 0)), sentence: ranker.sentence,
      candidates: candidates.count, shown: shown, verdict: verdict?.words,
      filter: verdict?.filter)
  }

  private func part(_ part: ScorePart) -> ListExplanation.Part {
    switch part.kind {
    case .fact(let fact):
      return ListExplanation.Part(name: fact.name, gameId: nil, value: part.value)
    case .game(let game):
      let game = catalogue.games[Int(game)]
      return ListExplanation.Part(name: game.title, gameId: game.id, value: part.value)
    }
  }

  /// Why a game is not listed: the filter that excludes it, else its rank among the candidates.
  private func reason(
    _ gameId: String, _ row: PlayerRows, user: String,
    candidate: ListExplanation.Candidate?, listed: Int, of candidates: Int
  ) throws -> (filter: ListFilter?, words: String) {
    guard let game = matrix.games.index(of: gameId) else {
      throw NotFound("The night of \(night) has no game '\(gameId)'. Check the id.")
    }
    let listable = ListableGames(
      catalogue.games, on: night, currency: settings.recommendations.currency,
      isEligible: settings(of: user).recommendations.eligible.isEligible(catalogue.games),
      positives: matrix.positives, minimumPlayers: settings.minimumPlayers)
    let filter =
      listable.eligibility.filter(
        of: game, isListed: listable.isListed[game],
        for: Eligibility.Preferences(try self.user(user).map { PackedRecord($0) }))
      ?? row.filter(of: game)
    if let filter { return (filter, "not listed: \(sentence(filter, ofGame: game, row: row))") }
    guard let candidate else {
      return (nil, "not listed: it is not one of the player's \(candidates) candidates")
    }
    return (
      nil,
      "not listed: it has rank \(candidate.scoreRank) by score among \(candidates) candidates, and "
        + "the list has \(listed) entries, chosen for score and variety"
    )
  }
}

extension ServedModel {
  /// The filter as a sentence.
  private func sentence(_ filter: ListFilter, ofGame game: Int, row: PlayerRows) -> String {
    switch filter {
    case .inactive: "it is withdrawn (isActive is false)"
    case .cancelled: "it is cancelled"
    case .unreleased: whenOut(catalogue.games[game])
    case .ineligible: "it is not eligible by the parameters recommendations.eligible"
    case .otherEdition: "another edition of it is listed"
    case .price: "its price is above the player's limit or in another currency"
    case .platform: "it is on none of the player's platforms"
    case .mutedGenre: "the player muted its genre"
    case .mutedTag: "the player muted one of its tags"
    case .mature: "it is for adults only, and the player does not want such games"
    case .disliked: "the player disliked it"
    case .liked: "the player already likes it"
    case .wishlist: "it is in the player's wishlist or library"
    case .shared: "the player shared it"
    case .viewed: "the player viewed its details"
    case .seen: whenSeen(game, row)
    }
  }

  private func whenSeen(_ game: Int, _ row: PlayerRows) -> String {
    guard let day = row.seen.value(row: 0, column: UInt32(game)) else {
      preconditionFailure("a game that was not seen")
    }
    return "the player saw it on \(Day(daysSinceEpoch: Int32(day)))"
  }

  private func whenOut(_ game: Game) -> String {
    if let release = game.releaseDate?.day, release >= night {
      return "it is released on \(release)"
    }
    return "it is announced and not released before \(night)"
  }
}

extension ListExplanation {
  package var answer: Answer {
    var lines = [
      "Night of \(date), \(candidates) candidates, source of the list: \(source)"
        + (arm.map { ", arm \($0)" } ?? "") + ". A score is a "
        + "log-odds and the sum of its terms."
    ]
    if let verdict { lines.append(verdict.prefix(1).uppercased() + verdict.dropFirst() + ".") }
    if shown.count == 1, let one = shown.first {
      let rank: String = one.rank.map { "rank \($0)" } ?? "not listed"
      let drawn: String = one.probability.map { "; drawn with probability \(sixDigits($0))" } ?? ""
      let promoted: String = one.promoted == true ? "; promoted" : ""
      let sources: String = one.sources.joined(separator: ", ")
      lines.append(
        "\(one.title) (\(one.gameId)): \(rank), score \(fourDecimals(one.score)), rank "
          + "\(one.scoreRank) by score; sources: \(sources)\(drawn)\(promoted).")
      lines.append(one.table.text)
    } else if !shown.isEmpty {
      lines.append(table.text)
    }
    lines.append(weightTable.text)
    lines.append(sentence)
    return Answer(text: lines.joined(separator: "\n\n"), json: canonicalLine(self))
  }

  private var table: TextTable {
    var table = TextTable(
      ("rank", .right), ("game", .left), ("title", .left), ("score", .right), ("sources", .left),
      ("largest terms", .left))
    for entry in shown {
      let largest = entry.parts.filter { $0.name != "base" }
        .sorted { abs($0.value) > abs($1.value) }.prefix(3)
        .map { "\($0.name) \(fourDecimals($0.value))" }
      table.add(
        "\(entry.rank ?? 0)", entry.gameId, entry.title, fourDecimals(entry.score),
        entry.sources.joined(separator: ", "), largest.joined(separator: "; "))
    }
    return table
  }

  private var weightTable: TextTable {
    var table = TextTable(
      ("feature", .left), ("weight", .right), ("weight × standard deviation", .right))
    for (index, feature) in features.enumerated() {
      table.add(
        feature, fourDecimals(weights.weights[index]),
        fourDecimals(weights.weights[index] * weights.deviations[index]))
    }
    return table
  }
}

extension ListExplanation.Candidate {
  fileprivate var table: TextTable {
    var table = TextTable(("term", .left), ("game", .left), ("value", .right))
    for part in parts.sorted(by: { abs($0.value) > abs($1.value) }) {
      table.add(part.name, part.gameId ?? "", fourDecimals(part.value))
    }
    table.add("score", "", fourDecimals(score))
    return table
  }
}
