package import FindieDomain

/// A studio with its games, and the name under which its reports are filed.
package struct Studio: Hashable, Sendable {
  package let developerId: String
  /// As the studio writes it: hostile text.
  package let name: String
  /// Lower-case letters, digits and hyphens; no other studio has it.
  package let safeName: String
  /// Players who follow it; nil where its record does not say.
  package let followers: Int?
  /// By id.
  package let games: [Game]

  /// Its name as pages show it.
  var shownName: String { DisplayText.shortened(name) }
}

extension Game {
  /// Its title as pages show it.
  var shownTitle: String { DisplayText.shortened(title) }
}
