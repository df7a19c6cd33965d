import FindieDomain
import Foundation

/// A row of IGDB's `games`, as far as it is used.
package struct IGDBGame: Decodable {
  struct Named: Decodable {
    let name: String
  }

  struct ReleaseDate: Decodable {
    let date: Int64?
    let date_format: IGDBReference?
  }

  struct Company: Decodable {
    let company: Named
    let developer: Bool?
    let publisher: Bool?
  }

  let id: Int
  let name: String
  let url: String?
  let summary: String?
  let game_type: IGDBReference?
  let game_status: IGDBReference?
  let first_release_date: Int64?
  let release_dates: LenientArray<ReleaseDate>?
  let genres: LenientArray<IGDBReference>?
  let themes: LenientArray<IGDBReference>?
  let platforms: LenientArray<IGDBReference>?
  let involved_companies: LenientArray<Company>?
  let websites: LenientArray<IGDBWebsite>?
  let external_games: LenientArray<IGDBExternalGame>?
  @Lenient var cover: IGDBImage?
  let screenshots: LenientArray<IGDBImage>?

  static let fields = [
    "name", "url", "summary", "game_type", "game_status", "first_release_date",
    "release_dates.date", "release_dates.date_format", "genres", "themes.name", "platforms",
    "involved_companies.company.name", "involved_companies.developer",
    "involved_companies.publisher", "websites.url", "websites.type", "external_games.uid",
    "external_games.url", "external_games.external_game_source", "cover.image_id",
    "screenshots.image_id",
  ]

  /// The games of an answer from `games`.
  ///
  /// - Throws: `DecodingError`.
  package static func games(in answer: PartnerAnswer) throws -> [ShopGame] {
    try answer.json(LenientArray<IGDBGame>.self).elements.map {
      $0.game(checkedAt: answer.receivedAt)
    }
  }

  func game(checkedAt: Timestamp) -> ShopGame {
    var game = ShopGame(
      shop: .igdb, id: "\(id)", title: name.decodingEntities, checkedAt: checkedAt)
    game.isGame = game_type.map { IGDBValues.playableTypes.contains($0.id) } ?? true
    game.url = url.flatMap { IGDBWebsite.address($0)?.absoluteString }
    game.shortDescription = summary?.decodingEntities
    let companies = involved_companies?.elements ?? []
    game.developers = companies.filter { $0.developer ?? false }.map(
      \.company.name.decodingEntities)
    game.publishers = companies.filter { $0.publisher ?? false }
      .map(\.company.name.decodingEntities)
    game.genres = shownGenres
    game.tags = themes?.elements.compactMap { $0.name.map(Self.tag) } ?? []
    game.coverImageURL = cover?.address(size: "cover_big")
    game.screenshotURLs =
      screenshots?.elements.compactMap { $0.address(size: "screenshot_big") } ?? []
    let official = websites?.elements.filter(\.isOfficial).compactMap(\.address).first
    game.websiteURL = official?.absoluteString
    addShops(to: &game)
    addRelease(to: &game)
    return game
  }

  private var shownGenres: [Genre] {
    let ofGenres = genres?.elements.compactMap { IGDBValues.genres[$0.id] } ?? []
    let ofThemes = themes?.elements.compactMap { IGDBValues.genresOfThemes[$0.id] } ?? []
    var seen: Set<Genre> = []
    return (ofGenres + ofThemes).filter { seen.insert($0).inserted }
  }

  /// `Science fiction` is `science-fiction`, and a remark in brackets is left out.
  private static func tag(_ theme: String) -> String {
    theme.prefix { $0 != "(" }.lowercased().split { !$0.isLetter && !$0.isNumber }
      .joined(separator: "-")
  }

  private func addShops(to game: inout ShopGame) {
    let external = external_games?.elements ?? []
    let addresses = websites?.elements.compactMap { $0.address?.absoluteString } ?? []
    // Several ids are editions; the smallest is used first.
    let pages = addresses.compactMap { ShopAddress(url: $0) }.filter { $0.shop == .steam }
    let appIds = external.compactMap(\.steamAppId) + pages.compactMap(\.gameId)
    game.otherIds[.steam] = appIds.compactMap { Int($0) }.min().map(String.init)
    game.otherIds[.itch] =
      (external.compactMap(\.url) + addresses).compactMap { ItchGameAddress(url: $0)?.url }.min()
    var available = Set(platforms?.elements.compactMap { IGDBValues.platforms[$0.id] } ?? [])
    available.formUnion(
      external.compactMap { $0.external_game_source.flatMap { IGDBValues.shops[$0.id] } })
    if game.otherIds[.steam] != nil { available.insert(.steam) }
    if game.otherIds[.itch] != nil { available.insert(.itchio) }
    game.platforms = Platform.allCases.filter(available.contains)
  }

  private func addRelease(to game: inout ShopGame) {
    let first = first_release_date.flatMap { Timestamp(epoch: $0) }
    // A date without a day is stored as the last day of its month, quarter or year.
    let isExact =
      release_dates?.elements.contains { release in
        release.date == first_release_date
          && release.date_format?.id == IGDBValues.dayFormat
      } ?? false
    game.releaseDate = isExact ? first?.day.start : nil
    game.releaseYear = first?.day.civil.year
    if let status = game_status {
      game.releaseStatus = IGDBValues.statuses[status.id]
    } else {
      game.releaseStatus = first.map { $0 <= game.checkedAt ? .released : .upcoming }
    }
  }
}

/// An image in IGDB's store.
struct IGDBImage: Decodable {
  let image_id: String?

  /// - Parameter size: a name of IGDB, such as `cover_big`.
  func address(size: String) -> String? {
    guard let image_id, image_id.wholeMatch(of: /[A-Za-z0-9_-]+/) != nil else { return nil }
    return "https://images.igdb.com/igdb/image/upload/t_\(size)/\(image_id).jpg"
  }
}

/// The numbers of IGDB's enumerations.
///
/// Source: the documentation of IGDB's API, version 4.
enum IGDBValues {
  /// What can be played without another game: main games, standalone expansions, remakes,
  /// remasters, expanded games, ports and forks. Add-ons, expansions, bundles, mods, episodes,
  /// seasons, packs and updates do not count.
  static let playableTypes: Set<Int> = [0, 4, 8, 9, 10, 11, 12]

  /// The format of a release date that names a day.
  static let dayFormat = 0

  static let officialWebsite = 1

  /// Point-and-click games and visual novels are adventures; tactical, turn-based and real-time
  /// strategy and MOBA are strategy; quiz and pinball are casual. Card and board games have no
  /// genre.
  static let genres: [Int: Genre] = [
    2: .adventure, 4: .fighting, 5: .shooter, 7: .rhythm, 8: .platformer, 9: .puzzle, 10: .racing,
    11: .strategy, 12: .rpg, 13: .simulation, 14: .sports, 15: .strategy, 16: .strategy,
    24: .strategy, 25: .action, 26: .casual, 30: .casual, 31: .adventure, 32: .indie, 33: .action,
    34: .adventure, 36: .strategy,
  ]

  static let genresOfThemes: [Int: Genre] = [1: .action, 19: .horror]

  static let platforms: [Int: Platform] = [3: .linux, 6: .windows, 14: .mac]

  /// By `external_game_source`.
  static let shops: [Int: Platform] = [
    IGDBLink.steam: .steam, 5: .gog, 26: .epicGames, 30: .itchio,
  ]

  /// Alpha, beta and early access are early access. Offline, rumored and delisted games have no
  /// status here.
  static let statuses: [Int: ReleaseStatus] = [
    0: .released, 2: .earlyAccess, 3: .earlyAccess, 4: .earlyAccess, 6: .cancelled,
  ]
}

/// A website of a game.
struct IGDBWebsite: Decodable {
  let url: String?
  let type: IGDBReference?

  var isOfficial: Bool { type?.id == IGDBValues.officialWebsite }

  var address: URL? { url.flatMap { Self.address($0) } }

  /// Nil for a text that is not a website address.
  static func address(_ text: String) -> URL? {
    guard let url = URL(string: text), ["http", "https"].contains(url.scheme?.lowercased()),
      !(url.host() ?? "").isEmpty
    else { return nil }
    return url
  }
}

/// A game's id in a shop.
struct IGDBExternalGame: Decodable {
  let uid: NumberOrText?
  let url: String?
  let external_game_source: IGDBReference?

  var steamAppId: String? {
    external_game_source?.id == IGDBLink.steam ? uid.flatMap { SteamId.appId($0.text) } : nil
  }
}

/// A reference to a row: its id, or the row if the query expands it.
struct IGDBReference: Decodable {
  let id: Int
  let name: String?

  private enum Key: String, CodingKey {
    case id, name
  }

  init(from decoder: any Decoder) throws {
    do {
      id = try decoder.singleValueContainer().decode(Int.self)
      name = nil
    } catch {
      let container = try decoder.container(keyedBy: Key.self)
      id = try container.decode(Int.self, forKey: .id)
      name = try container.decodeIfPresent(String.self, forKey: .name)
    }
  }
}
