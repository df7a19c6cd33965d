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
      (3...100).contains($0.title.count)
    },
    .init(
      name: "game.shortDescription.length", severity: .warn,
      sentence: "a short description has at most 140 characters"
    ) { ($0.shortDescription?.count ?? 0) <= 140 },
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
      return (3...20).contains(name.count)
        && name.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "_") }
    },
    .init(
      name: "user.displayName.length", severity: .warn,
      sentence: "a display name has 1 to 50 characters"
    ) { $0.displayName.map { (1...50).contains($0.count) } ?? true },
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
    ) { (2...50).contains($0.studioName.count) },
    .init(
      name: "developer.bio.length", severity: .warn,
      sentence: "a studio's biography has 50 to 500 characters, where there is one"
    ) { $0.bio.map { (50...500).contains($0.count) } ?? true },
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
    ) { Set($0.items.map(\.gameId)).count == $0.items.count },
  ]
}
