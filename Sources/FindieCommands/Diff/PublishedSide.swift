import FindieDomain
import FindieFiles
import FindieHistory
import FindieNight
import FindiePublishing
import FindieRanking
import FindieStore
import FindieWorkers
import FindieWorkspace
import Foundation

/// One of two published nights: its lists, and which games were eligible.
struct PublishedSide: Sendable {
  private let folder: URL
  private let eligibility: Eligibility
  private let games: [ExactText: Int]
  private let preferences: [ExactText: Eligibility.Preferences]
  /// The games in each player's wishlist or library.
  private let owned: [ExactText: Set<ExactText>]

  /// - Throws: `NotFound`.
  init(of day: Day, _ workspace: Workspace) throws {
    folder = workspace.published(day)
    let store = workspace.publishedStore(day)
    guard DurableFile.exists(store) else {
      throw NotFound(
        "There is no night of \(day) in \(workspace.published.path). List that folder to see the "
          + "published nights, or name another --workspace.")
    }
    let catalogue = try PublishedStore(at: store).catalogue()
    let recipe = try NightRecipe(of: day, file: workspace.recipeFile(of: day))
    eligibility = Eligibility(
      games: catalogue.games, on: day, currency: recipe.parameters.recommendations.currency,
      isEligible: recipe.parameters.recommendations.eligible.isEligible(catalogue.games))
    games = Dictionary(
      catalogue.games.enumerated().map { (ExactText($1.id), $0) }, uniquingKeysWith: { $1 })
    preferences = Dictionary(
      catalogue.users.map { (ExactText($0.id), Eligibility.Preferences($0)) },
      uniquingKeysWith: { $1 })
    var owned: [ExactText: Set<ExactText>] = [:]
    for wishlist in catalogue.wishlists {
      owned[ExactText(wishlist.userId), default: []]
        .formUnion(wishlist.items.map { ExactText($0.gameId) })
    }
    self.owned = owned
  }

  /// Whether a game is released, and whether the parameters and the player's preferences allow it.
  func allows(_ gameId: String, to user: ExactText) -> (isOut: Bool, isAllowed: Bool) {
    guard let game = games[ExactText(gameId)] else { return (false, false) }
    let preferences = preferences[user] ?? Eligibility.Preferences(nil)
    return switch eligibility.filter(of: game, isListed: true, for: preferences) {
    case nil: (true, true)
    case .inactive, .cancelled, .unreleased: (false, false)
    default: (true, false)
    }
  }

  func owns(_ user: ExactText, _ gameId: String) -> Bool {
    owned[user]?.contains(ExactText(gameId)) ?? false
  }

  /// The lists of one player, or of all.
  func lists(of user: String?, workers: Workers) throws -> [ExactText: [ListedEntry]] {
    let file = try PublishedLines(folder.appending(path: "recommendations.ndjson"))
    let lines = user.map { file.lines(of: $0) } ?? Array(0..<file.count)
    let parts = Workers.ranges(of: lines.count, size: 256)
    let lists = try workers.map(parts.count) { part in
      try parts[part].map { try file.list(lines[$0]) }
    }
    return Dictionary(
      lists.joined().map { ($0.user, $0.entries) }, uniquingKeysWith: { $1 })
  }
}

/// The actions of players, before and since a night.
struct PlayerActions: Sendable {
  private let users: Vocabulary
  private let games: Vocabulary
  /// The codes of player and game, in one number.
  private var before = Set<UInt64>()
  private var since = Set<UInt64>()
  private var acted = Set<UInt32>()

  init(_ events: EventTable, from day: Day) {
    let (user, game) = (events[.userId], events[.gameId])
    users = user.vocabulary
    games = game.vocabulary
    let start = day.start.milliseconds
    for row in 0..<events.count {
      let pair = UInt64(user.codes[row]) << 32 | UInt64(game.codes[row])
      if events.milliseconds[row] < start {
        before.insert(pair)
      } else {
        since.insert(pair)
        acted.insert(user.codes[row])
      }
    }
  }

  func hasActed(_ user: ExactText) -> Bool {
    users.existingCode(of: user.text).map { acted.contains($0) } ?? false
  }

  func hasSeen(_ user: ExactText, _ game: String, since: Bool) -> Bool {
    guard let user = users.existingCode(of: user.text), let game = games.existingCode(of: game)
    else {
      return false
    }
    return (since ? self.since : before).contains(UInt64(user) << 32 | UInt64(game))
  }
}

/// The players' lists of one published night, one line per player.
struct PublishedLines {
  private struct Line: Decodable {
    struct Entry: Decodable {
      let gameId: String
      let slot: String?
    }

    let userId: String
    let games: [Entry]
  }

  private let bytes: Data
  private let lines: [Range<Data.Index>]

  init(_ file: URL) throws {
    bytes = try Data(contentsOf: file, options: .mappedIfSafe)
    var lines: [Range<Data.Index>] = []
    var start = bytes.startIndex
    while let end = bytes[start...].firstIndex(of: UInt8(ascii: "\n")) {
      lines.append(start..<end)
      start = bytes.index(after: end)
    }
    self.lines = lines
  }

  var count: Int { lines.count }

  /// The player and the list of one line.
  func list(_ line: Int) throws -> (user: ExactText, entries: [ListedEntry]) {
    let line = try JSONDecoder().decode(Line.self, from: bytes[lines[line]])
    return (
      ExactText(line.userId), line.games.map { ListedEntry($0.gameId, isDrawn: $0.slot != nil) }
    )
  }

  /// The lines of one player.
  func lines(of user: String) -> [Int] {
    var key = PublishedLine()
    key.append(
      RecommendationList(
        userId: user, date: Day(daysSinceEpoch: 0), source: .popular, games: []))
    // `{"userId":"…`, up to the end of the id.
    let id = key.bytes.prefix(key.bytes.count - Self.restInBytes)
    return lines.indices.filter { bytes[lines[$0]].starts(with: id) }
  }

  /// The length of what follows the id in the line of an empty list, including the line end.
  private static let restInBytes =
    #","listId":"0123456789abcdef","source":"popular","games":[]}"#.utf8.count + 1
}
