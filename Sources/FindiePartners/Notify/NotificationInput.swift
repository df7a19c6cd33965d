package import FindieDomain
import FindieFiles
import FindieHistory
package import FindieIngest
import FindieStore
import FindieWorkspace
import Foundation

/// The input of messages: the published night, the app's wishlists, and the devices of players who
/// want messages.
struct NotificationInput {
  private let day: Day
  /// By player; each device once.
  private let devices: [ExactText: [Device]]
  let badDevices: Int
  /// Where the first bad device line is; nil if there is none.
  let firstBadDevice: String?
  /// The players who want to see games for adults only.
  private let adults: Set<ExactText>
  /// The players who want no lists by what they did.
  private let unprofiled: Set<ExactText>
  private let wishlists: [ExactText: [Wishlist]]
  private let games: [Game]
  private let folder: URL
  private let store: PublishedStore

  /// - Parameters:
  ///   - day: the published night's day.
  ///   - removed: the ids of devices that get no messages.
  /// - Throws: `TooManyBadLines`, also for a file that is cut off; `IngestFailure`, `StoreFailure`,
  ///   `FileFailure`.
  init(_ app: ExportFolder, _ day: Day, removed: Set<String>) throws {
    let workspace = app.workspace
    self.day = day
    folder = workspace.published(day)
    store = try PublishedStore(at: workspace.publishedStore(day))
    let reader = app.reader
    let input = try app.files()
    let listed: CatalogueRecords<DeviceRecord> = try reader.records(of: input, app.workers)
    let players: CatalogueRecords<NotifiedPlayer> = try reader.records(of: input, app.workers)
    badDevices = listed.files.reduce(0) { $0 + $1.counts.rejected }
    // The line itself may contain a token.
    firstBadDevice = listed.files.lazy.compactMap(\.rejected.first).first.map { line in
      let detail = line.detail.isEmpty ? "" : " (\(line.detail))"
      return "line \(line.line) of \(line.file): \(line.reason.rawValue)\(detail)"
    }
    let willing = Set(players.records.lazy.filter(\.notificationsEnabled).map { ExactText($0.id) })
    adults = Set(players.records.lazy.filter(\.showsMatureGames).map { ExactText($0.id) })
    unprofiled = Set(
      players.records.lazy.filter { !$0.personalization }.map { ExactText($0.id) })
    devices = Dictionary(
      grouping: listed.records.ownDevices.filter {
        willing.contains(ExactText($0.userId)) && !removed.contains($0.id)
      }
    ) { ExactText($0.userId) }
    let catalogue = try reader.read(input, workers: app.workers)
    // As in a nightly run: an incomplete file may hide that a player wants no more messages.
    let limit = app.badShareLimit
    for file in listed.files + players.files + catalogue.wishlists.files + catalogue.games.files {
      if let breach = limit.breach(by: file.counts, of: file.source.path, quarantine: nil) {
        throw breach
      }
    }
    wishlists = catalogue.wishlists.records.byPlayer
    games = catalogue.games.records
  }

  /// The number of devices that get messages.
  var deviceCount: Int { devices.values.reduce(0) { $0 + $1.count } }

  func devices(of userId: String) -> [Device] { devices[ExactText(userId)] ?? [] }

  /// The messages that wait in the outbox from now on.
  ///
  /// Messages of earlier runs are composed again, so that none has an outdated price or wish. A
  /// message that was already sent to another device of the player stays as it is; it is dropped if
  /// it no longer fits the wishlists.
  func outbox(
    after earlier: [NotificationMessage], _ deliveries: DeliveryLog, at now: Timestamp
  ) throws -> [NotificationMessage] {
    let composer = MessageComposer(games, night: day, now: now)
    let begun = earlier.filter { message in
      !deliveries.subjects(of: message.userId).isDisjoint(
        with: message.subjects.lazy.map { ExactText($0) })
        && composer.isCurrent(
          message, items(of: ExactText(message.userId)),
          showsMatureGames: adults.contains(ExactText(message.userId)))
    }
    let known = Dictionary(
      earlier.map { message in
        (
          ExactText(message.userId),
          Dictionary(message.subjects.map { (ExactText($0), message.createdAt) }) { $1 }
        )
      }
    ) { $0.merging($1) { min($0, $1) } }
    return try begun
      + composed(composer, deliveries).map { message in
        let known = known[ExactText(message.userId)] ?? [:]
        let times = message.subjects.map { known[ExactText($0)] ?? now }
        return message.created(at: times.max() ?? now)
      }
  }

  /// The night's messages, at most one of each kind per player.
  private func composed(
    _ composer: MessageComposer, _ deliveries: DeliveryLog
  ) throws -> [NotificationMessage] {
    let (drops, launches) = (try priceDrops(), try launches())
    return try devices.keys.sorted().flatMap { id in
      var player = MessageComposer.Player(id.text)
      player.showsMatureGames = adults.contains(id)
      player.items = items(of: id)
      player.drops = drops[id]?.drops ?? []
      if !unprofiled.contains(id) {
        player.launches = launches[id] ?? []
        player.picks = try store.recommendationList(userId: id.text)?.games.map(\.gameId) ?? []
      }
      player.notified = deliveries.subjects(of: id.text)
      return composer.messages(to: player)
    }
  }

  private func items(of player: ExactText) -> [WishlistItem] {
    (wishlists[player] ?? []).flatMap(\.items)
  }

  private func priceDrops() throws -> [ExactText: MessageComposer.PlayerDrops] {
    let lines = try DurableFile.lines(of: folder.appending(path: "price-drops.ndjson"))
    let decoded = try lines.map {
      try JSONDecoder().decode(MessageComposer.PlayerDrops.self, from: $0)
    }
    return Dictionary(decoded.map { (ExactText($0.userId), $0) }) { $1 }
  }

  /// The games whose audience each player belongs to. A night of an earlier version has none.
  private func launches() throws -> [ExactText: [String]] {
    let file = folder.appending(path: "audiences.ndjson")
    guard DurableFile.exists(file) else { return [:] }
    var launches: [ExactText: [String]] = [:]
    for line in try DurableFile.lines(of: file) {
      let audience = try JSONDecoder().decode(GameAudience.self, from: line)
      for player in audience.players {
        launches[ExactText(player.userId), default: []].append(audience.gameId)
      }
    }
    return launches
  }

  /// In the order in which they are sent.
  static func inOrder(_ messages: [NotificationMessage]) -> [NotificationMessage] {
    let kinds = NotificationKind.allCases
    return messages.sorted { left, right in
      let (first, second) = (kinds.firstIndex(of: left.kind), kinds.firstIndex(of: right.kind))
      return (ExactText(left.userId), first ?? 0, left.createdAt, left.id)
        < (ExactText(right.userId), second ?? 0, right.createdAt, right.id)
    }
  }
}

/// A document of the collection `devices`.
package struct DeviceRecord: Hashable, Sendable {
  package let id: String
  package var userId = ""
  package var fcmToken = ""
  package var timeZone: String?
  package var language: String?
  package var updatedAt: Timestamp?

  package var device: Device {
    Device(userId: userId, token: fcmToken, timeZone: timeZone, language: language)
  }
}

extension DeviceRecord: CollectedRecord {
  package static var collection: InputCollection { .devices }
  package static var alternativeId: String? { "fcmToken" }
  package static var rules: [ValidationRule<DeviceRecord>] { [] }

  package static let fields: [CatalogueField<DeviceRecord>] = [
    .init("userId", { $0.userId }, { $0.userId = $1 }, as: .id, .present),
    .init("fcmToken", { $0.fcmToken }, { $0.fcmToken = $1 }, as: .id, .present),
    .init("timeZone", { $0.timeZone }, { $0.timeZone = $1 }),
    .init("language", { $0.language }, { $0.language = $1 }),
    .init("updatedAt", { $0.updatedAt }, { $0.updatedAt = $1 }),
  ]

  package init(defaultsOf id: String) { self.id = id }

  package var lastChanged: Timestamp? { updatedAt }

  /// A forgotten player's device stays, without the player: it belongs to nobody else.
  package func forgetting(_ isForgotten: (String) -> Bool) -> DeviceRecord? {
    var record = self
    if isForgotten(userId) { record.userId = "" }
    return record
  }
}

extension Sequence<DeviceRecord> {
  /// Each token once, as a device of the player who used it last, whether or not that player wants
  /// messages. In the order of tokens.
  package var ownDevices: [Device] {
    Dictionary(map { (ExactText($0.fcmToken), $0) }) { $1.replaces($0) ? $1 : $0 }
      .sorted { $0.key < $1.key }.map(\.value.device)
  }
}

/// Whether a player of the collection `users` wants messages, and what they may name.
package struct NotifiedPlayer: Hashable, Sendable {
  package let id: String
  package var notificationsEnabled = false
  package var showsMatureGames = false
  package var personalization = true
  package var updatedAt: Timestamp?
}

extension NotifiedPlayer: CollectedRecord {
  package static var collection: InputCollection { .users }
  package static var rules: [ValidationRule<NotifiedPlayer>] { [] }

  package static let fields: [CatalogueField<NotifiedPlayer>] = [
    .init("notificationsEnabled", { $0.notificationsEnabled }, { $0.notificationsEnabled = $1 }),
    .init("showsMatureGames", { $0.showsMatureGames }, { $0.showsMatureGames = $1 }),
    .init("personalization", { $0.personalization }, { $0.personalization = $1 }, .valid),
    .init("updatedAt", { $0.updatedAt }, { $0.updatedAt = $1 }),
  ]

  package init(defaultsOf id: String) { self.id = id }

  package var lastChanged: Timestamp? { updatedAt }

  package func forgetting(_ isForgotten: (String) -> Bool) -> NotifiedPlayer? {
    isForgotten(id) ? nil : self
  }
}
