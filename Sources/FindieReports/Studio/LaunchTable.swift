import FindieAnalytics
import FindieDomain
import FindieText

/// The games that were released in the last 13 complete weeks, in their first days.
struct LaunchTable {
  let report: StudioReport

  private var launches: [Launch] { report.numbers.launches(of: report.studio.games) }

  /// Empty without a launch.
  var html: HTML {
    guard let last = report.numbers.weeks.last?.range.last else { return "" }
    let launches = launches
    let hasPeers = launches.contains { $0.windows.contains { $0.standing != nil } }
    let peers: HTML =
      hasPeers
      ? ", against games of other studios released since \(text: report.numbers.dayRange.first.inWords), at the same age"
      : ""
    return HTMLTable<(launch: Launch, window: Launch.Window?)>(
      label: "Launches",
      caption:
        "The first days from a release, that day too, up to \(text: last.inWords)\(peers)",
      head: "Game", blanks: HTML.noNumber,
      sentence: { $0.window == nil ? "its first week is not complete" : nil },
      columns: [
        .init("First days") { $0.window.map { "\($0.days)" } ?? "" },
        .init(report.setting.name(of: .impressions)) {
          $0.window.map { .count($0.tally[.impressions]) } ?? .none
        },
        .init("Like rate", isInterval: true) {
          $0.window.map {
            SmallCharts.rate(.likeRate, of: $0.tally, in: report.setting.recorded)
          } ?? ""
        },
        .init("More impressions than", isText: true) {
          Self.share($0.window?.standing.map { ($0.fewerImpressions, $0.games) })
        },
        .init("Higher like rate than", isText: true) {
          Self.share($0.window?.standing?.lowerLikeRate)
        },
      ]
    ) {
      """
      \(HTML.title(report.studio.games[$0.launch.game].title))<small>\
      \(text: $0.launch.days.counted("day")) since \(text: $0.launch.release.inWords)</small>
      """
    }.html(
      of: launches.flatMap { launch in
        launch.windows.isEmpty ? [(launch, nil)] : launch.windows.map { (launch, $0) }
      })
  }

  private static func share(_ games: (Int, of: Int)?) -> HTML {
    games.map { "\(Figure.count($0.0)) of \(Figure.count($0.of)) launches" } ?? ""
  }
}

/// A launch with the games of its studio.
struct StudioLaunch {
  let launch: Launch
  let games: [Game]
  let recorded: Set<Measure>

  fileprivate typealias Window = (window: Launch.Window, recorded: Set<Measure>)
}

let launchForm = Form<StudioLaunch>.object([
  Field("gameId", .text) { $0.games[$0.launch.game].id },
  Field("releaseDate", .day, \.launch.release),
  Field(
    "days", .count, "From the release to the end of the last complete week.", \.launch.days),
  Field("windows", windowForm.list()) { own in
    own.launch.windows.map { ($0, own.recorded) }
  },
])

private let windowForm = Form<StudioLaunch.Window>.object(
  onLine: true,
  [
    Field("days", .count, "From the release on, that day too.", \.window.days),
    Field("counts", .counts, \.window.tally),
    Field("likeRate", Form<Proportion>.proportion.orReason) {
      $0.window.tally.reading(.likeRate, in: $0.recorded)
    },
    Field(
      "games", ifAny: .count,
      "Launches of other studios at the same age. Absent if they are too few.",
      \.window.standing?.games),
    Field(
      "fewerImpressions", ifAny: .count, "Those with fewer impressions.",
      \.window.standing?.fewerImpressions),
    Field("gamesWithLikeRate", ifAny: .count, \.window.standing?.lowerLikeRate?.of),
    Field(
      "lowerLikeRate", ifAny: .count, "Those with a lower like rate.",
      \.window.standing?.lowerLikeRate?.games),
  ])
