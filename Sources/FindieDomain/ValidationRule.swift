import Foundation

/// One named rule that a catalogue record should keep (source document 002, "Data Validation Rules").
///
/// The rules of 002 were written for the app's forms; real catalogues break some of them. So those
/// warn and the record is kept. A record without an id or a title cannot be used: that rejects.
public struct ValidationRule<Record>: Sendable {
  public let name: String
  public let severity: Severity
  /// The rule as a sentence, for people.
  public let sentence: String
  let isKept: @Sendable (Record) -> Bool
}

public enum Severity: String, Codable, Sendable {
  /// The record is kept, the breach is counted.
  case warn
  /// The record cannot be used and is quarantined.
  case reject
}

extension ValidationRule {
  /// The rules that `record` breaks, in the table's order.
  static func broken(by record: Record, of table: [ValidationRule]) -> [ValidationRule] {
    table.filter { !$0.isKept(record) }
  }
}

/// A record that has rules of its own.
public protocol Validated {
  static var rules: [ValidationRule<Self>] { get }
}

extension Validated {
  /// The rules that this record breaks, in the table's order.
  public var brokenRules: [ValidationRule<Self>] {
    ValidationRule.broken(by: self, of: Self.rules)
  }
}

extension Game: Validated {
  public static let rules: [ValidationRule<Game>] = [
    .init(name: "game.id.present", severity: .reject, sentence: "a game has an id") {
      !$0.id.isEmpty
    },
    .init(name: "game.title.present", severity: .reject, sentence: "a game has a title") {
      !$0.title.isEmpty
    },
    .init(
      name: "game.developer.present", severity: .reject, sentence: "a game names its developer"
    ) { !$0.developerId.isEmpty },
    .init(name: "game.title.length", severity: .warn, sentence: "a title has 3 to 100 characters") {
      $0.title.hasCharacters(3...100)
    },
    .init(
      name: "game.shortDescription.length", severity: .warn,
      sentence: "a short description has at most 140 characters"
    ) { $0.shortDescription?.hasCharacters(0...140) ?? true },
    .init(
      name: "game.screenshots.count", severity: .warn,
      sentence: "a game has 2 to 10 screenshots, where it lists any"
    ) { $0.screenshotURLs.map { (2...10).contains($0.count) } ?? true },
    .init(name: "game.genres.count", severity: .warn, sentence: "a game has 1 to 3 genres") {
      (1...3).contains($0.genres.count)
    },
    .init(name: "game.tags.count", severity: .warn, sentence: "a game has at most 10 tags") {
      $0.tags.count <= 10
    },
    .init(name: "game.price.range", severity: .warn, sentence: "a price is not negative") {
      ($0.price ?? 0) >= 0
    },
  ]
}

extension User: Validated {
  public static let rules: [ValidationRule<User>] = [
    .init(name: "user.id.present", severity: .reject, sentence: "a user has an id") {
      !$0.id.isEmpty
    },
    .init(
      name: "user.username.form", severity: .warn,
      sentence: "a user name has 3 to 20 letters, digits or underscores"
    ) {
      guard let name = $0.username else { return true }
      // Each of those is one byte, and no other character has one of theirs in it.
      return (3...20).contains(name.utf8.count)
        && name.utf8.allSatisfy { byte in
          (0x61...0x7A).contains(byte) || (0x41...0x5A).contains(byte)
            || (0x30...0x39).contains(byte) || byte == 0x5F
        }
    },
    .init(
      name: "user.displayName.length", severity: .warn,
      sentence: "a display name has 1 to 50 characters"
    ) { $0.displayName?.hasCharacters(1...50) ?? true },
    .init(
      name: "user.favoriteGenres.count", severity: .warn,
      sentence: "a user chose 1 to 5 favourite genres"
    ) { (1...5).contains($0.favoriteGenres.count) },
  ]
}

extension Developer: Validated {
  public static let rules: [ValidationRule<Developer>] = [
    .init(name: "developer.id.present", severity: .reject, sentence: "a developer has an id") {
      !$0.id.isEmpty
    },
    .init(
      name: "developer.studioName.length", severity: .warn,
      sentence: "a studio's name has 2 to 50 characters"
    ) { $0.studioName.hasCharacters(2...50) },
    .init(
      name: "developer.bio.length", severity: .warn,
      sentence: "a studio's biography has 50 to 500 characters, where there is one"
    ) { $0.bio?.hasCharacters(50...500) ?? true },
    .init(
      name: "developer.games.count", severity: .warn,
      sentence: "a studio publishes at most 100 games"
    ) { $0.publishedGameIds.count <= 100 },
  ]
}

extension Tag: Validated {
  public static let rules: [ValidationRule<Tag>] = [
    .init(name: "tag.id.present", severity: .reject, sentence: "a tag has an id") {
      !$0.id.isEmpty
    },
    .init(name: "tag.category.known", severity: .warn, sentence: "a tag has one of six categories")
    {
      $0.category != nil
    },
  ]
}

extension Wishlist: Validated {
  public static let rules: [ValidationRule<Wishlist>] = [
    .init(name: "wishlist.user.present", severity: .reject, sentence: "a wishlist names its user") {
      !$0.userId.isEmpty
    },
    .init(
      name: "wishlist.items.distinct", severity: .warn, sentence: "a game is on a wishlist once"
    ) { $0.namesGamesOnce },
  ]
}

extension Wishlist {
  /// Whether no game is on it twice. Most lists are short: comparing all pairs beats a set there.
  fileprivate var namesGamesOnce: Bool {
    guard items.count <= 12 else {
      return Set(items.lazy.map { ExactText($0.gameId) }).count == items.count
    }
    return items.indices.allSatisfy { place in
      !items[..<place].contains { ExactText($0.gameId) == ExactText(items[place].gameId) }
    }
  }
}

extension String {
  /// Whether the text has that many characters, as people count them.
  ///
  /// Counting those takes long: bytes decide where each is a character of its own, and where there are
  /// too few of them for anything else.
  fileprivate func hasCharacters(_ range: ClosedRange<Int>) -> Bool {
    let bytes = utf8.count
    if range.lowerBound <= 1, bytes >= range.lowerBound, bytes <= range.upperBound { return true }
    // A carriage return and the newline behind it are one character.
    if utf8.allSatisfy({ $0 < 0x80 && $0 != 0x0D }) { return range.contains(bytes) }
    return range.contains(count)
  }
}
