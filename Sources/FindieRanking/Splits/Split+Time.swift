package import FindieDomain
package import FindieHistory
package import FindieModels

// Splits that hold out the latest positives.

extension Split {
  /// Evidence before a day trains and is the profile; positives on games that a player had not seen
  /// before that day, or had only skipped, are held out. A look at the details is not tested.
  ///
  /// Evidence without a date is part of both matrices, so it trains.
  ///
  /// - Parameters:
  ///   - past: the matrix of the split's day.
  ///   - present: the matrix of a later day, of the same games.
  ///   - days: from the split's day to the one before the later day.
  package static func byTime(
    _ past: InteractionMatrix, _ present: InteractionMatrix, over days: DayRange, isOut: [Bool]
  ) -> Split {
    precondition(past.games == present.games, "matrices of other games")
    let isTested = present.testedPositives
    var heldOut = [[UInt32]](repeating: [], count: past.players.count)
    var withoutProfile = 0
    for row in 0..<present.players.count {
      let player = past.players.index(of: present.players[row])
      let new = present.observed.range(ofRow: row).filter { isTested[$0] }
        .map { present.observed.columnIndices[$0] }.filter { game in
          guard isOut[Int(game)] else { return false }
          guard let player else { return true }
          return !past.seen.contains(row: player, column: game)
            || past.skips.contains(row: player, column: game)
        }
      guard !new.isEmpty else { continue }
      if let player, past.observed.count(ofRow: player) > 0 {
        heldOut[player] = new
      } else {
        withoutProfile += 1
      }
    }
    return Split(
      SplitDesign(
        .byTime(days),
        notes: withoutProfile > 0
          ? [.withoutEvidence(players: withoutProfile, before: days.first)] : []),
      train: past, heldOut: heldOut, isOut: isOut)
  }

  /// Holds out the last positive of every player with two or more.
  ///
  /// A game's time is that of the player's newest positive action on it. Ties are broken by a
  /// seeded hash. Evidence without a date is never last, and trains.
  ///
  /// - Parameters:
  ///   - interactions: those of the matrix.
  ///   - wishlists: those of the matrix.
  ///   - day: the matrix's day.
  package static func lastOut(
    _ matrix: InteractionMatrix, interactions: EventTable, wishlists: [Wishlist], on day: Day,
    parameters: EvaluationParameters, isOut: [Bool]
  ) -> Split {
    var last = LastPositives(matrix, seed: parameters.seed, isOut: isOut)
    last.add(interactions, before: day)
    last.add(wishlists, before: day)
    let heldOut = (0..<matrix.players.count).map { player -> [UInt32] in
      guard let game = last.games[player],
        matrix.observed.positives(ofRow: player).count(where: { isOut[Int($0)] }) >= 2
      else { return [] }
      return [game]
    }
    return Split(
      SplitDesign(.lastOut(seed: parameters.seed)),
      train: matrix.without(heldOut), heldOut: heldOut, isOut: isOut)
  }
}

/// Finds each player's last positive.
private struct LastPositives {
  private let matrix: InteractionMatrix
  private let isOut: [Bool]
  private let playerHashes: [UInt64]
  private let gameHashes: [UInt64]
  /// The latest time so far, and the hash of its game.
  private var keys: [(milliseconds: Int64, draw: UInt64)]
  private(set) var games: [UInt32?]

  init(_ matrix: InteractionMatrix, seed: UInt64, isOut: [Bool]) {
    self.matrix = matrix
    self.isOut = isOut
    playerHashes = matrix.players.ids.map { hash64(of: $0.utf8.span, seed: seed) }
    gameHashes = matrix.games.ids.map { hash64(of: $0.utf8.span) }
    keys = [(Int64, UInt64)](repeating: (.min, 0), count: matrix.players.count)
    games = [UInt32?](repeating: nil, count: matrix.players.count)
  }

  mutating func add(_ interactions: EventTable, before day: Day) {
    let (users, named) = (interactions[.userId], interactions[.gameId])
    let players = (0..<users.vocabulary.count).map {
      matrix.players.index(of: users.vocabulary.text(UInt32($0)))
    }
    let games = (0..<named.vocabulary.count).map {
      matrix.games.index(of: named.vocabulary.text(UInt32($0)))
    }
    for row in 0..<interactions.count where interactions.day(row) < day {
      guard interactions.action(row).isPositive, let player = players[Int(users.codes[row])],
        let game = games[Int(named.codes[row])]
      else { continue }
      add(player, game, at: interactions.milliseconds[row])
    }
  }

  mutating func add(_ wishlists: [Wishlist], before day: Day) {
    for wishlist in wishlists {
      guard let player = matrix.players.index(of: wishlist.userId) else { continue }
      for item in wishlist.items {
        guard let added = item.addedDate, added < day.start,
          let game = matrix.games.index(of: item.gameId)
        else { continue }
        add(player, game, at: added.milliseconds)
      }
    }
  }

  private mutating func add(_ player: Int, _ game: Int, at milliseconds: Int64) {
    guard isOut[game], milliseconds >= keys[player].milliseconds else { return }
    let key = (milliseconds, hash64(playerHashes[player], adding: gameHashes[game]))
    guard games[player] == nil || key > keys[player], isPositive(player, game) else { return }
    keys[player] = key
    games[player] = UInt32(game)
  }

  /// Whether the game is a positive in the matrix: a later dislike revokes a like.
  private func isPositive(_ player: Int, _ game: Int) -> Bool {
    matrix.observed.value(row: player, column: UInt32(game)) ?? 0 > 0
  }
}
