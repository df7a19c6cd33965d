import FindieDomain

/// Writes the lines of users and wishlists, after the last day was played.
struct PlayerLines {
  private let parameters: WorldParameters
  private let population: Population
  private let shelf: Shelf
  private let memory: PlayerMemory
  private let friendships: Friendships
  private let library: Library
  private let names: [String]

  init(
    _ parameters: WorldParameters, _ population: Population, _ shelf: Shelf, _ memory: PlayerMemory,
    _ library: Library, ids: IdMaker
  ) {
    self.parameters = parameters
    self.population = population
    self.shelf = shelf
    self.memory = memory
    self.library = library
    friendships = Friendships(parameters)
    names = (0..<population.count).map {
      String(decoding: ids.named(.player, $0), as: UTF8.self)
    }
  }

  func user(_ player: Int) -> [UInt8] {
    var random = RandomStream(seed: parameters.seed, .player, player, 5)
    let id = names[player]
    let joined = date(Int(population.joinedDays[player]))
      .adding(milliseconds: Int64(random.below(50_000_000)))
    let lastActive = Int(memory.lastActiveDays[player])
    var object = ObjectBytes()
    object.add("id", id)
    object.add("username", "gen_" + id.dropFirst(4).prefix(14))
    object.add("displayName", "Player \(player + 1)")
    object.add("accountType", random.below(100) == 0 ? "both" : "player")
    object.add("favoriteGenres", population.favorites(of: player).map(\.rawValue))
    object.add("preferredPlatforms", platforms(&random).map(\.rawValue))
    object.add("priceRange", priceRange(&random).rawValue)
    object.add("joinedDate", joined.description)
    if lastActive >= 0 { object.add("lastActiveDate", date(lastActive).description) }
    object.add("friendIds", friendships.friends(of: player).map { names[$0] })
    object.add("gamesDiscovered", Int(memory.discovered[player]))
    object.add("gamesLiked", Int(memory.liked[player]))
    return object.line()
  }

  /// A player's wishlist, of which `wishes` is what the player pressed for; nil where it is empty.
  func wishlist(_ player: Int, _ wishes: ArraySlice<PlayerMemory.Wish>)
    -> (line: [UInt8], items: Int)?
  {
    let owned = library.games(of: player)
    guard !owned.isEmpty || !wishes.isEmpty else { return nil }
    let id = names[player]
    var items = owned.enumerated().map { index, game in
      var object = item(game, id: "\(id)-\(index)")
      object.add("notifyOnRelease", false)
      object.add("notifyOnDiscount", false)
      return object
    }
    var known: Set<Int32> = []
    for wish in wishes where known.insert(wish.game).inserted {
      var object = item(Int(wish.game), id: "\(id)-\(items.count)")
      object.add("addedDate", wish.instant.description)
      object.add("priority", ["high", "medium", "low"][Int(wish.instant.milliseconds % 3)])
      object.add("notifyOnRelease", true)
      object.add("notifyOnDiscount", wish.instant.milliseconds % 2 == 0)
      items.append(object)
    }
    var object = ObjectBytes()
    object.add("id", id)
    object.add("userId", id)
    object.add("steamSyncEnabled", !owned.isEmpty)
    object.add("itchioSyncEnabled", false)
    object.add("lastUpdated", wishes.last?.instant.description)
    object.add("items", objects: items)
    return (object.line(), items.count)
  }

  private func item(_ game: Int, id: String) -> ObjectBytes {
    var object = ObjectBytes()
    object.add("id", id)
    object.add("gameId", shelf.games[game].id)
    object.add("gameTitle", shelf.games[game].title)
    return object
  }

  private func date(_ day: Int) -> Timestamp { parameters.firstDay.adding(days: day).start }

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
