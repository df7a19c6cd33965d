import Foundation

/// A named rule for the records of one collection.
///
/// Real catalogues break many of these rules, so most violations are only counted. A record that
/// cannot be used without the field, such as a game without a title, is rejected.
public struct ValidationRule<Record>: Sendable {
  /// The rule's name, such as `game.title.length`.
  public let name: String
  /// What happens to a record that violates the rule.
  public let severity: Severity
  /// The rule in plain English.
  public let sentence: String
  let isMet: @Sendable (Record) -> Bool

  fileprivate init(
    _ name: String, _ severity: Severity, _ sentence: String,
    isMet: @escaping @Sendable (Record) -> Bool
  ) {
    self.name = name
    self.severity = severity
    self.sentence = sentence
    self.isMet = isMet
  }
}

/// What happens to a record that violates a validation rule.
public enum Severity: String, Codable, Sendable {
  /// The record is used, and the violation is counted.
  case warn
  /// The record is moved to the quarantine.
  case reject
}

/// A record with validation rules.
public protocol Validated {
  /// The rules of the record's collection.
  static var rules: [ValidationRule<Self>] { get }
}

extension Validated {
  /// The rules that this record violates, in the order of `rules`.
  public var brokenRules: [ValidationRule<Self>] { Self.rules.filter { !$0.isMet(self) } }
}

extension Game: Validated {
  /// The rules for games.
  public static let rules: [ValidationRule<Game>] = [
    .init("game.id.present", .reject, "A game has an id") { !$0.id.isEmpty },
    .init("game.title.present", .reject, "A game has a title") { !$0.title.isEmpty },
    .init("game.developer.present", .reject, "A game has a developer") { !$0.developerId.isEmpty },
    .init("game.title.length", .warn, "A title has 3 to 100 characters") {
      $0.title.hasCharacters(3...100)
    },
    .init(
      "game.shortDescription.length", .warn, "A short description has at most 140 characters"
    ) { $0.shortDescription?.hasCharacters(0...140) ?? true },
    .init("game.screenshots.count", .warn, "A game with screenshots has 2 to 10 of them") {
      $0.screenshotURLs.map { (2...10).contains($0.count) } ?? true
    },
    .init("game.genres.count", .warn, "A game has 1 to 3 genres") {
      (1...3).contains($0.genres.count)
    },
    .init("game.tags.count", .warn, "A game has at most 10 tags") { $0.tags.count <= 10 },
    .init("game.price.range", .warn, "A price is not negative") { ($0.price ?? 0) >= 0 },
    .init("game.currency.form", .warn, "A currency has three letters") {
      $0.currency?.hasCapitals(3) ?? true
    },
  ]
}

extension User: Validated {
  /// The rules for players.
  public static let rules: [ValidationRule<User>] = [
    .init("user.id.present", .reject, "A user has an id") { !$0.id.isEmpty },
    .init(
      "user.username.form", .warn, "A user name has 3 to 20 letters, digits or underscores"
    ) {
      guard let name = $0.username else { return true }
      // These characters are single bytes that occur in no other character.
      return (3...20).contains(name.utf8.count)
        && name.utf8.allSatisfy { byte in
          (0x61...0x7A).contains(byte) || (0x41...0x5A).contains(byte)
            || (0x30...0x39).contains(byte) || byte == 0x5F
        }
    },
    .init("user.displayName.length", .warn, "A display name has 1 to 50 characters") {
      $0.displayName?.hasCharacters(1...50) ?? true
    },
    .init("user.favoriteGenres.count", .warn, "A user has 1 to 5 favorite genres") {
      (1...5).contains($0.favoriteGenres.count)
    },
  ]
}

extension Developer: Validated {
  /// The rules for developers.
  public static let rules: [ValidationRule<Developer>] = [
    .init("developer.id.present", .reject, "A developer has an id") { !$0.id.isEmpty },
    .init("developer.studioName.length", .warn, "A studio name has 2 to 50 characters") {
      $0.studioName.hasCharacters(2...50)
    },
    .init("developer.bio.length", .warn, "A biography has 50 to 500 characters") {
      $0.bio?.hasCharacters(50...500) ?? true
    },
    .init("developer.games.count", .warn, "A developer has at most 100 games") {
      $0.publishedGameIds.count <= 100
    },
  ]
}

extension Tag: Validated {
  /// The rules for tags.
  public static let rules: [ValidationRule<Tag>] = [
    .init("tag.id.present", .reject, "A tag has an id") { !$0.id.isEmpty },
    .init("tag.category.known", .warn, "A tag has one of the six categories") {
      $0.category != nil
    },
  ]
}

extension Wishlist: Validated {
  /// The rules for wishlists.
  public static let rules: [ValidationRule<Wishlist>] = [
    .init("wishlist.user.present", .reject, "A wishlist belongs to a user") { !$0.userId.isEmpty },
    .init("wishlist.items.distinct", .warn, "A wishlist has each game once") {
      $0.hasDistinctGames
    },
    .init("wishlist.items.currency", .warn, "A currency has three capital letters") {
      $0.items.allSatisfy { $0.currency?.hasCapitals(3) ?? true }
    },
  ]
}

extension PriceSeries: Validated {
  /// The rules for prices.
  public static let rules: [ValidationRule<PriceSeries>] = [
    .init("price.country.form", .reject, "A price has a country of two capital letters") {
      $0.country.hasCapitals(2)
    },
    .init("price.currency.form", .reject, "A price has a currency of three capital letters") {
      $0.currency.hasCapitals(3)
    },
    .init("price.id.form", .reject, "A price has the id gameId|shop|country|currency") {
      let id = Self.id(
        gameId: $0.gameId, shop: $0.shop, country: $0.country, currency: $0.currency)
      let isOfOtherShopId = $0.id.utf8.starts(with: (id + "|").utf8)
      return $0.id.hasSameBytes(as: id)
        || (isOfOtherShopId && $0.id.utf8.count > id.utf8.count + 1)
    },
    .init("price.items.range", .reject, "A price is from 0 to less than 10¹²") {
      $0.items.allSatisfy { ($0.price?.isPrice ?? true) && ($0.regularPrice?.isPrice ?? true) }
    },
  ]
}

extension PartnerStatus: Validated {
  /// The rules for partners.
  public static let rules: [ValidationRule<PartnerStatus>] = [
    .init("partner.id.present", .reject, "A partner has an id") { !$0.id.isEmpty }
  ]
}

extension PartnerMetric: Validated {
  /// The rules for partners' numbers.
  public static let rules: [ValidationRule<PartnerMetric>] = [
    .init("metric.names.form", .reject, "The names of a partner and a metric have no bar") {
      !$0.partner.utf8.contains(0x7C) && !$0.metric.utf8.contains(0x7C)
    },
    .init("metric.id.form", .reject, "A partner's number has the id partner|metric|day|segment") {
      ExactText($0.id)
        == ExactText(
          Self.id(
            partner: $0.partner, metric: $0.metric, day: $0.day, segment: $0.segment))
    },
    .init(
      "metric.value.range", .reject,
      "A partner's number is a number below 10¹² in magnitude, and its total positive"
    ) {
      !$0.value.isNaN && $0.value.magnitude < .tooLarge
        && ($0.total.map { !$0.isNaN && $0 > 0 && $0 < .tooLarge } ?? true)
    },
    .init(
      "metric.currency.form", .reject, "A partner's amount has a currency of three capital letters"
    ) {
      $0.currency?.hasCapitals(3) ?? true
    },
  ]
}

extension Annotation: Validated {
  /// The rules for annotations.
  public static let rules: [ValidationRule<Annotation>] = [
    .init("annotation.text.length", .reject, "The text of an annotation has 1 to 200 characters") {
      // A character can consist of any number of bytes.
      $0.text.utf8.count <= 1600 && $0.text.hasCharacters(1...200)
    },
    .init(
      "annotation.text.form", .reject,
      "The text of an annotation is one line without control characters"
    ) {
      $0.text.unicodeScalars.allSatisfy { !$0.isControl }
    },
    .init("annotation.subject.one", .reject, "An annotation has a game or a studio, not both") {
      $0.gameId == nil || $0.developerId == nil
    },
  ]
}

extension Promotion: Validated {
  /// The rules for promotions.
  public static let rules: [ValidationRule<Promotion>] = [
    .init("promotion.days.order", .reject, "A promotion's last day is not before its first") {
      $0.from <= $0.to
    },
    .init("promotion.kind.one", .reject, "A promotion has a rank or a boost, not both") {
      ($0.rank == nil) != ($0.boost == nil)
    },
    .init("promotion.rank.range", .reject, "A promotion's rank is from 1 to 50") {
      $0.rank.map { (1...50).contains($0) } ?? true
    },
    .init("promotion.boost.range", .reject, "A promotion's boost is above 0 and at most 10") {
      $0.boost.map { !$0.isNaN && $0 > 0 && $0 <= Decimal(Promotion.maximumBoost) } ?? true
    },
  ]
}

extension GameVector: Validated {
  /// The rules for vectors.
  package static let rules: [ValidationRule<GameVector>] = [
    .init("vector.length", .reject, "A vector has 1 to \(maximumLength) numbers") {
      (1...maximumLength).contains($0.vector.elements.count)
    },
    .init("vector.zero", .reject, "A vector has a number other than 0") {
      $0.vector.elements.isEmpty || $0.vector.elements.contains { $0 != 0 }
    },
  ]
}

extension UncountedPlayer: Validated {
  package static let rules: [ValidationRule<UncountedPlayer>] = []
}

extension PlayerCandidate: Validated {
  /// The rules for candidates.
  package static let rules: [ValidationRule<PlayerCandidate>] = [
    .init("candidate.score.range", .reject, "A score is a number below 10¹²⁰ in magnitude") {
      !$0.score.isNaN && $0.score.magnitude < Decimal(sign: .plus, exponent: 120, significand: 1)
    }
  ]
}

extension Unicode.Scalar {
  /// Whether the scalar controls lines or the direction of text.
  fileprivate var isControl: Bool {
    switch properties.generalCategory {
    case .control, .lineSeparator, .paragraphSeparator: true
    default: (0x202A...0x202E).contains(value) || (0x2066...0x2069).contains(value)
    }
  }
}

extension Decimal {
  /// Above any valid price and any valid number of a partner.
  fileprivate static let tooLarge = Decimal(1_000_000_000_000)

  fileprivate var isPrice: Bool { !isNaN && self >= 0 && self < .tooLarge }
}

extension Wishlist {
  /// Whether no game occurs twice. Most lists are short, for which comparing all pairs is faster.
  fileprivate var hasDistinctGames: Bool {
    guard items.count <= 12 else {
      return Set(items.lazy.map { ExactText($0.gameId) }).count == items.count
    }
    return items.indices.allSatisfy { index in
      !items[..<index].contains { ExactText($0.gameId) == ExactText(items[index].gameId) }
    }
  }
}

extension String {
  /// Whether the text consists of `count` letters from A to Z.
  package func hasCapitals(_ count: Int) -> Bool {
    utf8.count == count && utf8.allSatisfy { (0x41...0x5A).contains($0) }
  }

  /// Whether the number of characters, as people count them, is in `range`.
  ///
  /// Counting characters is slow, so it is avoided if the number of bytes is enough to decide.
  fileprivate func hasCharacters(_ range: ClosedRange<Int>) -> Bool {
    let bytes = utf8.count
    if range.lowerBound <= 1, bytes >= range.lowerBound, bytes <= range.upperBound { return true }
    // A carriage return followed by a newline is one character.
    if utf8.allSatisfy({ $0 < 0x80 && $0 != 0x0D }) { return range.contains(bytes) }
    return range.contains(count)
  }
}
