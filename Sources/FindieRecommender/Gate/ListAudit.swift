package import FindieDomain
package import FindieLinearAlgebra
package import FindieWorkers

/// What all players' lists of a night are, counted entry by entry: independently of what made them.
package struct ListAudit: Sendable, Equatable {
  /// Entries that repeat one above them.
  package private(set) var repeats = 0
  /// Entries that a filter forbids: seen, not out, too dear, or of no platform of the player's.
  package private(set) var filtered = 0
  /// Where the first of them stands; nil where there is none.
  package private(set) var firstBreach: String?
  package private(set) var players = 0
  /// Players for whom a game is left.
  package private(set) var servable = 0
  /// Of those, the ones that have a list.
  package private(set) var served = 0
  /// Lists that are shorter than the games that are left allow.
  package private(set) var short = 0
  package private(set) var entries = 0
  /// By game, on how many lists it stands.
  package let exposures: [Int]

  /// The names of two checks that are told beyond the gate.
  package static let coverageName = "catalogue coverage"
  package static let giniName = "Gini of exposure"

  private static let playersAPart = 256

  /// - Parameters:
  ///   - seen: what is not listed again [players, games].
  ///   - isListed: by game, whether lists may hold it at all, as of several editions one.
  ///   - users: of the table's players, by row; nil where nothing is known of one.
  ///   - listLength: how many games a list holds where enough are left.
  package init(
    of table: RecommendationTable, players: Identifiers, seen: SparseRows, eligibility: Eligibility,
    isListed: [Bool], users: [User?], listLength: Int, workers: Workers
  ) {
    precondition(
      table.count == players.count && seen.rows == players.count && users.count == players.count,
      "lists of \(table.count) of \(players.count) players")
    let parts = Workers.ranges(of: players.count, size: ListAudit.playersAPart)
    let audits = workers.map(parts.count) { part in
      var audit = ListAudit(exposures: [])
      var isOnList = [Bool](repeating: false, count: seen.columns)
      for player in parts[part] {
        let preferences = Eligibility.Preferences(users[player])
        audit.add(
          table.games(ofPlayer: player), of: players[player], listLength, &isOnList, isListed
        ) { game in
          eligibility.allows(game, for: preferences)
            && !seen.contains(row: player, column: UInt32(game))
        }
      }
      return audit
    }
    var exposures = [Int](repeating: 0, count: seen.columns)
    for game in table.games { exposures[Int(game)] += 1 }
    self = audits.reduce(into: ListAudit(exposures: exposures)) { $0.add($1) }
  }

  private init(exposures: [Int]) {
    self.exposures = exposures
  }

  private mutating func add(
    _ list: ArraySlice<UInt32>, of name: String, _ listLength: Int, _ isOnList: inout [Bool],
    _ isListed: [Bool], isAllowed: (Int) -> Bool
  ) {
    players += 1
    entries += list.count
    for (place, game) in list.enumerated() {
      let isRepeat = isOnList[Int(game)]
      let isFiltered = !isAllowed(Int(game))
      isOnList[Int(game)] = true
      if isRepeat { repeats += 1 }
      if isFiltered { filtered += 1 }
      if isRepeat || isFiltered, firstBreach == nil {
        firstBreach = "first: place \(place + 1) of the list of \(name)"
      }
    }
    var hasMore = false
    if list.count < listLength {
      hasMore = isOnList.indices.contains {
        isListed[$0] && !isOnList[$0] && isAllowed($0)
      }
    }
    for game in list { isOnList[Int(game)] = false }
    if !list.isEmpty || hasMore { servable += 1 }
    if !list.isEmpty { served += 1 }
    if hasMore { short += 1 }
  }

  private mutating func add(_ other: ListAudit) {
    repeats += other.repeats
    filtered += other.filtered
    firstBreach = firstBreach ?? other.firstBreach
    players += other.players
    servable += other.servable
    served += other.served
    short += other.short
    entries += other.entries
  }
}

extension ListAudit {
  /// What is checked of these lists.
  ///
  /// - Parameter isListed: by game, whether it could have been shown.
  package func checks(isListed: [Bool], _ parameters: GateParameters) -> [GateCheck] {
    let shown = exposures.count { $0 > 0 }
    let showable = isListed.count { $0 }
    let possible = min(showable, entries)
    let covered = GateCheck.Bound.atLeast(parameters.leastCovered)
    let coverage = GateCheck.Bound.atLeast(parameters.leastCoverage)
    let gini = GateCheck.Bound.atMost(parameters.mostGini)
    return [
      GateCheck(
        "repeated entries", Double(repeats), .atMost(0), isContract: true, note: firstBreach),
      GateCheck(
        "filtered games", Double(filtered), .atMost(0), isContract: true, note: firstBreach),
      servable == 0
        ? GateCheck("players with a list", covered, notJudged: "no game is left for any player")
        : GateCheck("players with a list", Double(served) / Double(servable), covered),
      GateCheck(
        "short lists", players == 0 ? 0 : Double(short) / Double(players),
        .atMost(parameters.mostShort)),
      possible == 0
        ? GateCheck(ListAudit.coverageName, coverage, notJudged: "no game is shown")
        : GateCheck(ListAudit.coverageName, Double(shown) / Double(possible), coverage),
      entries < showable || showable == 0
        ? GateCheck(
          ListAudit.giniName, gini,
          notJudged: "\(entries) entries cannot show \(showable) games")
        : GateCheck(
          ListAudit.giniName,
          ListShape.gini(of: exposures.indices.filter { isListed[$0] }.map { exposures[$0] }), gini),
    ]
  }
}

extension NeighborTable {
  /// What is checked of the lists of similar games: that none holds a game twice, the game itself, or
  /// one that is not out.
  package func checks(isOut: [Bool]) -> [GateCheck] {
    var (repeats, filtered) = (0, 0)
    for game in 0..<count {
      let list = games[offsets[game]..<offsets[game + 1]]
      repeats += list.count - Set(list).count
      filtered += list.count { $0 == game || !isOut[Int($0)] }
    }
    return [
      GateCheck("repeated similar games", Double(repeats), .atMost(0), isContract: true),
      GateCheck("filtered similar games", Double(filtered), .atMost(0), isContract: true),
    ]
  }
}
