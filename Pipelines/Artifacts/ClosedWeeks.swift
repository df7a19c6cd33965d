import FindieAnalytics
import FindieDomain
import FindieFiles
import FindieHistory
import FindieRanking
package import FindieReports
package import FindieWorkspace
package import Foundation

/// What an edition of the studios' reports estimates over the whole app. It stays the same until
/// the next edition, so that numbers of closed weeks do.
package struct ClosedWeeks: Artifact {
  package static var grain: String { "one row per game of the catalogue" }
  package static var countOfGrain: String? { "games" }
  package static var formatVersion: Int { 3 }

  /// What is stored as JSON.
  @dynamicMemberLookup
  package struct Values: Codable, Sendable {
    let estimates: Estimates
    /// Identifies the events of the closed days that the hashes are of.
    let events: Fingerprint
    /// The ids of the games whose totals of events changed since the edition was made.
    let corrected: [String]

    package subscript<Value>(dynamicMember path: KeyPath<Estimates, Value>) -> Value {
      estimates[keyPath: path]
    }
  }

  /// What the edition's estimates are made from.
  package struct Estimates: Codable, Sendable {
    package let edition: PublishedEdition
    let parameters: ReportParameters
    package let recorded: RecordedKinds
    let positions: PositionEffects
    /// Identifies the events of the closed days.
    let events: Fingerprint
    /// Identifies the catalogue.
    let catalogue: Fingerprint
    /// Identifies the accounts that do not count on closed days; nil without any.
    let uncounted: String?
  }

  package let values: Values
  let totals: CatalogueTotals

  package var counts: [String: Int] { ["games": totals.games.count] }

  /// Identifies the estimates.
  var identity: Fingerprint { Fingerprint(of: canonicalJSON(values.estimates)) }

  init(_ values: Values, _ totals: CatalogueTotals) {
    self.values = values
    self.totals = totals
  }

  package func write(to file: inout ArtifactWriter) {
    file.put("week", json: values)
    file.put("totals", json: totals)
    let arrays = totals.arrays
    for (period, games) in arrays.reaches.enumerated() { file.put("reaches \(period)", games) }
    file.put("ranges", arrays.ranges)
    file.put("dayStarts", arrays.dayStarts)
    file.put("days", arrays.days)
    file.put("hashes", arrays.hashes)
    file.put("gameEffects", arrays.gameEffects)
    file.put("studioEffects", arrays.studioEffects)
  }

  package init(from file: ArtifactReader) throws {
    values = try file.json("week")
    var totals = try file.json("totals", as: CatalogueTotals.self)
    var arrays = CatalogueTotals.Arrays()
    arrays.reaches = try ReportPeriod.Kind.allCases.indices.map {
      try file.numbers("reaches \($0)")
    }
    arrays.ranges = try file.numbers("ranges")
    arrays.dayStarts = try file.numbers("dayStarts")
    arrays.days = try file.numbers("days")
    arrays.hashes = try file.numbers("hashes")
    arrays.gameEffects = try file.numbers("gameEffects")
    arrays.studioEffects = try file.numbers("studioEffects")
    totals.arrays = arrays
    guard totals.isWhole else { throw ArtifactDamage.array("totals") }
    self.totals = totals
  }
}

extension ClosedWeeks {
  static let stage = "closed-weeks"

  /// The file in a folder of artifacts.
  package static func file(in artifacts: URL) -> URL {
    artifacts.appending(path: "\(stage).artifact")
  }

  /// A stored artifact; nil also for other weeks or parameters.
  init?(
    _ file: URL, of edition: ReportEdition, _ parameters: ReportParameters
  ) throws(FileFailure) {
    try self.init(stored: file)
    guard values.edition.edition == edition, values.parameters == parameters else { return nil }
  }

  /// The same estimates with the hashes of other events of the closed days.
  func counting(_ events: Fingerprint, by counting: StudioCounting) -> ClosedWeeks {
    let known = totals.games.map { counting.index(of: $0.id) }
    let counted = zip(known.compactMap(\.self), counting.hashes(of: known.compactMap(\.self)))
    let hashes = Dictionary(uniqueKeysWithValues: counted.map { ($0, $1) })
    var (totals, corrected) = (totals, Set(values.corrected.map { ExactText($0) }))
    for (game, index) in known.enumerated() {
      let hash = index.flatMap { hashes[$0] } ?? 0
      // The deletion of a player changes no total, and is no correction.
      if let index, hash != totals.arrays.hashes[game], !counting.isCounted(index) {
        corrected.insert(ExactText(totals.games[game].id))
      }
      totals.arrays.hashes[game] = hash
    }
    return ClosedWeeks(
      Values(
        estimates: values.estimates, events: events, corrected: corrected.sorted().map(\.text)),
      totals)
  }

  /// Identifies the accounts that do not count on days before `end` in the reports' time zone; nil
  /// without any.
  static func uncounted(
    in history: History, before end: Day, _ calendar: ReportCalendar
  ) -> String? {
    history.uncounted.identity(
      before: calendar.firstDay(ofUTC: end) < end ? end.adding(days: 1) : end)
  }

  /// Identifies the events of the days before `end` in the reports' time zone.
  static func identity(
    of ledger: Ledger, before end: Day, _ calendar: ReportCalendar, _ forgotten: ForgottenEvents
  ) -> Fingerprint {
    let days = ledger.days.filter { calendar.firstDay(ofUTC: $0.day) < end }
    let counts = forgotten.counts.filter { $0.key.reportDay < end }
    return Fingerprint(
      of: days.map { "\($0.collection.rawValue) \($0.day) \($0.content ?? $0.checksum)\n" }.joined()
        + canonicalJSON(counts) + canonicalJSON(forgotten.sums))
  }
}
