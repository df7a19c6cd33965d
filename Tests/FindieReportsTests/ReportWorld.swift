import FindieAnalytics
import FindieDomain
import FindieHistory
import FindieReports
import FindieTestSupport
import FindieWorkers
import Foundation

/// Small seeded data with hostile texts, and its reports.
struct ReportWorld {
  static let night = Day(daysSinceEpoch: 17_000)
  /// A text that would run as a script in a page, and one that would run as a formula in a
  /// spreadsheet.
  static let script = "<script>alert(\"1\")</script>"
  static let formula = "=HYPERLINK(\"x\",\"y\")"

  let activity: Activity
  let counting: StudioCounting
  let catalogue: Catalogue
  let findings: NightFindings

  var reports: NightReports { NightReports(of: catalogue, activity, counting) }

  /// - Parameters:
  ///   - days: the number of days before `night` that have the events.
  ///   - nightsLater: the number of nights after `night`, with the same events.
  init(
    events: Int = 3000, days: Int = 120, nightsLater: Int = 0,
    totals: ReportParameters.Totals = .exact
  ) {
    let tonight = Self.night.adding(days: nightsLater)
    let developers = [
      Developer(id: "../../etc", studioName: Self.script),
      Developer(id: "a/b", studioName: Self.formula),
      Developer(id: "", studioName: ""),
      Developer(id: "🎮", studioName: "🎮"),
      Developer(id: "quiet", studioName: "Quiet, \"quoted\"\nStudio"),
    ]
    let games = (0..<8).map { number -> Game in
      Self.game(number, of: developers[number / 2].id)
    }
    let users = (0..<50).map { number -> User in
      var user = User(id: "secret-player-\(number)")
      user.joinedDate = Self.night.adding(days: -number * 2).start
      return user
    }
    var random = SeededGenerator(seed: 5)
    var table = EventTable(.interactions)
    for number in 0..<events {
      let day = Self.night.adding(days: -Int.random(in: 1...days, using: &random))
      // The games of the fourth studio, g6 and g7, have no events.
      let game = Int.random(in: 0..<6, using: &random)
      let texts: [TextColumn: String] = [
        .userId: users[Int.random(in: 0..<50, using: &random)].id, .gameId: games[game].id,
        .sessionId: "session-\(number / 7)",
      ]
      table.kinds.append(UInt8.random(in: 0..<7, using: &random))
      table.milliseconds.append(day.start.milliseconds)
      table[.cardPosition].append(.nan)
      table[.viewSeconds].append(Float.random(in: 0..<30, using: &random))
      for column in table.collection.textColumns {
        table[column].append((texts[column] ?? "").utf8.span)
      }
    }
    let activity = Activity(
      interactions: table, analytics: EventTable(.analytics), games: games, night: tonight,
      workers: Workers(threads: 1))
    var findings = NightFindings()
    findings.trending = Trending().lists(activity, games: games, users: PackedRecords(users))
    findings.newReleases = NewReleases(minimumPlayers: 1).list(activity, games: games)
    findings.evaluation = GateFixtures.evaluation()
    findings.dataQuality = DataQuality(
      collections: [
        .init(name: "interactions", files: 1, read: 3, accepted: 2, rejected: [Self.script: 1])
      ])
    findings.lists = NightLists(personal: 40, genres: 5, popular: 5, similar: 8)
    findings.gate = GateFixtures.gate(checks: 17, failed: 0)
    findings.health = (0..<3).map { number in
      NightHealth(
        day: Self.night.adding(days: number - 2), cutoff: 20, ndcg: 0.1 + 0.0123 * Double(number),
        recall: 0.2, coverage: number == 1 ? nil : 0.31234, gini: 0.7, lists: findings.lists)
    }
    findings.partners = Self.partners
    findings.lineage = Self.lineage
    self.findings = findings
    var setting = StudioSetting()
    setting.totals = totals
    counting = StudioCounting(
      EventsByGame([table, EventTable(.analytics)]), games: games,
      night: tonight, setting: setting, workers: Workers(threads: 1))
    self.activity = activity
    catalogue = Catalogue(games: games, developers: developers, users: users)
  }

  /// A partner that succeeded two days before the night, and one that never did.
  private static let partners = PartnerFindings(
    PartnerData(
      partners: [
        PartnerStatus(
          id: "steam", succeededAt: night.adding(days: -2).start,
          oldestAnswer: night.adding(days: -37).start, answers: 4321, failures: 5, games: 6,
          wishlists: 7, prices: 8, message: script), PartnerStatus(id: script),
      ],
      metrics: [
        PartnerMetric(
          partner: "auth", metric: "signUps", day: night, segment: script, value: 12),
        PartnerMetric(
          partner: "crashlytics", metric: "crashFreeUsers", day: night.adding(days: -7),
          segment: formula, value: 995, total: 1000),
        PartnerMetric(
          partner: "crashlytics", metric: "crashFreeUsers", day: night, segment: formula,
          value: 950,
          total: 1000),
        PartnerMetric(
          partner: "appstore", metric: "proceeds", day: night, value: -0.5, currency: "EUR"),
      ]),
    [formula, "g0"].map { game in
      PriceDrop(
        userId: "secret-player-1", gameId: game, shop: "steam", country: "US", currency: "USD",
        priceWhenWished: 20, price: 10, regularPrice: nil, since: night.start,
        isLowestIn90Days: true)
    })

  static let lineage = [
    stage("events", []), stage("matrix", ["events"], counts: ["elements": 12_345]),
    stage("activity", ["events"]), stage("factors", ["matrix"]),
    stage("lists", ["factors", "activity", "events"]),
  ]

  private static func stage(
    _ name: String, _ inputs: [String], counts: [String: Int] = [:]
  ) -> StageLineage {
    StageLineage(
      name: name, inputs: inputs, grain: "one row per player & game", isStored: name != "events",
      counts: counts)
  }

  private static func game(_ number: Int, of developer: String) -> Game {
    let title = number == 0 ? script : number == 1 ? formula : "Game \(number)"
    var game = Game(id: "g\(number)", title: title, developerId: developer, genres: [.rpg])
    game.releaseDate = night.adding(days: -10 * number - 1).start
    return game
  }

  /// Every file of the night.
  func files(threads: Int = 1) throws -> [ReportFile] {
    var files = reports.teamFiles(findings)
    try reports.studios.each(Workers(threads: threads)) {
      $0
    } take: {
      files += $0
    }
    return files
  }
}

extension ReportFile {
  var text: String { String(decoding: bytes, as: UTF8.self) }

  /// Whether the file belongs to the index of studios.
  var isOfIndex: Bool {
    ["studios/index.html", "studios/search.js"].contains(path) || path.contains("/letter-")
  }
}
