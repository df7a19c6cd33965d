package import FindieAnalytics
package import FindieDomain
import FindieModels
package import FindieRanking
import FindieReports
package import FindieWorkspace

extension RecommendationTable: Artifact {
  package static var grain: String { "one row per player and list position" }
  package static var countOfGrain: String? { "entries" }
  package static var formatVersion: Int { 11 }

  package var counts: [String: Int] {
    var counts = ["players": count, "entries": games.count]
    if !rows.keys.isEmpty { counts["rows"] = rows.keys.count }
    for source in RecommendationList.Source.allCases {
      counts[source.rawValue] = self.count(of: source)
    }
    return counts
  }

  package func write(to file: inout ArtifactWriter) {
    file.put("sources", sources)
    file.put("offsets", offsets)
    file.put("games", games)
    file.put("scores", scores)
    file.put("reasonKinds", reasonKinds)
    file.put("reasonSubjects", reasonSubjects)
    file.put("reasonWeights", reasonWeights)
    file.put("drawnEntries", drawnEntries)
    file.put("probabilities", probabilities)
    file.put("promotedEntries", promotedEntries)
    file.put("rowOffsets", rows.offsets)
    file.put("rowKeys", rows.keys)
    file.put("rowSubjects", rows.subjects)
    file.put("rowGameOffsets", rows.gameOffsets)
    file.put("rowGames", rows.games)
    file.put("terms", json: rows.terms)
  }

  package init(from file: ArtifactReader) throws {
    let rows = RowTable(
      offsets: try file.numbers("rowOffsets"), keys: try file.numbers("rowKeys"),
      subjects: try file.numbers("rowSubjects"), gameOffsets: try file.numbers("rowGameOffsets"),
      games: try file.numbers("rowGames"), terms: try file.json("terms"))
    guard let rows else { throw ArtifactDamage.array("rowOffsets") }
    let table = RecommendationTable(
      sources: try file.numbers("sources"), offsets: try file.numbers("offsets"),
      games: try file.numbers("games"), scores: try file.numbers("scores"),
      reasonKinds: try file.numbers("reasonKinds"),
      reasonSubjects: try file.numbers("reasonSubjects"),
      reasonWeights: try file.numbers("reasonWeights"),
      drawnEntries: try file.numbers("drawnEntries"),
      probabilities: try file.numbers("probabilities"),
      promotedEntries: try file.numbers("promotedEntries"), rows: rows)
    guard let table else { throw ArtifactDamage.array("offsets") }
    self = table
  }
}

extension NeighborTable: Artifact {
  package static var grain: String { "one row per game and position in its list of similar games" }
  package static var countOfGrain: String? { "entries" }
  package static var formatVersion: Int { 3 }

  package var counts: [String: Int] {
    let byTags = carriers.count { SimilarGames.Carrier.allCases[Int($0)] == .tags }
    return [
      "games": count, "entries": games.count, "carriedByTags": byTags,
      "carriedByPlayers": games.count - byTags, "mostTopFives": Hubness(of: self).maximum,
    ]
  }

  package var measures: [String: Double] {
    Hubness(of: self).skewness.map { ["skewness of top fives": $0] } ?? [:]
  }

  package func write(to file: inout ArtifactWriter) {
    file.put("offsets", offsets)
    file.put("games", games)
    file.put("scores", scores)
    file.put("carriers", carriers)
  }

  package init(from file: ArtifactReader) throws {
    let table = NeighborTable(
      offsets: try file.numbers("offsets"), games: try file.numbers("games"),
      scores: try file.numbers("scores"), carriers: try file.numbers("carriers"))
    guard let table else { throw ArtifactDamage.array("offsets") }
    self = table
  }
}

/// The trending games of a night: of all genres first, then of each genre.
package struct TrendingLists: JSONArtifact {
  package static var grain: String { "one list per genre and one of all genres" }
  package static var countOfGrain: String? { "lists" }
  package static var formatVersion: Int { 5 }

  package let lists: [TrendingGames]
  /// How past nights' trending games did afterwards.
  package let backtest: TrendingBacktest

  package var counts: [String: Int] {
    let games = lists.first?.games ?? []
    return [
      "lists": lists.count, "games": games.count, "flagged": games.count { !$0.flags.isEmpty },
      "backtestNights": backtest.nights,
    ]
  }

  package var measures: [String: Double] {
    var measures: [String: Double] = [:]
    for (name, share) in [
      ("trending rose", backtest.trending), ("most engaged rose", backtest.mostEngaged),
      ("difference", backtest.difference),
    ] {
      guard let share else { continue }
      measures[name] = share.mean
      measures[name + " low"] = share.low
      measures[name + " high"] = share.high
    }
    return measures
  }

  package var conclusion: String? { backtest.sentence }
}

/// The popular games of a night: of all genres first, then of each genre.
package struct PopularLists: JSONArtifact {
  package static var grain: String { "one list per genre and one of all genres" }
  package static var countOfGrain: String? { "lists" }
  package static var formatVersion: Int { 1 }

  package let lists: [PopularGames]

  package var counts: [String: Int] {
    ["lists": lists.count, "games": lists.first?.games.count ?? 0]
  }

  package var conclusion: String? {
    lists.first.map { "The list of all genres counts the players of \($0.window)." }
  }
}

/// The new releases and announced games of a night.
package struct NewReleaseList: JSONArtifact {
  package static var grain: String { "one row per new release and one per announced game" }
  package static var formatVersion: Int { 3 }

  package let games: [NewRelease]
  package let announced: [AnnouncedGame]

  package var counts: [String: Int] {
    [
      "games": games.count, "earlyAccess": games.count { $0.status == .earlyAccess },
      "announced": announced.count,
    ]
  }
}

/// The wishlisted games that cost less than when players wished for them.
package struct PriceDropList: JSONArtifact {
  package static var grain: String { "one row per player, game and currency" }
  package static var countOfGrain: String? { "drops" }
  package static var formatVersion: Int { 1 }

  /// By player (see `PriceDrops.all`).
  package let drops: [PriceDrop]

  package var counts: [String: Int] {
    let summary = PriceDropSummary(drops)
    return ["drops": drops.count, "players": summary.players, "games": summary.games]
  }

  /// The drops of each player.
  var byPlayer: [ArraySlice<PriceDrop>] {
    var players: [ArraySlice<PriceDrop>] = []
    var start = drops.startIndex
    while start < drops.endIndex {
      let end = drops[start...].firstIndex { !$0.userId.hasSameBytes(as: drops[start].userId) }
      players.append(drops[start..<(end ?? drops.endIndex)])
      start = end ?? drops.endIndex
    }
    return players
  }
}
