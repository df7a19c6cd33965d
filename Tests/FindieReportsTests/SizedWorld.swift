import FindieAnalytics
import FindieDomain
import FindieHistory
import FindieReports
import FindieTestSupport
import FindieWorkers

/// Studios with given numbers of games and many seeded events, for tests of sizes.
struct SizedWorld {
  let games: [Game]
  let activity: Activity
  let reports: NightReports

  /// - Parameters:
  ///   - studios: the number of games of each studio; each game has as many events.
  ///   - title: the beginning of each title.
  init(
    studios: [Int], events: Int = 60_000,
    title: String = "A rather long title of the game of number"
  ) {
    let night = ReportWorld.night
    let developers = studios.indices.map { Developer(id: "d\($0)", studioName: "Studio \($0)") }
    games = zip(developers, studios).flatMap { developer, count in
      (0..<count).map { number in
        var game = Game(
          id: "\(developer.id)-\(number)", title: "\(title) \(number)", developerId: developer.id,
          genres: [.rpg])
        game.releaseDate = night.adding(days: -400 - number).start
        return game
      }
    }
    var random = SeededGenerator(seed: 3)
    var tables = [EventTable(.interactions), EventTable(.analytics)]
    for number in 0..<events {
      let position = number % 2
      tables[position].kinds.append(UInt8.random(in: 0..<6, using: &random))
      tables[position].milliseconds.append(
        night.adding(days: -Int.random(in: 1...90, using: &random)).start.milliseconds)
      if position == 0 {
        tables[position][.cardPosition].append(.nan)
        tables[position][.viewSeconds].append(Float.random(in: 0..<30, using: &random))
      }
      let player = Int.random(in: 0..<300, using: &random)
      let texts: [TextColumn: String] = [
        .userId: "p\(player)", .gameId: games[number / 2 % games.count].id, .sessionId: "s",
        .deviceType: ["iPhone", "iPad", "Pixel"][player % 3], .appVersion: "\(player % 4).0",
        .surface: ["personal", "trending", "new"][number % 3],
        .userGenrePreferences: ["rpg", "puzzle"][player % 2],
      ]
      for column in tables[position].collection.textColumns {
        tables[position][column].append((texts[column] ?? "").utf8.span)
      }
    }
    let workers = Workers(threads: 2)
    activity = Activity(
      interactions: tables[0], analytics: tables[1], games: games, night: night, workers: workers)
    reports = NightReports(
      of: Catalogue(games: games, developers: developers), activity,
      StudioCounting(
        EventsByGame([tables[0], tables[1]]), games: games, night: night,
        workers: workers))
  }

  /// The findings of a night with 60 nights before it.
  var findings: NightFindings {
    var findings = ReportWorld(events: 0).findings
    findings.health = (0..<60).map { number in
      NightHealth(
        day: ReportWorld.night.adding(days: number - 59), cutoff: 20, ndcg: 0.12345,
        recall: 0.23456, coverage: 0.34567, gini: 0.45678, lists: findings.lists)
    }
    findings.newReleases = NewReleases(minimumPlayers: 1).list(activity, games: games)
    return findings
  }
}
