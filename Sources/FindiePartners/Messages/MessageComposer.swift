package import FindieDomain
import Foundation

/// Composes the messages of a published night.
///
/// Only players with a device and with `notificationsEnabled` get messages, about games that they
/// do not own by the current wishlists. Each is notified at most once about a game's price, a
/// game's release or launch, and the picks of a week.
package struct MessageComposer: Sendable {
  /// A line of `price-drops.ndjson`.
  package struct PlayerDrops: Decodable, Sendable {
    package struct Drop: Decodable, Sendable {
      let gameId: String
      let currency: String
      let price: Decimal
      let percent: Int
    }

    package let userId: String
    package let drops: [Drop]
  }

  private let games: [ExactText: Game]
  private let night: Day
  private let now: Timestamp

  private static let picks = 3

  /// What a player wishes for and owns, by all the player's wishlists.
  private struct Wishes {
    private(set) var known: Set<ExactText> = []
    private(set) var owned: Set<ExactText> = []
    private(set) var onDiscount: Set<ExactText> = []
    private(set) var onRelease: Set<ExactText> = []

    init(_ items: [WishlistItem]) {
      for item in items {
        let id = ExactText(item.gameId)
        known.insert(id)
        if item.owned == true { owned.insert(id) }
        if item.notifyOnDiscount { onDiscount.insert(id) }
        if item.notifyOnRelease { onRelease.insert(id) }
      }
    }
  }

  /// Whether a message of a kind may name the game to a player with these wishes.
  private func mayName(
    _ gameId: String, _ kind: NotificationKind, _ wishes: Wishes, showsMatureGames: Bool
  ) -> Bool {
    let id = ExactText(gameId)
    guard let game = games[id], showsMatureGames || game.isMature != true,
      !wishes.owned.contains(id)
    else { return false }
    return switch kind {
    case .gameOnSale: wishes.onDiscount.contains(id)
    case .gameReleased: wishes.onRelease.contains(id)
    // Players' lists have no wished games either.
    case .launch, .weeklyDigest: !wishes.known.contains(id)
    }
  }

  /// Whether a message that was composed earlier still fits the player's wishlists.
  ///
  /// - Parameter items: from all the player's wishlists, as for the messages below.
  package func isCurrent(
    _ message: NotificationMessage, _ items: [WishlistItem], showsMatureGames: Bool = false
  ) -> Bool {
    let wishes = Wishes(items)
    return message.games.allSatisfy {
      mayName($0.id, message.kind, wishes, showsMatureGames: showsMatureGames)
    }
  }

  /// - Parameters:
  ///   - games: those that the app shows.
  ///   - night: the night's day.
  package init(_ games: [Game], night: Day, now: Timestamp) {
    self.games = Dictionary(games.filter(\.isActive).map { (ExactText($0.id), $0) }) { $1 }
    self.night = night
    self.now = now
  }

  /// What is known about a player tonight.
  package struct Player: Sendable {
    package let userId: String
    /// Whether the player wants to see games for adults only.
    package var showsMatureGames = false
    /// From all the player's wishlists.
    package var items: [WishlistItem] = []
    package var drops: [PlayerDrops.Drop] = []
    /// The games whose audience the player belongs to, each once.
    package var launches: [String] = []
    /// The games of the player's list, the best first.
    package var picks: [String] = []
    /// The subjects of earlier messages.
    package var notified: Set<ExactText> = []

    package init(_ userId: String) {
      self.userId = userId
    }
  }

  /// The messages to a player, at most one of each kind.
  package func messages(to player: Player) -> [NotificationMessage] {
    let wishes = Wishes(player.items)
    return NotificationKind.allCases.compactMap { kind in
      var news = news(for: player, kind).filter { news in
        mayName(news.gameId, kind, wishes, showsMatureGames: player.showsMatureGames)
          && !player.notified.contains(ExactText(news.subject))
      }
      var subjects = news.map(\.subject)
      if kind == .weeklyDigest {
        news = Array(news.prefix(Self.picks))
        subjects = Array(subjects.prefix(1))
      }
      guard let first = news.first else { return nil }
      return NotificationMessage(
        to: player.userId, kind, subjects: subjects,
        games: news.map {
          .init(id: $0.gameId, title: games[ExactText($0.gameId)]?.title ?? $0.gameId)
        },
        price: first.drop.map { Self.text(of: $0.price, $0.currency) },
        percent: first.drop?.percent, createdAt: now)
    }
  }

  /// A game that a message may name.
  private struct News {
    let gameId: String
    let subject: String
    var drop: PlayerDrops.Drop?
  }

  private func news(for player: Player, _ kind: NotificationKind) -> [News] {
    switch kind {
    case .gameOnSale:
      // Less than one percent is not worth a message.
      return player.drops.filter { $0.percent >= 1 }.map { drop in
        News(
          gameId: drop.gameId, subject: "drop \(drop.gameId) \(drop.price) \(drop.currency)",
          drop: drop)
      }
    case .gameReleased:
      // Since the player wished for the game.
      var found: Set<ExactText> = []
      return player.items.filter { item in
        let id = ExactText(item.gameId)
        guard item.notifyOnRelease, let date = newsDate(of: id) else { return false }
        return (item.addedDate ?? date) <= date && found.insert(id).inserted
      }.map { News(gameId: $0.gameId, subject: "release \($0.gameId)") }
    case .launch:
      return player.launches.filter { id in
        newsDate(of: ExactText(id)) != nil
          && !player.notified.contains(ExactText("release \(id)"))
      }.map { News(gameId: $0, subject: "launch \($0)") }
    case .weeklyDigest:
      // Once per week (ISO 8601, UTC).
      return player.picks.map { News(gameId: $0, subject: "picks \(night.isoWeek)") }
    }
  }

  /// The price with its currency's number of decimals, such as `9.50 EUR` or `950 JPY`.
  static func text(of price: Decimal, _ currency: String) -> String {
    let text = price.formatted(
      .currency(code: currency).grouping(.never).locale(Locale(identifier: "en_US")))
    return "\(text.filter { $0.isASCII && $0.isNumber || $0 == "." }) \(currency)"
  }

  /// The release date of a game that was just released; nil for other games.
  private func newsDate(of id: ExactText) -> Timestamp? {
    guard let game = games[id], [.released, .earlyAccess].contains(game.releaseStatus),
      let date = game.releaseDate, (0...Game.newsDays).contains(night.days(since: date.day))
    else { return nil }
    return date
  }

}
