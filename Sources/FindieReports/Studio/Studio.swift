import FindieAnalytics
package import FindieDomain
import FindieText

/// A studio with its games, and the name of its report folder.
package struct Studio: Hashable, Sendable {
  package let developerId: String
  /// As the studio writes it: untrusted text.
  package let name: String
  /// Unique; lower-case letters, digits and hyphens.
  package let safeName: String
  /// Nil if its record has no follower count.
  package let followers: Int?
  /// Whether its record names an account of the app.
  let isClaimed: Bool
  /// In order of id.
  package let games: [Game]

  var shownName: String { DisplayText.shortened(name) }
}

extension Game {
  var shownTitle: String { DisplayText.shortened(title) }
}

extension StudioReport.GameFigures {
  /// Whether the game is released, in words.
  func status(on night: Day) -> String {
    let release = game.releaseDate?.day.inWords
    return switch game.availability(on: night) {
    case .withdrawn: "withdrawn"
    // Closed weeks are read after their night: the day may be over then.
    case .announced: release.map { "release on \($0)" } ?? "announced"
    case .out where game.releaseStatus == .earlyAccess:
      release.map { "in early access since \($0)" } ?? "in early access"
    case .out: release.map { "released on \($0)" } ?? "released"
    }
  }
}
