import FindieDomain
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

  /// - Throws: `IngestFailure`, also if there is no export; `TooManyBadLines`.
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
    let files = try Self.outputs(in: output.folder)
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
