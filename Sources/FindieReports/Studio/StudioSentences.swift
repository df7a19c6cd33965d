import FindieAnalytics
import FindieDomain

/// Three plain sentences, each made from a finding's numbers and nothing else: reach, reception, a
/// game; of a quiet time what there is to say of the time before.
struct StudioSentences {
  private let report: StudioReport

  init(_ report: StudioReport) {
    self.report = report
  }

  var all: [Sentence] {
    guard !report.isEmpty else { return [empty] }
    return report.numbers.findings[report.place].compactMap(sentence)
  }

  private var empty: Sentence {
    guard let first = report.games.first else {
      return "There is no game of yours in the catalogue yet. Once there is, this page tells how "
        + "players take to it."
    }
    let games: Sentence =
      report.games.count == 1
      ? "\(title: first.game.title) is" : "Your \(.count(report.games.count)) games are"
    return games + " in the catalogue, and no player has met a card of yours yet. This page is "
      + "ready for the first."
  }

  private func sentence(_ finding: Finding) -> Sentence? {
    let numbers = Numbers(finding)
    switch finding.kind {
    case .reach: return reach(numbers)
    case .quiet:
      let rest: Sentence =
        numbers.isAbove("impressionsBefore", 0)
        ? ", after \(numbers.count("impressionsBefore")) \(report.period.whenBeforeInWords)" : ""
      return "It was a quiet time: no card of your games was seen \(report.period.whenInWords)"
        + rest + "."
    case .impressionsNotRecorded:
      return "How often cards of your games were seen is not recorded in this data."
    case .ever: return ever(numbers)
    case .lastEvent: return lastEvent(numbers)
    case .reception: return reception(numbers)
    case .tooFewForARate:
      guard numbers.isAbove("impressions", 0) else { return nil }
      return
        "\(numbers.count("likesAndSuperLikes")) of \(numbers.count("impressions")) ended in a like: too few to read a rate from, so take it as a first sign."
    case .likesNotRecorded: return "Whether players liked them is not recorded in this data."
    case .moreLikesThanImpressions:
      return
        "\(numbers.count("likesAndSuperLikes")) likes came with \(numbers.count("impressions")) cards seen: the app’s record of cards seen is not whole, so no rate can be told."
    case .rose, .fell, .mostSeen:
      return finding.game.map { game(finding.kind, report.studio.games[$0].title, numbers) }
    case .noGames: return nil
    }
  }

  private func reach(_ numbers: Numbers) -> Sentence {
    let players: Sentence
    switch report.own.players {
    case .exactly(0), .withheld: players = ""
    case .exactly(let count): players = " by \(.count(count)) players"
    }
    let seen: Sentence =
      "\(report.period.whenInWords.capitalizedFirst) your games’ cards were seen \(Sentence.times(numbers.count("impressions"), isStrong: true))"
    guard numbers.isAbove("impressionsBefore", 0) else {
      return seen + players + "; \(report.period.whenBeforeInWords), not at all."
    }
    let before: Sentence =
      " after \(numbers.count("impressionsBefore")) \(report.period.whenBeforeInWords)"
    guard let change = report.own.impressionsChange else {
      return seen + players + "," + before + "."
    }
    let figure = numbers.change("impressionsChange")
    let verdict: Sentence =
      change.isTelling
      ? ": \(change.ratio > 1 ? "more" : "less"), by \(figure) with the rhythm of the week taken out."
      : ": no more of a change than chance alone would make."
    return seen + players + "," + before + verdict
  }

  private func reception(_ numbers: Numbers) -> Sentence {
    "\(strong: numbers.share("likeRate")) of them ended in a like; with this many, the true rate is likely between \(numbers.share("likeRateLower")) and \(numbers.share("likeRateUpper"))."
  }

  private func game(_ kind: Finding.Kind, _ title: String, _ numbers: Numbers) -> Sentence {
    if kind == .mostSeen {
      return
        "No game drew more than \(title: title): \(numbers.share("share")) of the impressions."
    }
    return
      "\(title: title) \(kind == .rose ? "rose" : "fell"): seen \(Sentence.times(numbers.count("impressions"))) after \(numbers.count("impressionsBefore")) (\(numbers.change("impressionsChange")), likely \(numbers.change("impressionsChangeLower")) to \(numbers.change("impressionsChangeUpper")))."
  }

  private func ever(_ numbers: Numbers) -> Sentence {
    let seen: Sentence =
      "Since \(report.numbers.allTimeRange.first.inWords), when the data begins, they were seen \(Sentence.times(numbers.count("impressions")))"
    guard numbers.isKnown("likesAndSuperLikes") else { return seen + "." }
    return seen + ", and \(Sentence.times(numbers.count("likesAndSuperLikes"))) liked."
  }

  private func lastEvent(_ numbers: Numbers) -> Sentence {
    let count = numbers.whole("daysSinceLastEvent")
    let day = report.numbers.dayRange.last.adding(days: -count)
    let met: Sentence = "Somebody last met one of them on \(day.inWords)"
    guard count > 0 else { return met + ", the last day that this report knows." }
    let days: Sentence = count == 1 ? "\(.count(count)) day" : "\(.count(count)) days"
    return met + ", \(days) before the last that this report knows."
  }
}

/// A finding's numbers as figures, by measure.
private struct Numbers {
  private let values: [String: Double]

  init(_ finding: Finding) {
    values = Dictionary(
      finding.numbers.map { ($0.measure, $0.value) }, uniquingKeysWith: { first, _ in first })
  }

  func isKnown(_ measure: String) -> Bool { values[measure] != nil }

  func isAbove(_ measure: String, _ bound: Double) -> Bool {
    values[measure].map { $0 > bound } ?? false
  }

  func whole(_ measure: String) -> Int { Int(values[measure] ?? 0) }
  func count(_ measure: String) -> Figure { values[measure].map { .count(Int($0)) } ?? .none }
  func share(_ measure: String) -> Figure { .share(values[measure]) }
  func change(_ measure: String) -> Figure { values[measure].map { .change($0) } ?? .none }
}
