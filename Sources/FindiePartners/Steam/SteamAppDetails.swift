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

  func game(country: String, checkedAt: Timestamp) -> ShopGame {
    var game = ShopGame(
      shop: .steam, id: steam_appid.text, title: name, checkedAt: checkedAt)
    game.isGame = type == "game"
    game.url = "https://store.steampowered.com/app/\(steam_appid.text)/"
    game.developers = developers ?? []
    game.publishers = publishers ?? []
    let genreIds = genres?.elements.map(\.id.text) ?? []
    game.genres = genreIds.compactMap { SteamAppDetails.genres[$0] }
    game.shortDescription = short_description
    game.coverImageURL = header_image
    game.screenshotURLs = screenshots?.elements.map(\.path_full) ?? []
    game.trailerURL = movies?.elements.lazy.compactMap { $0.hls_h264 ?? $0.dash_h264 }.first
    game.websiteURL = website
    let systems: [(Bool?, Platform)] = [
      (platforms?.windows, .windows), (platforms?.mac, .mac), (platforms?.linux, .linux),
    ]
    game.platforms = [.steam] + systems.filter { $0.0 ?? false }.map(\.1)
    game.releaseDate = release_date.flatMap { SteamDate.day(of: $0.date) }?.start
    game.releaseYear = release_date.flatMap { SteamDate.year(of: $0.date) }
    game.releaseStatus = release_date.map { release in
      if release.coming_soon { return .upcoming }
      return genreIds.contains(SteamAppDetails.earlyAccess) ? .earlyAccess : .released
    }
    game.isFree = is_free
    game.prices = [price_overview?.price(in: country) ?? .notForSale(in: country)]
    return game
  }

  private static let earlyAccess = "70"

  /// By Steam genre id. "Free to Play", "Early Access" and software genres have no equivalent.
  private static let genres: [String: FindieDomain.Genre] = [
    "1": .action, "2": .strategy, "3": .rpg, "4": .casual, "9": .racing, "18": .sports,
    "23": .indie, "25": .adventure, "28": .simulation,
  ]
}

/// The texts in which Steam writes a release date: `12 May, 2016`, `May 12, 2016`, `Jun 2015`, `Q3
/// 2026`.
enum SteamDate {
  private static let months = [
    "jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec",
  ]

  /// Nil if the text does not name a day.
  static func day(of text: String) -> Day? {
    let words = text.split { !$0.isLetter && !$0.isNumber }
    guard words.count == 3, let year = Int(words[2]), (1970...2200).contains(year) else {
      return nil
    }
    let (first, second) = (words[0], words[1])
    let (name, number) = first.first?.isNumber ?? false ? (second, first) : (first, second)
    guard let month = months.firstIndex(of: String(name.lowercased().prefix(3))),
      let day = Int(number)
    else { return nil }
    return Day(year: year, month: month + 1, day: day)
  }

  /// Nil if the text does not end in a year.
  static func year(of text: String) -> Int? {
    guard let word = text.split(whereSeparator: { !$0.isLetter && !$0.isNumber }).last,
      word.count == 4, let year = Int(word), (1970...2200).contains(year)
    else { return nil }
    return year
  }
}
