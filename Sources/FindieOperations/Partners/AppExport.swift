import FindieDomain
import FindieIngest
import FindieIntegrations
import FindieNight
import FindieWorkspace
import Foundation

/// The app's own games, players and wishlists, and the files of the last synchronization.
struct AppExport {
  let games: [Game]
  let users: [User]
  /// The app's own lists. For a player whose list the export lacks: what the last merge had of it.
  let wishlists: [Wishlist]
  /// The games of the last synchronization, by id.
  let enriched: [ExactText: EnrichedGame]
  /// The merged lists of the last synchronization.
  let merged: [Wishlist]
  let prices: [PriceSeries]
  let statuses: [PartnerStatus]
  let metrics: [PartnerMetric]

  /// - Throws: `IngestFailure`, also if there is no export; `TooManyBadLines`.
  init(of night: Night, output: SyncOutput) throws {
    let reader = CatalogueReader(
      limits: night.parameters.ingest.limits, forgotten: night.forgotten?.contain,
      now: night.clock.now, badShareLimit: night.parameters.ingest.badShareLimit)
    let own = try night.inputFolder().filter { !AppExport.isOutput($0) }
    let read = try reader.read(own, workers: night.workers)
    // As in a nightly run: an export that cannot be read is not one without games.
    let limit = night.parameters.ingest.badShareLimit
    for file in read.files {
      if let breach = limit.breach(by: file.counts, of: file.source.path, quarantine: nil) {
        throw breach
      }
    }
    let files = try AppExport.outputs(in: output.folder)
    let last = try reader.read(files, workers: night.workers)
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
  /// The ids that games had in shops when the lists were last merged, by the app's id of the game.
  var lastIds: [Shop: [ExactText: String]] {
    var ids: [Shop: [ExactText: String]] = [:]
    for item in merged.lazy.flatMap(\.items) {
      ids[.steam, default: [:]][ExactText(item.gameId)] = item.steamAppId
      ids[.itch, default: [:]][ExactText(item.gameId)] = item.itchioGameId
    }
    return ids
  }
}

extension Wishlist {
  /// The items that the app's list had when it was merged.
  fileprivate var own: Wishlist {
    var own = self
    own.items = items.filter { $0.sources?.contains("findie") ?? true }
    // Then there was no list of the app, and earlier versions wrote false.
    if own.items.isEmpty { (own.steamSyncEnabled, own.itchioSyncEnabled) = (true, true) }
    return own
  }
}
