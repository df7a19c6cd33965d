import FindieDomain
import Foundation

/// A row of IGDB's `games`, as far as it is used. Fields have the names of today; names that IGDB has
/// replaced are read where an answer still has them.
package struct IGDBGame: Decodable {
  struct Named: Decodable {
    let name: String
  }

  struct ReleaseDate: Decodable {
    let date: Int64?
    let date_format: IGDBReference?
    /// The former name of `date_format`.
    let category: IGDBReference?
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
  /// The former name of `game_type`.
  let category: IGDBReference?
  let game_status: IGDBReference?
  /// The former name of `game_status`.
  let status: IGDBReference?
  let first_release_date: Int64?
  let release_dates: LenientArray<ReleaseDate>?
  let genres: LenientArray<IGDBReference>?
  let themes: LenientArray<IGDBReference>?
  let platforms: LenientArray<IGDBReference>?
  let involved_companies: LenientArray<Company>?
  let websites: LenientArray<IGDBWebsite>?
  let external_games: LenientArray<IGDBExternalGame>?
  let cover: IGDBImage?
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
    var game = ShopGame(shop: .igdb, id: "\(id)", title: name, checkedAt: checkedAt)
    game.isGame = (game_type ?? category).map { IGDBValues.playableTypes.contains($0.id) } ?? true
    game.url = url.flatMap { IGDBWebsite.address($0)?.absoluteString }
    game.shortDescription = summary
    let companies = involved_companies?.elements ?? []
    game.developers = companies.filter { $0.developer ?? false }.map(\.company.name)
    game.publishers = companies.filter { $0.publisher ?? false }.map(\.company.name)
    game.genres = shownGenres
    game.tags = themes?.elements.compactMap { $0.name.map(IGDBGame.tag) } ?? []
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
    let addresses = websites?.elements.compactMap(\.address) ?? []
    let itchAddresses =
      external.compactMap { $0.url.flatMap { IGDBWebsite.address($0) } } + addresses
    // Several ids are editions; the first one is the smallest.
    let appIds = external.compactMap(\.steamAppId) + addresses.compactMap(\.steamAppId)
    game.otherIds[.steam] = appIds.min().map(String.init)
    game.otherIds[.itch] = itchAddresses.lazy.compactMap(\.itchPage).min()
    var available = Set(platforms?.elements.compactMap { IGDBValues.platforms[$0.id] } ?? [])
    available.formUnion(external.compactMap { $0.source.flatMap { IGDBValues.shops[$0] } })
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
          && (release.date_format ?? release.category)?.id == IGDBValues.dayFormat
      } ?? false
    game.releaseDate = isExact ? first?.day.start : nil
    game.releaseYear = first?.day.civil.year
    if let status = game_status ?? status {
      game.releaseStatus = IGDBValues.statuses[status.id]
    } else {
      game.releaseStatus = first.map { $0 <= game.checkedAt ? .released : .upcoming }
    }
  }
}
