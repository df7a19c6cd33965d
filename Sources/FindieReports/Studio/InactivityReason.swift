import FindieDomain
import FindieText

/// Why a studio has no report of its own. All studios with the same reason share one page.
package enum InactivityReason: String, CaseIterable, Sendable {
  case noGames, noEventsYet, noRecentEvents, noAccount

  /// Next to the studios' folders, whose names have no dot.
  package var fileName: String {
    switch self {
    case .noGames: "no-games.html"
    case .noEventsYet: "no-events-yet.html"
    case .noRecentEvents: "no-recent-events.html"
    case .noAccount: "no-account.html"
    }
  }

  var heading: String {
    switch self {
    case .noGames: "No games in the catalogue"
    case .noEventsYet: "No events yet"
    case .noRecentEvents: "No events in the last 13 weeks"
    case .noAccount: "No account"
    }
  }

  /// In a row of the index.
  var inWords: String { heading.lowercasedFirst }

  private var sentences: [Sentence] {
    switch self {
    case .noGames:
      [
        "These studios have no game in the catalogue yet.",
        "Once they do, their page shows how players respond to it.",
      ]
    case .noEventsYet:
      [
        "The games of these studios are in the catalogue. No player has seen them yet.",
        "A studio’s first numbers appear on the morning after a player first sees one of its games.",
      ]
    case .noRecentEvents:
      [
        "Players have seen the games of these studios, but not in the last 13 weeks or since.",
        "A studio’s page appears again on the morning after a player sees one of its games.",
      ]
    case .noAccount:
      [
        "These studios have no account in the app, so that no report was written for them.",
        "“findie report studio ID” writes one.",
      ]
    }
  }

  /// The page; it has no date, so that it stays the same from night to night.
  func html(isGenerated: Bool) -> HTML {
    Page(
      brand: "Findie · studio report", heading: heading,
      title: "\(heading) – Findie studio report",
      subtitle: "This page is for all studios without a report of their own for this reason.",
      isGenerated: isGenerated,
      footer:
        "Findie studio report. All numbers of a studio are again in its own report as soon as there "
        + "are any."
    ).html("\(Page.lead(sentences))\(Self.preview)")
  }

  static let preview = Page.section(
    "soon", "What a studio’s page shows",
    """
    <ul class="facts"><li>How often the games were seen, and by how many players.</li>
    <li>How many players liked, saved or skipped each game, and how certain the like rate is.</li>
    <li>Changes since the weeks before, and how the games compare with similar ones.</li>
    <li>The audience: favourite genres, devices, and where players saw the games.</li></ul>
    <p class="note">Numbers of players appear once there are enough players to protect their \
    privacy.</p>

    """)
}
