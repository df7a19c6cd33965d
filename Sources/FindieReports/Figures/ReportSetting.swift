package import FindieAnalytics
package import FindieDomain
import FindieText

/// What all reports of a run have in common.
struct ReportSetting: Sendable {
  /// The days of the headline figures: four whole weeks.
  static let periodInDays = 28
  /// The minimum number of days on a chart.
  static let chartInDays = 90

  /// Whether the data comes from a generator, which every page then states.
  let isGenerated: Bool
  /// The measures that the data has events of.
  let recorded: Set<Measure>
  /// Whether the data has view events. Otherwise impressions are verdicts on cards.
  let hasViews: Bool
  /// A note on what the data lacks; nil if it lacks nothing.
  let notRecordedSentence: String?
  /// Nil if the report is of no edition.
  let edition: PublishedEdition?

  init(_ kinds: RecordedKinds, _ edition: PublishedEdition?) {
    isGenerated = kinds.isGenerated
    recorded = Set(kinds.measures)
    hasViews = kinds.hasViews
    self.edition = edition
    notRecordedSentence = Self.note(
      lacking: Measure.allCases.filter { !kinds.measures.contains($0) }, hasViews: hasViews)
  }

  /// One of `Tally.positives` in a sentence.
  var aLike: String { recorded.contains(.superLikes) ? "a like or super-like" : "a like" }

  /// The name of `Tally.positives` on charts.
  var likesName: String { recorded.contains(.superLikes) ? "Likes and super-likes" : "Likes" }

  /// The heading of a measure: no impressions where only verdicts are recorded.
  func name(of measure: Measure) -> String {
    measure == .impressions && !hasViews ? "Verdicts" : measure.name
  }

  func name(of kpi: KPI) -> String {
    Measure(rawValue: kpi.key).map { name(of: $0) } ?? kpi.name
  }

  /// An impression in a sentence.
  var impression: String { hasViews ? "impression" : "verdict" }

  /// The measures without events in the data, and the rates that depend on them, in order; `views`
  /// if there are no view events, so that impressions are verdicts on cards.
  var notRecorded: [String] {
    Measure.allCases.filter { !recorded.contains($0) }.map(\.rawValue)
      + Rate.allCases.filter { !$0.isRecorded(in: recorded) }.map(\.rawValue)
      + (hasViews ? [] : ["views"])
  }

  /// The days of a chart in a report over `period`: the period, and at least the 90 days ending
  /// with it.
  func chartRange(for period: DayRange) -> DayRange {
    period.count >= Self.chartInDays
      ? period : DayRange(lastDays: Self.chartInDays, before: period.last.adding(days: 1))
  }

  private static func note(lacking measures: [Measure], hasViews: Bool) -> String? {
    guard measures.count < Measure.allCases.count else { return nil }
    let names = measures.map { $0.name.lowercased() }
    var sentences: [String] = []
    if !names.isEmpty { sentences.append("Not recorded in this data: \(names.listed).") }
    if !hasViews {
      sentences.append(
        "Views are not recorded, so each verdict on a card (like, super-like, dislike or skip) counts in their place."
      )
    }
    return sentences.isEmpty ? nil : sentences.joined(separator: " ")
  }
}

extension EventSource {
  /// One of its events, such as `swipe record`.
  var recordInWords: String { self == .interactions ? "swipe record" : "analytics event" }
}

/// An edition of the closed weeks, with the night that made it.
package struct PublishedEdition: Codable, Sendable, Equatable {
  package let edition: ReportEdition
  package let night: Day

  package init(_ edition: ReportEdition, night: Day) {
    self.edition = edition
    self.night = night
  }
}

/// What the data has events of.
package struct RecordedKinds: Codable, Sendable {
  let measures: [Measure]
  let hasViews: Bool
  let isGenerated: Bool

  package init(_ activity: Activity, _ catalogue: Catalogue) {
    let recorded = activity.recordedMeasures()
    measures = Measure.allCases.filter { recorded.contains($0) }
    hasViews = activity.hasViews
    isGenerated = catalogue.isGenerated
  }
}
