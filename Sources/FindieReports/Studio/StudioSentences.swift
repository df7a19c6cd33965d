import FindieAnalytics
import FindieDomain

/// The summary of a studio's report: one sentence per finding.
struct StudioSentences {
  private let report: StudioReport

  init(_ report: StudioReport) {
    self.report = report
  }

  var all: [Sentence] {
    guard !report.isEmpty else { return [empty] }
    return report.numbers.findings[report.periodIndex].compactMap(sentence)
  }

  /// At most three suggestions, each with the measure that it rests on.
  ///
  /// - Parameter linked: the games with a section on the page.
  func suggestions(linked: Set<Int>) -> [Sentence] {
    report.numbers.suggestions[report.periodIndex].map { suggestion in
      let numbers = Numbers(suggestion.numbers)
      let title = report.studio.games[suggestion.game].title
      let game: Sentence =
        linked.contains(suggestion.game)
        ? "\(title: title, linkedTo: "#game-\(suggestion.game)")" : "\(title: title)"
      return switch suggestion.kind {
      case .noStoreLink:
        "Add a store link to \(game): it has none, and \(Sentence.counted(numbers.count("impressions"), report.setting.impression, isStrong: true)). The median of your games is \(numbers.number("medianImpressions"))."
      case .missingPlatform:
        "Consider \(game) for \(suggestion.platform?.inWords ?? "more platforms"): \(strong: numbers.share("share")) of its audience is there, and the game is not."
      case .fewImpressions:
        "Show \(game) to more players: its like rate of \(strong: numbers.share("likeRate")) is above the median of similar games (\(numbers.share("medianLikeRate"))), but only \(numbers.percentile("impressionsPercentile"))% of them had fewer \(report.setting.impression)s."
      }
    }
  }

  private var empty: Sentence {
    guard let first = report.games.first else {
      return
        "You have no game in the catalogue yet. Once you do, this page shows how players respond "
        + "to it."
    }
    return report.games.count == 1
      ? "\(title: first.game.title) is in the catalogue. No player has seen it yet."
      : "Your \(.count(report.games.count)) games are in the catalogue. No player has seen them yet."
  }

  private func sentence(_ finding: Finding) -> Sentence? {
    let numbers = Numbers(finding.numbers)
    let likes: Sentence = .counted(numbers.count("likesAndSuperLikes"), "like")
    let impressions: Sentence = .counted(
      numbers.count("impressions"), report.setting.impression)
    switch finding.kind {
    case .reach: return reach(numbers)
    case .quiet:
      let before: Sentence =
        numbers.isAbove("impressionsBefore", 0)
        ? ", after \(numbers.count("impressionsBefore")) \(report.period.whenBeforeInWords)" : ""
      return
        "Your games had no \(report.setting.impression)s \(report.period.whenInWords)\(before)."
    case .impressionsNotRecorded: return "Impressions are not recorded in this data."
    case .ever:
      let first = report.numbers.allTimeRange.first.inWords
      let liked: Sentence = numbers.isKnown("likesAndSuperLikes") ? " and \(likes)" : ""
      return "Since \(first), the first day of the data, they had \(impressions)\(liked)."
    case .lastEvent: return lastEvent(numbers)
    case .reception:
      return
        "\(strong: numbers.share("likeRate")) of them led to a like (between \(numbers.share("likeRateLower")) and \(numbers.share("likeRateUpper")), with 95% confidence)."
    case .tooFewForARate:
      guard numbers.isAbove("impressions", 0) else { return nil }
      return
        "\(numbers.count("likesAndSuperLikes")) of \(impressions) led to a like: too few for a reliable rate."
    case .likesNotRecorded: return "Likes are not recorded in this data."
    case .moreLikesThanImpressions:
      return
        "The app recorded \(likes) but only \(impressions), so there is no like rate."
    case .rose, .fell:
      return finding.game.map { game in
        "\(title: report.studio.games[game].title) \(finding.kind == .rose ? "rose" : "fell") from \(numbers.count("impressionsBefore")) to \(impressions) (\(numbers.change("impressionsChange")), between \(numbers.change("impressionsChangeLower")) and \(numbers.change("impressionsChangeUpper")))."
      }
    case .mostSeen:
      return finding.game.map { game in
        "\(title: report.studio.games[game].title) had the most \(report.setting.impression)s: \(numbers.share("share")) of all."
      }
    case .noGames: return nil
    }
  }

  private func reach(_ numbers: Numbers) -> Sentence {
    let players: Sentence =
      report.own.players?.count.map {
        $0 == 0 ? "" : " from \(Sentence.counted(.count($0), "player"))"
      }
      ?? ""
    let seen: Sentence =
      "Your games had \(Sentence.counted(numbers.count("impressions"), report.setting.impression, isStrong: true))\(players) \(report.period.whenInWords)"
    let before = report.period.whenBeforeInWords
    guard numbers.isKnown("impressionsBefore") else { return "\(seen)." }
    guard numbers.isAbove("impressionsBefore", 0) else { return "\(seen), and none \(before)." }
    let after: Sentence = "\(seen), after \(numbers.count("impressionsBefore")) \(before)."
    guard let change = report.own.shownImpressionsChange else { return after }
    return change.isSignificant
      ? "\(after) Adjusted for weekdays, that is \(numbers.change("impressionsChange"))."
      : "\(after) Adjusted for weekdays, there is no clear change."
  }

  private func lastEvent(_ numbers: Numbers) -> Sentence {
    let days = numbers.whole("daysSinceLastEvent")
    let day = report.numbers.dayRange.last.adding(days: -days)
    return days == 0
      ? "Last activity: \(day.inWords), the last day of this report."
      : "Last activity: \(day.inWords), \(Sentence.counted(.count(days), "day")) ago."
  }
}

/// A finding's numbers as figures, by measure.
private struct Numbers {
  private let values: [String: Double]

  init(_ numbers: [Finding.Number]) {
    values = Dictionary(
      numbers.map { ($0.measure, $0.value) }, uniquingKeysWith: { first, _ in first })
  }

  func isKnown(_ measure: String) -> Bool { values[measure] != nil }

  func isAbove(_ measure: String, _ bound: Double) -> Bool {
    values[measure].map { $0 > bound } ?? false
  }

  func whole(_ measure: String) -> Int { Int(values[measure] ?? 0) }
  func count(_ measure: String) -> Figure { values[measure].map { .count(Int($0)) } ?? .none }
  func share(_ measure: String) -> Figure { .share(values[measure]) }
  func number(_ measure: String) -> Figure {
    values[measure].map { .number($0, places: 4, shown: $0.rounded() == $0 ? 0 : 1) } ?? .none
  }
  func percentile(_ measure: String) -> Figure {
    values[measure].map { .number($0, places: 4, shown: 0) } ?? .none
  }
  func change(_ measure: String) -> Figure { values[measure].map { .change($0) } ?? .none }
}

extension Platform {
  fileprivate var inWords: String {
    switch self {
    case .windows: "Windows"
    case .mac: "Mac"
    case .linux: "Linux"
    case .steam: "Steam"
    case .itchio: "itch.io"
    case .epicGames: "the Epic Games Store"
    case .gog: "GOG"
    }
  }
}
