import FindieDomain
import FindieHistory
import FindieWorkers

/// One thing a player did with a game, or one item of the player's wishlist or library.
struct EvidenceItem {
  /// The game, and the kind in the lower byte: there is one item for each interaction.
  private let gameAndKind: UInt32
  /// Days since 1970; infinity without a date.
  let day: Float

  init(game: UInt32, kind: UInt8, day: Float) {
    precondition(game < 1 << 24, "too many games: \(game)")
    gameAndKind = game << 8 | UInt32(kind)
    self.day = day
  }

  var game: UInt32 { gameAndKind >> 8 }
  /// `EvidenceKind.rawValue`.
  var kind: UInt8 { UInt8(truncatingIfNeeded: gameAndKind) }
}

/// All evidence, with each player and game id looked up once.
struct EvidenceSource: Sendable {
  /// `SwipeAction.code`.
  fileprivate let kinds: [UInt8]
  /// The days before the matrix's, and their rows.
  fileprivate let days: [(day: Day, rows: Range<Int>)]
  fileprivate let userCodes: [UInt32]
  fileprivate let gameCodes: [UInt32]
  /// The player and the game of each code, or `none`.
  fileprivate let playerIndices: [UInt32]
  fileprivate let gameIndices: [UInt32]
  fileprivate let saved: [Saved]

  fileprivate static let none = UInt32.max

  /// One item of a player's wishlist or library.
  fileprivate struct Saved {
    let player: UInt32
    let item: EvidenceItem
  }

  /// - Parameter hidden: players without evidence, whatever they did.
  init(
    interactions: EventTable, wishlists: PackedRecords<Wishlist>, players: Identifiers,
    without hidden: Set<ExactText>, games: Identifiers, day: Day, workers: Workers
  ) {
    kinds = interactions.kinds
    days = interactions.days.filter { $0.day < day }
    userCodes = interactions[.userId].codes
    gameCodes = interactions[.gameId].codes
    @Sendable func index(of player: String) -> UInt32? {
      hidden.isEmpty || !hidden.contains(ExactText(player))
        ? players.index(of: player).map { UInt32($0) } : nil
    }
    let actors = interactions[.userId].vocabulary
    playerIndices = (0..<actors.count).map { index(of: actors.text(UInt32($0))) ?? Self.none }
    let named = interactions[.gameId].vocabulary
    gameIndices = (0..<named.count).map { code in
      games.index(of: named.text(UInt32(code))).map { UInt32($0) } ?? Self.none
    }
    let parts = Workers.ranges(of: wishlists.count, size: 4096)
    saved = workers.map(parts.count) { part -> [Saved] in
      var saved: [Saved] = []
      for wishlist in wishlists[parts[part]] {
        guard let player = index(of: wishlist.userId) else { continue }
        for item in wishlist.parts {
          let added = item.addedDate
          if let added, added >= day.start { continue }
          guard let game = games.index(of: item.gameId) else { continue }
          let kind = item.owned == true ? EvidenceKind.owned : .wishlist
          saved.append(
            Saved(
              player: player,
              item: EvidenceItem(
                game: UInt32(game), kind: kind.rawValue,
                day: added.map { Float($0.day.daysSinceEpoch) } ?? .infinity)))
        }
      }
      return saved
    }.flatMap(\.self)
  }
}

/// All evidence of some players, grouped by player, in the order of the instants.
struct Evidence: Sendable {
  let players: Range<Int>
  private let offsets: [Int]
  private let all: [EvidenceItem]
  /// The number of the players' interactions with unknown games.
  let unknownGames: Int

  init(_ source: EvidenceSource, of players: Range<Int>) {
    self.players = players
    let (first, count) = (UInt32(players.lowerBound), UInt32(players.count))
    /// The index of a player among `players`, or beyond them.
    func position(_ player: UInt32) -> UInt32 { player &- first }

    var unknownGames = 0
    var offsets = [Int](repeating: 0, count: players.count + 1)
    for (_, rows) in source.days {
      for row in rows {
        let player = position(source.playerIndices[Int(source.userCodes[row])])
        guard player < count else { continue }
        if source.gameIndices[Int(source.gameCodes[row])] == EvidenceSource.none {
          unknownGames += 1
        } else {
          offsets[Int(player) + 1] += 1
        }
      }
    }
    for saved in source.saved where position(saved.player) < count {
      offsets[Int(position(saved.player)) + 1] += 1
    }
    for player in 0..<players.count { offsets[player + 1] += offsets[player] }

    let kinds = SwipeAction.allCases.map(\.evidence.rawValue)
    var next = offsets
    var all = [EvidenceItem](
      repeating: EvidenceItem(game: 0, kind: 0, day: 0), count: offsets[players.count])
    for (day, rows) in source.days {
      let day = Float(day.daysSinceEpoch)
      for row in rows {
        let player = position(source.playerIndices[Int(source.userCodes[row])])
        guard player < count else { continue }
        let game = source.gameIndices[Int(source.gameCodes[row])]
        guard game != EvidenceSource.none else { continue }
        all[next[Int(player)]] = EvidenceItem(
          game: game, kind: kinds[Int(source.kinds[row])], day: day)
        next[Int(player)] += 1
      }
    }
    for saved in source.saved where position(saved.player) < count {
      let player = Int(position(saved.player))
      all[next[player]] = saved.item
      next[player] += 1
    }
    self.offsets = offsets
    self.all = all
    self.unknownGames = unknownGames
  }

  var count: Int { all.count }

  /// A player's items by game, and for each game by instant.
  func items(of player: Int) -> [EvidenceItem] {
    let position = player - players.lowerBound
    let own = offsets[position]..<offsets[position + 1]
    // Game and position in one number.
    return own.map { UInt64(all[$0].game) << 32 | UInt64($0 - own.lowerBound) }.sorted()
      .map { all[own.lowerBound + Int(UInt32(truncatingIfNeeded: $0))] }
  }
}

/// What a player did with a game. The raw values are the codes of the matrix.
package enum EvidenceKind: UInt8, CaseIterable, Sendable {
  case like, dislike, superLike, skip, wishlist, share, viewDetails
  /// The player owns it: a wishlist item says so. It has the weight of a wishlist item.
  case owned
}

extension SwipeAction {
  /// A neutral rating says as much as a look at the details.
  var evidence: EvidenceKind {
    switch self {
    case .like: .like
    case .dislike: .dislike
    case .superLike: .superLike
    case .skip: .skip
    case .wishlist: .wishlist
    case .share: .share
    case .viewDetails, .neutral: .viewDetails
    }
  }
}
