import FindieAnalytics
import FindieDomain
import FindieText
import Foundation

/// Generates games and studios.
struct CatalogueGenerator {
  private let parameters: WorldParameters
  private let ids: GeneratedIds

  init(_ parameters: WorldParameters, _ ids: GeneratedIds) {
    self.parameters = parameters
    self.ids = ids
  }

  func games() -> [Game] {
    owners().enumerated().map { index, owner in game(index, by: owner) }
  }

  /// All studios, also those without a game.
  func studios() -> [(id: String, name: String)] {
    (0..<parameters.developers).map { (ids.name(.developer, $0), studioName($0)) }
  }

  private func studioName(_ index: Int) -> String {
    Words.name(
      index, multiplier: 1493, offset: 7,
      suffix: " " + Words.studioKinds[index % Words.studioKinds.count])
  }

  /// A studio for each game. Most studios have one game, a few have many. None has more than a
  /// hundred if there are enough studios.
  private func owners() -> [Int] {
    let developers = parameters.developers
    var random = RandomStream(seed: parameters.seed, .developer)
    // Every twentieth studio has no game yet: its report must say so.
    let active = max(1, developers - developers / 20)
    var counts = [Int](repeating: 0, count: developers)
    var owners: [Int] = []
    for game in 0..<parameters.games {
      var owner = game
      if game >= active {
        owner = random.below(random.below(active) + 1)
        var tries = 0
        while counts[owner] >= 100, tries < 64 {
          owner = random.below(active)
          tries += 1
        }
      }
      counts[owner] += 1
      owners.append(owner)
    }
    random.shuffle(&owners)
    return owners
  }

  private func game(_ index: Int, by owner: Int) -> Game {
    var random = RandomStream(seed: parameters.seed, .game, index)
    var game = Game(
      id: ids.name(.game, index), title: Words.name(index, multiplier: 2741, offset: 11),
      developerId: ids.name(.developer, owner))
    game.developerName = studioName(owner)
    game.genres = genres(&random)
    game.tags = tags(&random)
    game.platforms = platforms(&random)
    let created = setRelease(of: &game, &random)
    game.isActive = !random.chance(Probability(0.01))
    game.isFree = random.chance(Probability(0.12))
    game.currency = "USD"
    if !game.isFree {
      game.price = Decimal(99 + 100 * (random.below(8) * random.below(5) + 1)) / 100
    }
    game.createdAt = created
    game.updatedAt = created
    if parameters.null != nil && index % 10 != 9 {
      game.steamURL = "https://store.steampowered.com/app/\(9_000_000 + index)"
    }
    game.shortDescription = "A generated game for testing, not a real one."
    return game
  }

  private func genres(_ random: inout RandomStream) -> [Genre] {
    var genres: [Genre] = []
    for _ in 0...random.below(3) {
      let genre = Genre.allCases[random.below(Genre.allCases.count)]
      if !genres.contains(genre) { genres.append(genre) }
    }
    return genres
  }

  private func tags(_ random: inout RandomStream) -> [String] {
    var tags: [String] = []
    for _ in 0..<3 + random.below(8) {
      // The smaller of two draws: some tags are common, some are rare.
      let count = Words.allTags.count
      let tag = Words.allTags[(min(random.below(count), random.below(count)) * 37) % count]
      if !tags.contains(tag) { tags.append(tag) }
    }
    return tags
  }

  private func platforms(_ random: inout RandomStream) -> [Platform] {
    var platforms: [Platform] = [random.chance(Probability(0.75)) ? .steam : .itchio, .windows]
    let more: [(Platform, Double)] = [
      (.mac, 0.35), (.linux, 0.25), (.itchio, 0.2), (.epicGames, 0.1), (.gog, 0.12),
    ]
    for (platform, share) in more
    where random.chance(Probability(share)) && !platforms.contains(platform) {
      platforms.append(platform)
    }
    return platforms
  }

  /// Sets status and date; returns the creation time of the record.
  private func setRelease(of game: inout Game, _ random: inout RandomStream) -> Timestamp {
    let first = parameters.firstDay
    let kind = random.below(100)
    var day: Day? = first.adding(days: -1 - random.below(random.below(2900) + 1))
    switch kind {
    case ..<70: game.releaseStatus = .released
    case ..<77: game.releaseStatus = .earlyAccess
    case ..<92:
      if parameters.null == nil {
        let drawn = first.adding(days: random.below(parameters.days))
        day = parameters.hasFashions ? drawn.monday.adding(days: 4) : drawn
      }
      game.releaseStatus = kind < 88 ? .released : .earlyAccess
    case ..<96:
      day = parameters.lastDay.adding(days: 2 + random.below(300))
      game.releaseStatus = .upcoming
    case ..<98:
      day = nil
      game.releaseStatus = .upcoming
    default: game.releaseStatus = .cancelled
    }
    game.releaseDate = day?.start
    return min(day ?? first, first).adding(days: -30).start
  }
}

/// The words of generated names and tags.
enum Words {
  static let firsts = [
    "Amber", "Ashen", "Azure", "Bitter", "Brass", "Broken", "Burning", "Candle", "Clever", "Cobalt",
    "Copper", "Coral", "Crimson", "Crooked", "Distant", "Drifting", "Dusty", "Ember", "Endless",
    "Faded", "Feral", "Final", "Floating", "Forgotten", "Frozen", "Gentle", "Gilded", "Glass",
    "Hidden", "Hollow", "Humble", "Iron", "Ivory", "Jade", "Last", "Little", "Lonely", "Lost",
    "Lunar", "Marble", "Midnight", "Mossy", "Neon", "Northern", "Paper", "Patient", "Pocket",
    "Quiet", "Restless", "Rusted", "Sable", "Scarlet", "Secret", "Silent", "Silver", "Sleepy",
    "Solar", "Stolen", "Sunken", "Tiny", "Velvet", "Wandering", "Wicked", "Winter",
  ]
  static let seconds = [
    "Anchor", "Archive", "Atlas", "Bakery", "Beacon", "Bloom", "Bridge", "Caravan", "Castle",
    "Cavern", "Circuit", "Citadel", "Comet", "Compass", "Courier", "Cradle", "Depths", "Dynasty",
    "Engine", "Expedition", "Falls", "Festival", "Field", "Forge", "Fox", "Garden", "Ghost",
    "Harbor", "Harvest", "Heist", "Horizon", "Inn", "Island", "Keeper", "Kingdom", "Lantern",
    "Library", "Lighthouse", "Machine", "Market", "Maze", "Meadow", "Mirror", "Orchard", "Outpost",
    "Parade", "Pilgrim", "Planet", "Railway", "River", "Rocket", "Rogue", "Sanctum", "Signal",
    "Station", "Summit", "Temple", "Theatre", "Tide", "Tower", "Valley", "Voyage", "Whale",
    "Workshop",
  ]
  static let studioKinds = [
    "Games", "Studio", "Interactive", "Collective", "Works", "Arts", "Softworks", "Play",
  ]
  static let tags: [(category: TagCategory, names: [String])] = [
    (
      .artStyle,
      [
        "pixel-art", "hand-drawn", "3d", "voxel", "low-poly", "cel-shaded", "isometric", "2d",
        "anime", "minimalist", "stylized", "retro", "noir", "watercolor", "claymation", "ascii",
      ]
    ),
    (
      .mood,
      [
        "cozy", "intense", "relaxing", "scary", "funny", "melancholic", "atmospheric", "whimsical",
        "dark", "wholesome", "surreal", "epic", "eerie", "uplifting", "tense", "dreamy",
      ]
    ),
    (
      .gameplay,
      [
        "roguelike", "metroidvania", "bullet-hell", "deck-building", "crafting", "base-building",
        "farming", "stealth", "turn-based", "tower-defense", "survival", "exploration", "sandbox",
        "city-builder", "hack-and-slash", "visual-novel", "point-and-click", "twin-stick",
        "auto-battler", "time-loop", "physics", "fishing", "cooking", "dating", "trading",
        "dungeon",
        "souls-like", "idle", "typing", "parkour",
      ]
    ),
    (
      .theme,
      [
        "fantasy", "scifi", "historical", "abstract", "cyberpunk", "steampunk", "space", "western",
        "mythology", "post-apocalyptic", "nature", "underwater", "medieval", "detective", "zombies",
        "animals", "robots", "pirates", "vampires", "folklore",
      ]
    ),
    (
      .playerCount,
      ["singleplayer", "multiplayer", "coop", "local-coop", "online-coop", "pvp", "party", "mmo"]
    ),
    (
      .difficulty,
      ["casual-friendly", "hardcore", "challenging", "accessible", "permadeath", "short"]
    ),
  ]
  static let allTags = tags.flatMap(\.names)

  /// Two words and `suffix`, different for each index; a number is added once all pairs are used.
  static func name(
    _ index: Int, multiplier: Int, offset: Int, suffix: String = ""
  ) -> String {
    let pairs = firsts.count * seconds.count
    let pair = (index * multiplier + offset) % pairs
    let name = firsts[pair % firsts.count] + " " + seconds[pair / firsts.count] + suffix
    return index < pairs ? name : name + " \(index / pairs + 1)"
  }
}

/// Writes the lines of games, developers and tags.
struct CatalogueLines {
  private let games: [Game]
  private let studios: [(id: String, name: String)]
  private let parameters: WorldParameters

  /// - Parameter studios: the generated studios, some without games.
  init(_ games: [Game], studios: [(id: String, name: String)], _ parameters: WorldParameters) {
    self.games = games
    self.studios = studios
    self.parameters = parameters
  }

  func write(to output: inout Output) throws {
    for (name, objects) in [
      ("games", games.map(game)), ("developers", developers()), ("tags", tags()),
    ] {
      var lines = objects.flatMap { $0.bytes + [UInt8(ascii: "\n")] }
      try output.write(&lines, to: "\(name).ndjson")
    }
  }

  private func game(_ game: Game) -> JSONLine {
    var object = JSONLine()
    object.add("id", game.id)
    object.add("title", game.title)
    object.addIfPresent("shortDescription", game.shortDescription)
    object.add("developerId", game.developerId)
    object.addIfPresent("developerName", game.developerName)
    object.add("genres", game.genres.map(\.rawValue))
    object.add("tags", game.tags)
    object.add("platforms", game.platforms.map(\.rawValue))
    object.addIfPresent("releaseDate", game.releaseDate?.description)
    object.add("releaseStatus", game.releaseStatus.rawValue)
    if let price = game.price { object.addValue("price") { $0 += price.description.utf8 } }
    object.addIfPresent("currency", game.currency)
    object.add("isFree", game.isFree)
    object.addIfPresent("createdAt", game.createdAt?.description)
    object.addIfPresent("updatedAt", game.updatedAt?.description)
    object.add("isActive", game.isActive)
    object.addIfPresent("steamURL", game.steamURL)
    object.addIfPresent("itchioURL", game.itchioURL)
    return object
  }

  /// The studios of the games and the generated studios without games.
  private func developers() -> [JSONLine] {
    let owned = Dictionary(grouping: games, by: \.developerId)
    var studios = owned.map { (id: $0.key, name: $0.value[0].developerName ?? $0.key) }
    studios += self.studios.filter { owned[$0.id] == nil }
    studios.sort { $0.id < $1.id }
    let joined = parameters.firstDay.adding(days: -400).start.description
    return studios.map { studio in
      var object = JSONLine()
      object.add("id", studio.id)
      object.add("studioName", studio.name)
      object.add("displayName", studio.name)
      // A studio of a given catalogue may be real, so no text is invented for it.
      if studio.id.hasPrefix("gen-") {
        object.add(
          "bio", "A studio in a generated world: neither it nor its games exist outside tests.")
      }
      object.add("publishedGameIds", (owned[studio.id] ?? []).map(\.id))
      object.add("isVerified", false)
      object.add("joinedDate", joined)
      object.add("updatedAt", joined)
      object.add("isActive", true)
      return object
    }
  }

  private func tags() -> [JSONLine] {
    let tags = Dictionary(grouping: games.flatMap(\.tags)) { $0 }
    var categories: [String: TagCategory] = [:]
    for (category, names) in Words.tags { for name in names { categories[name] = category } }
    return tags.sorted { $0.key < $1.key }.map { name, uses in
      var object = JSONLine()
      object.add("id", name)
      object.add("name", name)
      object.addIfPresent("category", categories[name]?.rawValue)
      object.add("usageCount", uses.count)
      object.add("isOfficial", categories[name] != nil)
      return object
    }
  }
}
