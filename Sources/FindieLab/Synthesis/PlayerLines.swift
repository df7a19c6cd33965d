import FindieDomain
import FindieText

/// Writes the lines of users and wishlists, after the last day.
struct PlayerLines {
  private let catalogue: WorldCatalogue
  private let players: [Player]
  private let friendships: Friendships
  private let names: [String]

  init(of players: [Player], in catalogue: WorldCatalogue, ids: GeneratedIds) {
    self.catalogue = catalogue
    self.players = players
    friendships = Friendships(catalogue.parameters)
    names = players.map { ids.name(.player, $0.number) }
  }

  private var parameters: WorldParameters { catalogue.parameters }

  func write(to output: inout Output) throws {
    var users: [UInt8] = []
    var wishlists: [UInt8] = []
    for player in players {
      users += user(player).bytes + [UInt8(ascii: "\n")]
      if let wishlist = wishlist(of: player) {
        wishlists += wishlist.bytes + [UInt8(ascii: "\n")]
      }
      try output.writeIfFull(&users, to: "users.ndjson")
      try output.writeIfFull(&wishlists, to: "wishlists.ndjson")
    }
    try output.write(&users, to: "users.ndjson")
    try output.write(&wishlists, to: "wishlists.ndjson")
  }

  private func user(_ player: Player) -> JSONLine {
    var random = RandomStream(seed: parameters.seed, .player, player.number, 5)
    let id = names[player.number]
    let joined = start(ofDay: player.joinedDay)
      .adding(milliseconds: Int64(random.below(50_000_000)))
    var object = JSONLine()
    object.add("id", id)
    object.add("username", "gen_" + id.dropFirst(4).prefix(14))
    object.add("displayName", "Player \(player.number + 1)")
    object.add("accountType", random.below(100) == 0 ? "both" : "player")
    object.add("favoriteGenres", player.favoriteGenres.map(\.rawValue))
    object.add("preferredPlatforms", platforms(&random).map(\.rawValue))
    object.add("priceRange", priceRange(&random).rawValue)
    object.add("joinedDate", joined.description)
    object.addIfPresent("lastActiveDate", player.lastActiveDay.map { start(ofDay: $0).description })
    object.add("friendIds", friendships.friends(of: player.number).map { names[$0] })
    if random.below(20) == 0 { object.add("sharesActivityWithFriends", false) }
    object.add("gamesDiscovered", player.viewCount)
    object.add("gamesLiked", player.likeCount)
    return object
  }

  /// The games in the synced library and the wished-for games; nil if there are none.
  private func wishlist(of player: Player) -> JSONLine? {
    guard !player.ownedGames.isEmpty || !player.wishes.isEmpty else { return nil }
    let id = names[player.number]
    var items: [JSONLine] = []
    for game in player.ownedGames {
      var object = item(game, id: "\(id)-\(items.count)")
      object.add("notifyOnRelease", false)
      object.add("notifyOnDiscount", false)
      object.add("owned", true)
      items.append(object)
    }
    // Sessions of one player may overlap.
    let wishes = player.wishes.sorted { ($0.instant, $0.game) < ($1.instant, $1.game) }
    var known: Set<Int32> = []
    for wish in wishes where known.insert(wish.game).inserted {
      let milliseconds = wish.instant.milliseconds
      var object = item(wish.game, id: "\(id)-\(items.count)")
      object.add("addedDate", wish.instant.description)
      object.add("priority", ["high", "medium", "low"][Int(milliseconds % 3)])
      object.add("notifyOnRelease", true)
      object.add("notifyOnDiscount", milliseconds % 2 == 0)
      items.append(object)
    }
    var object = JSONLine()
    object.add("id", id)
    object.add("userId", id)
    object.add("steamSyncEnabled", !player.ownedGames.isEmpty)
    object.add("itchioSyncEnabled", false)
    object.addIfPresent("lastUpdated", wishes.last?.instant.description)
    object.add("items", items)
    return object
  }

  private func item(_ index: Int32, id: String) -> JSONLine {
    let game = catalogue.games[Int(index)]
    var object = JSONLine()
    object.add("id", id)
    object.add("gameId", game.id)
    object.add("gameTitle", game.title)
    return object
  }

  private func start(ofDay day: Int) -> Timestamp { parameters.firstDay.adding(days: day).start }

  private func platforms(_ random: inout RandomStream) -> [Platform] {
    switch random.below(10) {
    case 0: []
    case 1: [.mac]
    case 2: [.linux, .steam]
    case 3: [.windows, .mac]
    case 4: [.itchio, .windows]
    case 5, 6: [.steam]
    default: [.windows, .steam]
    }
  }

  private func priceRange(_ random: inout RandomStream) -> PricePreference {
    switch random.below(20) {
    case 0: .free
    case 1, 2: .under10
    case 3...5: .under20
    case 6, 7: .under30
    default: .any
    }
  }
}
