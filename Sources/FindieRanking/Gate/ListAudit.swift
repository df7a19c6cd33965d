package import FindieDomain
package import FindieModels
package import FindieWorkers

/// Counts over all players' lists of a night, made entry by entry, independent of the code that
/// built the lists.
package struct ListAudit: Sendable, Equatable {
  /// Entries that repeat an earlier entry of their list or, in rows, of any row of the player.
  package private(set) var repeats = 0
  /// Entries that a filter excludes: seen, not released, too expensive, or not on the player's
  /// platforms.
  package private(set) var filtered = 0
  /// Where the first violation is; nil if there is none.
  package private(set) var firstViolation: GateCheck.Note?
  package private(set) var players = 0
  /// Players with a game left to show.
  package private(set) var listable = 0
  /// The listable players that have a list.
  package private(set) var listed = 0
  /// Lists that are shorter than the player's remaining games allow.
  package private(set) var short = 0
  /// Without promoted ones.
  package private(set) var entries = 0
  /// By game, the number of lists that it is on, other than promoted.
  package let exposures: [Int]

  /// The names of two checks that are also reported outside the gate.
  package static let coverageName = "catalogue coverage"
  package static let giniName = "Gini of exposure"

  private static let playersPerPart = 256

  /// - Parameters:
  ///   - seen: games that must not be listed again [players, games].
  ///   - isListed: by game, whether it may be on any list; only one of several editions may.
  ///   - users: the table's players, by row; nil if unknown.
  ///   - listLength: the length of a list if enough games are left.
  package init(
    of table: RecommendationTable, players: Identifiers, seen: SparseRows, eligibility: Eligibility,
    isListed: [Bool], users: [PackedRecord<User>?], listLength: Int, workers: Workers
  ) {
    precondition(
      table.count == players.count && seen.rows == players.count && users.count == players.count,
      "lists of \(table.count) of \(players.count) players")
    let parts = Workers.ranges(of: players.count, size: Self.playersPerPart)
    let audits = workers.map(parts.count) { part in
      var audit = ListAudit(exposures: [])
      var isOnList = [Bool](repeating: false, count: seen.columns)
      for player in parts[part] {
        let preferences = Eligibility.Preferences(users[player])
        let isAllowed = { (game: Int) in
          eligibility.allows(game, for: preferences)
            && !seen.contains(row: player, column: UInt32(game))
        }
        audit.add(
          table.games(ofPlayer: player), of: players[player], listLength: listLength,
          isListed: isListed, scratch: &isOnList, isAllowed: isAllowed)
        audit.check(
          table.rows.games(ofPlayer: player), of: players[player], scratch: &isOnList,
          isAllowed: isAllowed)
        for game in table.rows.games(ofPlayer: player) { isOnList[Int(game)] = false }
      }
      return audit
    }
    var exposures = [Int](repeating: 0, count: seen.columns)
    for game in table.games { exposures[Int(game)] += 1 }
    for entry in table.promotedEntries { exposures[Int(table.games[entry])] -= 1 }
    self = audits.reduce(into: ListAudit(exposures: exposures)) { $0.add($1) }
    entries -= table.promotedEntries.count
  }

  private init(exposures: [Int]) {
    self.exposures = exposures
  }

  private mutating func add(
    _ list: ArraySlice<UInt32>, of name: String, listLength: Int, isListed: [Bool],
    scratch isOnList: inout [Bool], isAllowed: (Int) -> Bool
  ) {
    players += 1
    entries += list.count
    check(list, of: name, scratch: &isOnList, isAllowed: isAllowed)
    var hasMore = false
    if list.count < listLength {
      hasMore = isOnList.indices.contains {
        isListed[$0] && !isOnList[$0] && isAllowed($0)
      }
    }
    for game in list { isOnList[Int(game)] = false }
    if !list.isEmpty || hasMore { listable += 1 }
    if !list.isEmpty { listed += 1 }
    if hasMore { short += 1 }
  }

  /// Counts the violations of a list, or of all rows of a player, and marks the games.
  private mutating func check(
    _ games: ArraySlice<UInt32>, of name: String, scratch isOnList: inout [Bool],
    isAllowed: (Int) -> Bool
  ) {
    for (position, game) in games.enumerated() {
      let isRepeat = isOnList[Int(game)]
      let isFiltered = !isAllowed(Int(game))
      isOnList[Int(game)] = true
      if isRepeat { repeats += 1 }
      if isFiltered { filtered += 1 }
      if isRepeat || isFiltered, firstViolation == nil {
        firstViolation = .firstViolation(rank: position + 1, player: name)
      }
    }
  }

  private mutating func add(_ other: ListAudit) {
    repeats += other.repeats
    filtered += other.filtered
    firstViolation = firstViolation ?? other.firstViolation
    players += other.players
    listable += other.listable
    listed += other.listed
    short += other.short
    entries += other.entries
  }
}

extension ListAudit {
  /// The checks of these lists.
  ///
  /// - Parameter isListed: by game, whether it could have been shown.
  package func checks(isListed: [Bool], _ parameters: GateParameters) -> [GateCheck] {
    let shown = exposures.count { $0 > 0 }
    let showable = isListed.count { $0 }
    let possible = min(showable, entries)
    let coverage = GateCheck.Bound.atLeast(parameters.minimumCoverage)
    let gini = GateCheck.Bound.atMost(parameters.maximumGini)
    return checks(suffix: "", parameters) + [
      GateCheck(
        "short lists", players == 0 ? 0 : Double(short) / Double(players),
        .atMost(parameters.maximumShort)),
      possible == 0
        ? GateCheck(Self.coverageName, coverage, notEvaluated: .noGameShown)
        : GateCheck(Self.coverageName, Double(shown) / Double(possible), coverage),
      entries < showable || showable == 0
        ? GateCheck(
          Self.giniName, gini,
          notEvaluated: .tooFewEntries(entries, games: showable))
        : GateCheck(
          Self.giniName,
          ListShape.gini(of: exposures.indices.filter { isListed[$0] }.map { exposures[$0] }),
          gini),
    ]
  }
}

extension ListAudit {
  /// The checks of the lists of an experiment's arm: what no list may have, and whether the arm's
  /// players have lists.
  package func checks(ofArm name: String, _ parameters: GateParameters) -> [GateCheck] {
    checks(suffix: " of \(name)", parameters)
  }

  private func checks(suffix: String, _ parameters: GateParameters) -> [GateCheck] {
    let covered = GateCheck.Bound.atLeast(parameters.minimumCovered)
    let ofPlayers = "players\(suffix) with a list"
    return [
      GateCheck(
        "repeated entries\(suffix)", Double(repeats), .atMost(0), isInvariant: true,
        note: firstViolation),
      GateCheck(
        "filtered games\(suffix)", Double(filtered), .atMost(0), isInvariant: true,
        note: firstViolation),
      listable == 0
        ? GateCheck(ofPlayers, covered, notEvaluated: .noGameLeft)
        : GateCheck(ofPlayers, Double(listed) / Double(listable), covered),
    ]
  }
}

extension NeighborTable {
  /// Checks the lists of similar games: no list contains a game twice, the game itself, or a game
  /// that is not available.
  package func checks(isOut: [Bool]) -> [GateCheck] {
    var (repeats, filtered) = (0, 0)
    for game in 0..<count {
      let list = games[offsets[game]..<offsets[game + 1]]
      repeats += list.count - Set(list).count
      filtered += list.count { $0 == game || !isOut[Int($0)] }
    }
    return [
      GateCheck("repeated similar games", Double(repeats), .atMost(0), isInvariant: true),
      GateCheck("filtered similar games", Double(filtered), .atMost(0), isInvariant: true),
    ]
  }
}
