import ArgumentParser
import FindieAnalytics
import FindieDomain
import FindieHistory
import FindieText
import FindieWorkspace

struct SuspectsCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "suspects",
    abstract: "List accounts that are too active for a person, with their share of all events.",
    discussion: """
      An account is listed if it has \(Suspect.fastest) events within a minute, \
      \(Suspect.largest.grouped) on a UTC day, or \(Suspect.longest) hours of activity without a \
      pause of \(Suspect.pause) hours. Accounts that already do not count are not listed. The \
      command removes nothing: check each account, then add it to uncounted.ndjson in the input \
      folder. That file must have all accounts that do not count.

      Examples:
        findie history suspects --days 90
        findie history suspects --days 90 --ndjson >> /srv/export/uncounted.ndjson
      """)

  @Option(help: ArgumentHelp("The number of days that are searched.", valueName: "number"))
  var days = 28
  @Flag(help: "Print lines of uncounted.ndjson.")
  var ndjson = false
  @OptionGroup var history: HistoryOptions
  @OptionGroup var json: JSONFlag

  func validate() throws {
    guard days > 0 else { throw ValidationError("--days is at least 1.") }
    guard !ndjson || !json.json else { throw ValidationError("Use --json or --ndjson.") }
  }

  func run() throws {
    try reportingErrors {
      let answer = try history.reader().suspects(in: days, asLines: ndjson)
      try Console.print(answer, asJSON: json.json)
    }
  }
}

extension WorkspaceReader {
  fileprivate func suspects(in days: Int, asLines: Bool) throws -> Answer {
    let entries = try EventCollection.allCases.flatMap { collection in
      var search = SuspectSearch(collection)
      let names = try history.eachDays(
        collection, from: day.adding(days: -days), before: day, texts: [.userId], workers: workers
      ) { search.add($0) }
      return search.suspects(names).map { Entry($0, of: search.totals) }
    }
    guard !asLines else {
      let ids = Set(entries.map { ExactText($0.id) }).sorted()
      return Answer(
        text: ids.map { canonicalJSON(["userId": $0.text]) }.joined(separator: "\n"), json: "")
    }
    var table = TextTable(
      ("account", .left), ("collection", .left), ("events", .right), ("share", .right),
      ("likes", .right), ("share", .right), ("evidence", .left))
    for entry in entries {
      table.add(
        DisplayText.cleaned(entry.id), entry.collection, entry.events.grouped,
        entry.shareOfEvents.percent(), entry.likes.grouped, entry.shareOfLikes.percent(),
        entry.evidence.map(\.inWords).joined(separator: "; "))
    }
    return Answer(
      text: entries.isEmpty
        ? "In the \(days.counted("day")) before \(day), no account is too active for a person."
        : table.text, json: canonicalLine(entries))
  }
}

/// A suspect, with its shares of a collection.
private struct Entry: Encodable {
  let id: String
  let collection: String
  let events: Int
  let shareOfEvents: Double
  let likes: Int
  let shareOfLikes: Double
  let evidence: [Suspect.Evidence]

  init(_ suspect: Suspect, of totals: (events: Int, likes: Int)) {
    func share(_ count: Int, of all: Int) -> Double { all > 0 ? Double(count) / Double(all) : 0 }
    (id, collection, evidence) = (suspect.id, suspect.source.rawValue, suspect.evidence)
    (events, likes) = (suspect.events, suspect.likes)
    shareOfEvents = share(events, of: totals.events)
    shareOfLikes = share(likes, of: totals.likes)
  }
}

extension Suspect.Evidence {
  fileprivate var inWords: String {
    switch rule {
    case .minute: "\(value.grouped) in a minute of \(day)"
    case .day: "\(value.grouped) on \(day)"
    case .withoutPause: "\(value) hours without a pause from \(day)"
    }
  }
}
