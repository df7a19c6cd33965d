import Foundation

/// The length of a post on X, and titles that tag nobody and link to nothing.
package enum PostText {
  /// The largest length of a post.
  package static let limit = 280

  /// In Unicode scalars.
  private static let largestTitle = 200

  /// The length as X counts it, or more: a link counts 23, a character of most alphabets 1, any other one 2.
  /// An emoji of several characters counts as all of them.
  ///
  /// Source: the configuration of twitter-text, version 3.
  package static func length(_ text: String) -> Int {
    let text = text.precomposedStringWithCanonicalMapping
    // X takes names of hosts without a scheme as links, too.
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

  /// A title on one line, without the characters that begin a mention, a hashtag or a cashtag, and with a space
  /// where it could be a link. What follows the first 200 scalars is left out.
  package static func inert(_ title: String) -> String {
    var text = String.UnicodeScalarView()
    let scalars = title.precomposedStringWithCanonicalMapping.unicodeScalars
    for scalar in scalars.prefix(largestTitle) {
      switch (scalar, scalar.properties.generalCategory) {
      // The wide and the small forms count, too.
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
