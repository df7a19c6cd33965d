import FindieDomain
import FindieFiles
import FindieIngest
import Foundation

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

  /// - Throws: `IngestFailure`, also if there is no export; `TooManyBadLines`; `LocalFailure` for a
  ///   line of the last synchronization that cannot be read.
  init(of folder: ExportFolder, output: SyncOutput) throws {
    let reader = folder.reader
    let own = try folder.files().filter { !Self.isOutput($0) && $0.collection != .devices }
    let read = try reader.read(own, workers: folder.workers)
    let limit = folder.badShareLimit
    for file in read.files {
      if let breach = limit.breach(by: file.counts, of: file.source.path, quarantine: nil) {
        throw breach
      }
    }
    games = read.games.records
    users = read.users.records
    let listed = Set(read.wishlists.records.map { ExactText($0.userId) })
    let lists: [Wishlist] = try Self.last(output.wishlists, reader.latestChange)
    merged = lists.compactMap { $0.forgetting(reader.forgotten ?? { _ in false }) }
    wishlists =
      read.wishlists.records
      + merged.filter { !listed.contains(ExactText($0.userId)) }.map(\.own)
    let lines = CatalogueLines<Game>(latestChange: nil)
    let enriched = try DurableFile.records(of: output.games, remedy: Self.remedy) { line in
      _ = try lines.record(of: line)
      return try JSONDecoder().decode(EnrichedGame.self, from: line)
    }
    self.enriched = Dictionary(enriched.map { (ExactText($0.game.id), $0) }) { $1 }
    prices = try Self.prices(output.prices)
    statuses = try Self.last(output.partners, reader.latestChange)
    metrics = try Self.last(output.metrics, reader.latestChange)
  }

  private static func isOutput(_ source: InputSource) -> Bool {
    source.isOfPartners
  }

  private static let remedy =
    "No file was changed, since the line would be lost. Restore the file from a backup, or correct "
    + "the line. To give up what only this line has, delete it."

  /// What the last synchronization wrote; nothing before the first.
  private static func last<Record: CollectedRecord>(
    _ file: URL, _ latestChange: Timestamp?
  ) throws -> [Record] {
    let lines = CatalogueLines<Record>(latestChange: latestChange)
    return try DurableFile.records(of: file, remedy: remedy) { try lines.record(of: $0) }
  }

  /// With the ids in shops, which a nightly run does not read.
  private static func prices(_ file: URL) throws -> [PriceSeries] {
    let lines = CatalogueLines<PriceSeries>(latestChange: nil)
    return try DurableFile.records(of: file, remedy: remedy) { line in
      var series = try lines.record(of: line)
      series.shopId = try JSONDecoder().decode(PriceSeries.self, from: line).shopId
      return series
    }
  }
}

extension AppExport {
  /// The games that each shop knew in the last synchronization.
  var known: [Shop: Set<ExactText>] {
    Dictionary(
      uniqueKeysWithValues: Shop.allCases.map { shop in
        (shop, Set(enriched.filter { $0.value.known(to: shop) != nil }.keys))
      })
  }

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
