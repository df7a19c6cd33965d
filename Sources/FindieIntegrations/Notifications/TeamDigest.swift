/// The words of the team's digest.
///
/// `{games}` stands for the titles of trending games, `{releases}` for the number of games of the last week.
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
    DigestTexts.filled(
      texts[form] ?? "", games: games.joined(separator: ", "), releases: releases)
  }
}

/// What the team posts about a night: trending games and the number of new ones. It says nothing about players.
package struct DigestPost: Hashable, Sendable {
  /// At most `PostText.limit` long.
  package let text: String

  private static let games = 3
  fileprivate static let titleLength = 60

  /// Nil if no game trends and nothing was released.
  ///
  /// - Parameters:
  ///   - titles: of trending games, the strongest trend first. They are the studios' texts.
  ///   - releases: the number of games of the last week.
  ///   - invite: a link at the end, which is left out if there is no room.
  package init?(titles: [String], releases: Int, invite: String?, _ texts: DigestTexts) {
    let inert = titles.map { PostText.shortened(PostText.inert($0), to: DigestPost.titleLength) }
    var shown = Array(inert.filter { !$0.isEmpty }.prefix(DigestPost.games))
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
