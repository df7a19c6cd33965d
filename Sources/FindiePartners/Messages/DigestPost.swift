import Foundation

/// What the team posts about a night: trending games and the number of new ones. It contains
/// nothing about players.
package struct DigestPost: Hashable, Sendable {
  /// At most `PostText.limit` long: three titles leave room for the other words.
  package let text: String

  private static let games = 3
  private static let titleLength = 60

  /// Nil if no game trends and nothing was released.
  ///
  /// - Parameters:
  ///   - titles: the trending games' titles, the strongest trend first. Studios wrote them.
  ///   - releases: the number of games released in the last week.
  ///   - invite: a link at the end, which is left out if there is no room.
  package init?(titles: [String], releases: Int, invite: String?) {
    let inert = titles.map { PostText.shortened(PostText.inert($0), to: Self.titleLength) }
    let shown = inert.filter { !$0.isEmpty }.prefix(Self.games).joined(separator: ", ")
    let trending = "Trending on Findie: \(shown)."
    guard !shown.isEmpty || releases > 0 else { return nil }
    let text =
      if releases == 0 {
        "\(trending) https://findie.app"
      } else if shown.isEmpty {
        "New games on Findie this week: \(releases). https://findie.app"
      } else {
        "\(trending) New games this week: \(releases). https://findie.app"
      }
    let longer = invite.map { "\(text) \($0)" }
    self.text = longer.flatMap { PostText.length($0) <= PostText.limit ? $0 : nil } ?? text
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
