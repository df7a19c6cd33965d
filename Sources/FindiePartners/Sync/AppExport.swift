import FindieDomain
import FindieFiles
import FindieIngest
import FindieWorkspace
import Foundation

/// A game and the shop that filled each field: a line of `games.partners.ndjson`.
struct EnrichedGame: Codable {
  let game: Game
  private let sources: [String: Shop]

  init(_ enrichment: GameEnrichment) {
    var game = enrichment.game
    // Newer than the record that it was made from, and older than the app's next change.
    game.updatedAt = game.updatedAt?.next
    self.game = game
    sources = enrichment.sources
  }

  private enum Key: CodingKey {
    case sources
  }

  init(from decoder: any Decoder) throws {
    game = try Game(from: decoder)
    let container = try decoder.container(keyedBy: Key.self)
    sources = try container.decode([String: String].self, forKey: .sources)
      .compactMapValues { Shop(rawValue: $0) }
  }

  func encode(to encoder: any Encoder) throws {
    try game.encode(to: encoder)
    var container = encoder.container(keyedBy: Key.self)
    try container.encode(sources.mapValues(\.rawValue), forKey: .sources)
  }

  /// The games that the last synchronization wrote, by id. Lines that it did not write are skipped.
  ///
  /// - Throws: `FileFailure`.
  static func all(in file: URL) throws -> [ExactText: EnrichedGame] {
    guard DurableFile.exists(file) else { return [:] }
    let decoder = JSONDecoder()
    var games: [ExactText: EnrichedGame] = [:]
    for line in try DurableFile.read(file).split(separator: UInt8(ascii: "\n")) {
      do {
        let game = try decoder.decode(EnrichedGame.self, from: Data(line))
        games[ExactText(game.game.id)] = game
      } catch is DecodingError {}
    }
    return games
  }

  /// The values that a shop filled, for a synchronization in which it does not answer about the
  /// game. Nil if it filled none.
  func known(to shop: Shop) -> ShopGame? {
    func value<Value>(_ name: String, _ field: KeyPath<Game, Value?>) -> Value? {
      sources[name] == shop ? game[keyPath: field] : nil
    }
    func values<Value>(_ name: String, _ field: KeyPath<Game, [Value]>) -> [Value] {
      sources[name] == shop ? game[keyPath: field] : []
    }
    guard sources.values.contains(shop) else { return nil }
    var known = ShopGame(
      shop: shop, id: "", title: game.title, checkedAt: game.updatedAt ?? Timestamp(milliseconds: 0)
    )
    known.genres = values("genres", \.genres)
    known.tags = values("tags", \.tags)
    known.platforms = values("platforms", \.platforms)
    known.developers = value("developerName", \.developerName).map { [$0] } ?? []
    known.shortDescription = value("shortDescription", \.shortDescription)
    known.coverImageURL = value("coverImageURL", \.coverImageURL)
    known.screenshotURLs = value("screenshotURLs", \.screenshotURLs) ?? []
    known.trailerURL = value("trailerURL", \.trailerURL)
    known.websiteURL = value("officialWebsiteURL", \.officialWebsiteURL)
    known.url = shop.fields.flatMap { value($0.pageName, $0.page) }
    known.isFree = sources["isFree"] == shop ? game.isFree : nil
    known.releaseStatus = sources["releaseStatus"] == shop ? game.releaseStatus : nil
    known.releaseDate = value("releaseDate", \.releaseDate)
    return known
  }
}

extension Timestamp {
  /// The next time that an export can represent.
  var next: Timestamp { min(adding(milliseconds: 1), Timestamp.range.upperBound) }
}

/// The app's own games, players and wishlists, and the files of the last synchronization.
struct AppExport {
  let games: [Game]
  let users: [User]
  /// The app's own lists. If the export lacks a player's list: the app's items from the last merge.
  let wishlists: [Wishlist]
  /// The games of the last synchronization, by id.
  let enriched: [ExactText: EnrichedGame]
  /// The merged lists of the last synchronization.
  let merged: [Wishlist]
  let prices: [PriceSeries]
  let statuses: [PartnerStatus]
  let metrics: [PartnerMetric]

  /// - Throws: `IngestFailure`, also if there is no export; `TooManyBadLines`.
  init(of folder: ExportFolder, output: SyncOutput) throws {
    let reader = folder.reader
    let own = try folder.files().filter { !AppExport.isOutput($0) && $0.collection != .devices }
    let read = try reader.read(own, workers: folder.workers)
    let limit = folder.badShareLimit
    for file in read.files {
      if let breach = limit.breach(by: file.counts, of: file.source.path, quarantine: nil) {
        throw breach
      }
    }
    let files = try AppExport.outputs(in: output.folder)
    let last = try reader.read(files, workers: folder.workers)
    games = read.games.records
    users = read.users.records
    let listed = Set(read.wishlists.records.map { ExactText($0.userId) })
    wishlists =
      read.wishlists.records
      + last.wishlists.records.filter { !listed.contains(ExactText($0.userId)) }.map(\.own)
    merged = last.wishlists.records
    enriched = try EnrichedGame.all(in: output.games)
    prices = last.prices.records
    statuses = last.partners.records
    metrics = last.metrics.records
  }

  private static func isOutput(_ source: InputSource) -> Bool {
    source.isOfPartners
  }

  /// The files of the last synchronization; none before the first.
  private static func outputs(in folder: URL) throws -> InputFolder {
    do {
      return try InputFolder(scanning: folder).filter(isOutput)
    } catch {
      switch error {
      case .noSuchFolder, .noInput: return .empty
      default: throw error
      }
    }
  }
}

extension AppExport {
  /// The shop ids of games when the lists were last merged, by app game id.
  var lastIds: [Shop: [ExactText: String]] {
    var ids: [Shop: [ExactText: String]] = [:]
    for shop in Shop.allCases {
      guard let fields = shop.fields else { continue }
      for item in merged.lazy.flatMap(\.items) {
        ids[shop, default: [:]][ExactText(item.gameId)] = item[keyPath: fields.gameId]
      }
    }
    return ids
  }
}

extension Wishlist {
  /// The items that the app's list had when it was merged.
  fileprivate var own: Wishlist {
    var own = self
    own.items = items.filter { $0.sources?.contains("findie") ?? true }
    // The app had no list then, and earlier versions wrote false.
    if own.items.isEmpty {
      for shop in Shop.allCases {
        if let field = shop.fields?.isSyncEnabled { own[keyPath: field] = true }
      }
    }
    return own
  }
}
