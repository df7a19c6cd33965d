import FindieDomain

/// The `data` of an `appdetails` answer, as far as it is used.
struct SteamAppDetails: Decodable {
  struct Genre: Decodable {
    let id: NumberOrText
  }

  struct Screenshot: Decodable {
    let path_full: String
  }

  struct Movie: Decodable {
    let hls_h264: String?
    let dash_h264: String?
  }

  struct Release: Decodable {
    let coming_soon: Bool
    let date: String
  }

  struct ContentDescriptors: Decodable {
    let ids: LenientArray<Int>?
  }

  struct Platforms: Decodable {
    let windows: Bool?
    let mac: Bool?
    let linux: Bool?
  }

  let type: String
  let name: String
  let steam_appid: NumberOrText
  let is_free: Bool?
  let short_description: String?
  let header_image: String?
  let website: String?
  let developers: [String]?
  let publishers: [String]?
  @Lenient var price_overview: SteamPrice?
  let platforms: Platforms?
  let genres: LenientArray<Genre>?
  let screenshots: LenientArray<Screenshot>?
  let movies: LenientArray<Movie>?
  let release_date: Release?
  @Lenient var required_age: NumberOrText?
  @Lenient var content_descriptors: ContentDescriptors?

  func game(country: String, checkedAt: Timestamp) -> ShopGame {
    var game = ShopGame(
      shop: .steam, id: steam_appid.text, title: name.decodingEntities, checkedAt: checkedAt)
    game.isGame = type == "game"
    game.url = Shop.steam.fields?.pageOfId(steam_appid.text)
    game.developers = developers?.map(\.decodingEntities) ?? []
    game.publishers = publishers?.map(\.decodingEntities) ?? []
    let genreIds = genres?.elements.map(\.id.text) ?? []
    game.genres = genreIds.compactMap { Self.genres[$0] }
    game.shortDescription = short_description?.decodingEntities
    game.coverImageURL = header_image
    game.screenshotURLs = screenshots?.elements.map(\.path_full) ?? []
    game.trailerURL = movies?.elements.lazy.compactMap { $0.hls_h264 ?? $0.dash_h264 }.first
    game.websiteURL = website?.decodingEntities
    let systems: [(Bool?, Platform)] = [
      (platforms?.windows, .windows), (platforms?.mac, .mac), (platforms?.linux, .linux),
    ]
    game.platforms = [.steam] + systems.filter { $0.0 ?? false }.map(\.1)
    game.releaseDate = release_date.flatMap { ShopDate.day(of: $0.date) }?.start
    game.releaseYear = release_date.flatMap { ShopDate.year(of: $0.date) }
    game.releaseStatus = release_date.map { release in
      if release.coming_soon { return .upcoming }
      return genreIds.contains(Self.earlyAccess) ? .earlyAccess : .released
    }
    game.isFree = is_free
    let descriptors = content_descriptors?.ids?.elements ?? []
    if Int(required_age?.text ?? "") ?? 0 >= 18 || !Self.sexual.isDisjoint(with: descriptors) {
      game.isMature = true
    }
    game.prices = [price_overview?.price(in: country) ?? .notForSale(in: country)]
    return game
  }

  private static let earlyAccess = "70"

  /// The content descriptors "Adult Only Sexual Content" and "Frequent Nudity or Sexual Content".
  private static let sexual: Set = [3, 4]

  /// By Steam genre id. "Free to Play", "Early Access" and software genres have no equivalent.
  private static let genres: [String: FindieDomain.Genre] = [
    "1": .action, "2": .strategy, "3": .rpg, "4": .casual, "9": .racing, "18": .sports,
    "23": .indie, "25": .adventure, "28": .simulation,
  ]
}
