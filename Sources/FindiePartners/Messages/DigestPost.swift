import Foundation

/// The words of the team's digest.
///
/// `{games}` stands for the titles of trending games, `{releases}` for the number of games released
/// in the last week.
package struct DigestTexts: Hashable, Sendable {
  package enum Form: String, CaseIterable, Sendable {
    /// There are both.
    case both
    /// Nothing was released.
    case games
    /// No game trends.
    case releases
  }

  private var texts: [Form: String] = [
    .both: "Trending on Findie: {games}. New games this week: {releases}. https://findie.app",
    .games: "Trending on Findie: {games}. https://findie.app",
    .releases: "New games on Findie this week: {releases}. https://findie.app",
  ]

  package init() {}

  package mutating func set(_ form: Form, _ text: String) { texts[form] = text }

  /// What is wrong with a text; nil if nothing is.
  static func problem(of text: String) -> String? {
    for match in text.matches(of: /\{([^{}]*)\}/)
    where !["games", "releases"].contains(String(match.output.1)) {
      return "has {\(match.output.1)}; the names are games, releases"
    }
    if text.allSatisfy(\.isWhitespace) { return "must not be empty" }
    let title = String(repeating: "x", count: DigestPost.titleLength)
    guard PostText.length(filled(text, games: title, releases: 999)) <= PostText.limit else {
      return "must have at most \(PostText.limit) characters with a title of \(title.count)"
    }
    return nil
  }

  /// One pass, so that braces in a title stay as they are.
  private static func filled(_ text: String, games: String, releases: Int) -> String {
    text.replacing(/\{(games|releases)\}/) { $0.output.1 == "games" ? games : "\(releases)" }
  }

  func filled(_ form: Form, games: [String], releases: Int) -> String {
    Self.filled(
      texts[form] ?? "", games: games.joined(separator: ", "), releases: releases)
  }
}

/// What the team posts about a night: trending games and the number of new ones. It contains
/// nothing about players.
package struct DigestPost: Hashable, Sendable {
  /// At most `PostText.limit` long.
  package let text: String

  private static let games = 3
  fileprivate static let titleLength = 60

  /// Nil if no game trends and nothing was released.
  ///
  /// - Parameters:
  ///   - titles: the trending games' titles, the strongest trend first. Studios wrote them.
  ///   - releases: the number of games released in the last week.
  ///   - invite: a link at the end, which is left out if there is no room.
  package init?(titles: [String], releases: Int, invite: String?, _ texts: DigestTexts) {
    let inert = titles.map { PostText.shortened(PostText.inert($0), to: Self.titleLength) }
    var shown = Array(inert.filter { !$0.isEmpty }.prefix(Self.games))
    guard !shown.isEmpty || releases > 0 else { return nil }
    let form: DigestTexts.Form = shown.isEmpty ? .releases : releases > 0 ? .both : .games
    var text = texts.filled(form, games: shown, releases: releases)
    while shown.count > 1, PostText.length(text) > PostText.limit {
      shown.removeLast()
      text = texts.filled(form, games: shown, releases: releases)
    }
    guard PostText.length(text) <= PostText.limit else { return nil }
    if let invite, PostText.length("\(text) \(invite)") <= PostText.limit { text += " \(invite)" }
    self.text = text
  }
}

/// Measures posts on X, and makes titles safe, so that they tag nobody and link to nothing.
package enum PostText {
  /// The largest length of a post.
  package static let limit = 280

  /// In Unicode scalars.
  private static let largestTitle = 200

  /// The length as X counts it, or more: 23 for a link, 1 for a character of most alphabets, 2 for
  /// any other. An emoji made of several characters counts as all of them.
  ///
  /// Source: the configuration of twitter-text, version 3.
  package static func length(_ text: String) -> Int {
    let text = text.precomposedStringWithCanonicalMapping
    // X also links host names without a scheme.
    let link =
      /(?:https?:\/\/)?(?:[A-Za-z0-9\-]+\.)+[A-Za-z][A-Za-z0-9\-]*(?:\/[A-Za-z0-9\/_~%.\-]*)?/
    let links = text.matches(of: link).reduce(0) { $0 + max(0, 23 - weight($1.output)) }
    return weight(text) + links
  }

  private static func weight(_ text: some StringProtocol) -> Int {
    text.unicodeScalars.reduce(0) { sum, scalar in
      switch scalar.value {
      case 0...0x10FF, 0x2000...0x200D, 0x2010...0x201F, 0x2032...0x2037: sum + 1
      default: sum + 2
      }
    }
  }

  /// A title on one line, without the characters that start a mention, hashtag or cashtag, and with
  /// a space where it could form a link. Everything after the first 200 scalars is left out.
  package static func inert(_ title: String) -> String {
    var text = String.UnicodeScalarView()
    let scalars = title.precomposedStringWithCanonicalMapping.unicodeScalars
    for scalar in scalars.prefix(largestTitle) {
      switch (scalar, scalar.properties.generalCategory) {
      // Full-width and small forms count, too.
      case ("@", _), ("\u{FF20}", _), ("\u{FE6B}", _), ("#", _), ("\u{FF03}", _), ("\u{FE5F}", _),
        (_, .format), (_, .privateUse), (_, .surrogate), (_, .unassigned):
        break
      case (_, .control), (_, .lineSeparator), (_, .paragraphSeparator), (_, .spaceSeparator):
        text.append(" ")
      default: text.append(scalar)
      }
    }
    let dot = /[.\u{3002}\u{FF0E}\u{FF61}](?=\p{L})/.matchingSemantics(.unicodeScalar)
    return String(text).replacing("://", with: " ").replacing(dot) { $0.output + " " }
      .split(separator: " ").map { $0.drop { $0 == "$" } }.filter { !$0.isEmpty }
      .joined(separator: " ")
  }

  /// The text, cut with an ellipsis if it is longer.
  package static func shortened(_ text: String, to limit: Int) -> String {
    guard length(text) > limit else { return text }
    var text = text
    while !text.isEmpty, length(text + "…") > limit { text.removeLast() }
    return text.isEmpty ? "" : text + "…"
  }
}
