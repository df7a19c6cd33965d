import FindieDomain

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
