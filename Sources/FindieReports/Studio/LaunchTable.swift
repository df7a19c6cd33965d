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
    var table = HTMLTable(
      "Launches",
      caption:
        "The first days from a release, that day too, up to \(text: last.inWords)\(peers)",
      head: "Game",
      columns: [
        .init("First days"), .init(report.setting.name(of: .impressions)),
        .init("Like rate", isInterval: true), .init("More impressions than", isText: true),
        .init("Higher like rate than", isText: true),
      ], leavingOut: HTMLTable.noNumber
    )
    for launch in launches {
      let head: HTML = """
        \(HTML.title(report.studio.games[launch.game].title))<small>\
        \(text: launch.days.counted("day")) since \(text: launch.release.inWords)</small>
        """
      if launch.windows.isEmpty { table.append(head, spanning: "its first week is not complete") }
      for window in launch.windows {
        let standing = window.standing
        table.append(
          head,
          [
            HTML(text: "\(window.days)"), Figure.count(window.tally[.impressions]).html,
            SmallCharts.rate(.likeRate, of: window.tally, in: report.setting.recorded),
            Self.share(standing.map { ($0.fewerImpressions, $0.games) }),
            Self.share(standing?.lowerLikeRate),
          ])
      }
    }
    return table.html
  }

  private static func share(_ games: (Int, of: Int)?) -> HTML {
    games.map { "\(Figure.count($0.0)) of \(Figure.count($0.of)) launches" } ?? ""
  }
}

extension StudioReport {
  var launchesJSON: JSONValue {
    .array(
      numbers.launches(of: studio.games).map { launch in
        [
          "gameId": .string(studio.games[launch.game].id),
          "releaseDate": .string(launch.release.description),
          "days": .integer(launch.days),
          "windows": .array(launch.windows.map { .oneLine(json(of: $0)) }),
        ]
      })
  }

  private func json(of window: Launch.Window) -> JSONValue {
    var counts = JSONLine()
    window.tally.add(to: &counts)
    let standing = window.standing
    return [
      "days": .integer(window.days), "counts": counts.value,
      "likeRate": PeriodFigures.json(of: window.tally.rate(.likeRate, in: setting.recorded)),
    ]
      + (standing.map {
        ["games": .integer($0.games), "fewerImpressions": .integer($0.fewerImpressions)]
      } ?? [:])
      + (standing?.lowerLikeRate.map {
        ["gamesWithLikeRate": .integer($0.of), "lowerLikeRate": .integer($0.games)]
      } ?? [:])
  }
}
