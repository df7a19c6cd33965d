package import FindieDomain
import FindieFiles
import FindieText
package import Foundation

/// An itch.io collection as the CSV file that a player exported. It serves as the wishlist, since
/// itch.io has none.
///
/// The columns are found by their names in the first line, in any order and case: an id (`id`,
/// `game_id`) or an address (`url`, `link`, `game_url`), and, if there is one, the title (`title`,
/// `name`, `game`) and the time of adding (`created_at`, `added_at`, `date_added`, `added`,
/// `date`).
package struct ItchCollection: Hashable, Sendable {
  package struct Entry: Hashable, Sendable {
    /// At least one of `gameId` and `address` is set.
    package let gameId: String?
    package let address: ItchGameAddress?
    package let title: String?
    package let addedAt: Timestamp?
  }

  /// In the order of the file, each game once.
  package let entries: [Entry]
  /// The numbers of the rows with neither an id nor an address, from 1 after the header.
  package let skippedRows: [Int]

  package static let maximumBytes = 8 << 20

  /// - Parameter bytes: UTF-8.
  /// - Throws: `Unreadable`.
  package init(csv bytes: [UInt8]) throws(Unreadable) {
    guard bytes.count <= ItchCollection.maximumBytes else {
      throw Unreadable(why: "it has more than \(ItchCollection.maximumBytes >> 20) MB")
    }
    let rows = try CSVRows.rows(String(decoding: bytes, as: UTF8.self))
    let names = (rows.first ?? []).map { $0.lowercased().replacing(" ", with: "_") }
    func column(_ candidates: [String]) -> Int? {
      candidates.lazy.compactMap { names.firstIndex(of: $0) }.first
    }
    let id = column(["game_id", "id"])
    let url = column(["url", "game_url", "link"])
    let title = column(["title", "name", "game"])
    let time = column(["created_at", "added_at", "date_added", "added", "date"])
    guard id != nil || url != nil else {
      throw Unreadable(
        why: "the first line names no column 'id', 'game_id', 'url', 'game_url' or 'link'")
    }
    var entries: [Entry] = []
    var skipped: [Int] = []
    var seen: Set<String> = []
    for (number, row) in rows.enumerated().dropFirst() {
      func cell(_ column: Int?) -> String? {
        guard let column, row.indices.contains(column), !row[column].isEmpty else { return nil }
        return row[column]
      }
      let gameId = cell(id).flatMap { $0.wholeMatch(of: /[1-9][0-9]{0,18}/) == nil ? nil : $0 }
      let address = cell(url).flatMap { ItchGameAddress(url: $0) }
      guard let key = address?.url ?? gameId else {
        skipped.append(number)
        continue
      }
      guard seen.insert(key).inserted else { continue }
      entries.append(
        Entry(
          gameId: gameId, address: address, title: cell(title),
          addedAt: cell(time).flatMap { Timestamp(iso8601: $0) }))
    }
    self.entries = entries
    skippedRows = skipped
  }
}

/// The collections of itch.io that players exported, `NAME.csv` each.
package struct ItchCollections: Sendable {
  /// By the player's name on itch.io in lower case.
  let byName: [String: ItchCollection]
  /// Files that cannot be read, or only in part. They are named by their position, since their
  /// names are those of players.
  let failures: [PartnerFailure]

  /// - Throws: `FileFailure` if the folder cannot be listed.
  package init(in folder: URL) throws {
    let names = try DurableFile.names(in: folder).filter { $0.lowercased().hasSuffix(".csv") }
    var byName: [String: ItchCollection] = [:]
    var failures: [PartnerFailure] = []
    for (place, name) in names.enumerated() {
      func fail(_ detail: String) {
        failures.append(
          .file(
            "file \(place + 1) of \(names.count) of --itch-collections, by name", detail: detail))
      }
      do {
        let bytes = try DurableFile.read(
          folder.appending(path: name), limit: ItchCollection.maximumBytes + 1)
        let collection = try ItchCollection(csv: bytes)
        byName[name.dropLast(".csv".count).lowercased()] = collection
        let skipped = collection.skippedRows.count
        if skipped > 0 {
          fail(
            "\(skipped.counted("row")) without an id or address of a game. No wish was removed")
        }
      } catch let failure as Unreadable {
        fail("it is skipped. " + failure.why.prefix(1).uppercased() + failure.why.dropFirst())
      } catch let failure as FileFailure {
        fail("it cannot be read: \(failure.reason)")
      }
    }
    self.byName = byName
    self.failures = failures
  }
}

/// The games that a user of itch.io owns.
///
/// Source: `GET /profile/owned-keys` of itch.io's server-side API, with the user's API key. There
/// is no way to ask for another user's games, or for wishlists.
package struct ItchLibrary: Sendable {
  private let transport: Transport
  private let settings: PartnerSettings
  private let key: Secret

  /// The maximum number of pages that are read.
  private static let maximumPages = 1000

  /// - Parameter key: a user's API key.
  package init(_ transport: Transport, _ settings: PartnerSettings, key: Secret) {
    self.transport = transport
    self.settings = settings
    self.key = key
  }

  /// A game that a user owns.
  package struct OwnedGame: Hashable, Sendable {
    package let game: ShopGame
    package let addedAt: Timestamp?
  }

  /// The name of the user with the key.
  ///
  /// - Throws: `PartnerFailure`, `SyncStopped`.
  package func owner() throws -> Fetched<String> {
    struct Profile: Decodable {
      struct User: Decodable {
        let username: String
      }

      let user: User
    }
    return try fetch("profile") { try $0.json(Profile.self).user.username }
  }

  /// The games of the user with the key, by id, each once.
  ///
  /// - Throws: `PartnerFailure`, `SyncStopped`.
  package func games() throws -> Fetched<[OwnedGame]> {
    var owned: [String: OwnedGame] = [:]
    var skipped = 0
    // Only an empty page is the last one: itch.io leaves hidden games out of a page.
    for page in 1...ItchLibrary.maximumPages {
      let keys = try fetch("profile/owned-keys", query: ["page": "\(page)"]) { answer in
        let page: ItchOwnedKeys = try answer.json()
        skipped += page.skipped
        return page.games(checkedAt: answer.receivedAt)
      }
      guard !keys.value.isEmpty else {
        let games = owned.sorted { (Int64($0.key) ?? 0, $0.key) < (Int64($1.key) ?? 0, $1.key) }
        // Without the skipped games, they would seem to be no longer owned.
        guard skipped == 0 else {
          throw PartnerFailure.invalid(
            "GET profile/owned-keys", detail: "\(skipped) entries cannot be read")
        }
        return Fetched(
          value: games.map(\.value), receivedAt: keys.receivedAt, origin: keys.origin)
      }
      for key in keys.value where owned[key.game.id] == nil { owned[key.game.id] = key }
    }
    throw PartnerFailure.invalid("GET profile/owned-keys", detail: "its pages do not end")
  }

  /// No answer is stored: the addresses are the same for all users.
  private func fetch<Value: Sendable>(
    _ path: String, query: KeyValuePairs<String, String> = [:],
    decode: (PartnerAnswer) throws -> Value
  ) throws -> Fetched<Value> {
    var request = PartnerRequest(settings.endpoint(.itchAPI), path: path, query: query)
    request.isPersonal = true
    request.secretHeaders = ["Authorization": Secret("Bearer \(key.revealed)")]
    return try transport.fetch(request, maximumAge: nil, decode: decode)
  }
}

/// A page of `owned-keys`.
package struct ItchOwnedKeys: Decodable, Sendable {
  private struct Key: Decodable {
    let game_id: NumberOrText
    let created_at: String?
    let game: Game?
  }

  private struct Game: Decodable {
    let title: String
    let url: String?
    let short_text: String?
    let cover_url: String?
    let classification: String?
  }

  private let owned_keys: LuaArray<Key>

  /// The number of keys that cannot be read.
  var skipped: Int { owned_keys.skipped }

  package func games(checkedAt: Timestamp) -> [ItchLibrary.OwnedGame] {
    owned_keys.elements.map { key in
      var game = ShopGame(
        shop: .itch, id: key.game_id.text, title: key.game?.title ?? "", checkedAt: checkedAt)
      game.url = key.game?.url.flatMap { ItchGameAddress(url: $0) }?.url
      game.shortDescription = key.game?.short_text
      game.coverImageURL = key.game?.cover_url
      game.platforms = [.itchio]
      // Others are tools, assets, books and soundtracks.
      game.isGame = (key.game?.classification ?? "game") == "game"
      return ItchLibrary.OwnedGame(
        game: game, addedAt: key.created_at.flatMap { Timestamp(iso8601: $0) })
    }
  }
}
