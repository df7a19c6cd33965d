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
  private func mayName(_ gameId: String, _ kind: NotificationKind, _ wishes: Wishes) -> Bool {
    let id = ExactText(gameId)
    guard games[id] != nil, !wishes.owned.contains(id) else { return false }
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
  package func isCurrent(_ message: NotificationMessage, _ items: [WishlistItem]) -> Bool {
    let wishes = Wishes(items)
    return message.games.allSatisfy { mayName($0.id, message.kind, wishes) }
  }

  /// - Parameters:
  ///   - games: those that the app shows.
  ///   - night: the night's day.
  package init(_ games: [Game], night: Day, now: Timestamp) {
    self.games = Dictionary(games.filter(\.isActive).map { (ExactText($0.id), $0) }) { $1 }
    self.night = night
    self.now = now
  }

  /// The message about games that cost less, if the player wants to know about some.
  ///
  /// - Parameter items: from all the player's wishlists.
  package func message(
    about drops: PlayerDrops, _ items: [WishlistItem], notified: Set<ExactText>
  ) -> NotificationMessage? {
    let wishes = Wishes(items)
    // Less than one percent is not worth a message.
    let news = drops.drops
      .filter { $0.percent >= 1 && mayName($0.gameId, .gameOnSale, wishes) }
      .map { drop in (drop, "drop \(drop.gameId) \(drop.price) \(drop.currency)") }
      .filter { !notified.contains(ExactText($0.1)) }
    guard let first = news.first?.0 else { return nil }
    return message(
      to: drops.userId, .gameOnSale, subjects: news.map(\.1), news.map(\.0.gameId),
      price: Self.text(of: first.price, first.currency), percent: first.percent)
  }

  /// The price with its currency's number of decimals, such as `9.50 EUR` or `950 JPY`.
  static func text(of price: Decimal, _ currency: String) -> String {
    let text = price.formatted(
      .currency(code: currency).grouping(.never).locale(Locale(identifier: "en_US")))
    return "\(text.filter { $0.isASCII && $0.isNumber || $0 == "." }) \(currency)"
  }

  /// The message about games that were released since the player wished for them.
  ///
  /// - Parameter items: from all the player's wishlists.
  package func message(
    aboutReleasesOf items: [WishlistItem], to userId: String, notified: Set<ExactText>
  ) -> NotificationMessage? {
    let wishes = Wishes(items)
    var found: Set<ExactText> = []
    let news = items.filter { item in
      let id = ExactText(item.gameId)
      guard item.notifyOnRelease, mayName(item.gameId, .gameReleased, wishes),
        let date = newsDate(of: id)
      else { return false }
      return (item.addedDate ?? date) <= date
        && !notified.contains(ExactText("release \(item.gameId)")) && found.insert(id).inserted
    }.map(\.gameId)
    return message(
      to: userId, .gameReleased, subjects: news.map { "release \($0)" }, news)
  }

  /// The release date of a game that was just released; nil for other games.
  private func newsDate(of id: ExactText) -> Timestamp? {
    guard let game = games[id], [.released, .earlyAccess].contains(game.releaseStatus),
      let date = game.releaseDate, (0...Game.newsDays).contains(night.days(since: date.day))
    else { return nil }
    return date
  }

  /// The message about released games whose audience the player belongs to.
  ///
  /// - Parameters:
  ///   - gameIds: the games of the audiences, each once.
  ///   - items: from all the player's wishlists. Games there are no news.
  package func message(
    aboutLaunchesOf gameIds: [String], _ items: [WishlistItem], to userId: String,
    notified: Set<ExactText>
  ) -> NotificationMessage? {
    let wishes = Wishes(items)
    let news = gameIds.filter { id in
      mayName(id, .launch, wishes) && newsDate(of: ExactText(id)) != nil
        && !notified.contains(ExactText("launch \(id)"))
        && !notified.contains(ExactText("release \(id)"))
    }
    return message(to: userId, .launch, subjects: news.map { "launch \($0)" }, news)
  }

  /// The message with the first games of the player's list, once per week (ISO 8601, UTC).
  ///
  /// - Parameter items: from all the player's wishlists. Games there are left out.
  package func message(
    withPicks gameIds: [String], _ items: [WishlistItem], to userId: String,
    notified: Set<ExactText>
  ) -> NotificationMessage? {
    let subject = "picks \(night.isoWeek)"
    guard !notified.contains(ExactText(subject)) else { return nil }
    let wishes = Wishes(items)
    let shown = gameIds.lazy.filter { mayName($0, .weeklyDigest, wishes) }.prefix(Self.picks)
    return message(to: userId, .weeklyDigest, subjects: [subject], Array(shown))
  }

  private func message(
    to userId: String, _ kind: NotificationKind, subjects: [String], _ gameIds: [String],
    price: String? = nil, percent: Int? = nil
  ) -> NotificationMessage? {
    guard !gameIds.isEmpty else { return nil }
    return NotificationMessage(
      to: userId, kind, subjects: subjects,
      games: gameIds.map { .init(id: $0, title: games[ExactText($0)]?.title ?? $0) }, price: price,
      percent: percent, createdAt: now)
  }
}
