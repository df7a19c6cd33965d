import FindieAnalytics
import FindieDomain

/// What all reports of a night have in common.
struct ReportSetting: Sendable {
  /// The days of a night's headline figures: four whole weeks.
  static let periodInDays = 28
  /// The days that a night's charts show.
  static let chartInDays = 90

  /// Whether the data was made by a generator, which every page then says.
  let isGenerated: Bool
  /// The measures of which the data holds anything at all.
  let recorded: Set<Measure>
  /// The note on what the data lacks, nil where it lacks nothing.
  let notRecordedSentence: String?
  /// The glossary of studios' pages, HTML: the same on all of them.
  let studioGlossary: String

  init(_ activity: Activity, isGenerated: Bool) {
    self.isGenerated = isGenerated
    let total = activity.total(over: activity.wholeRange)
    recorded = activity.recordedMeasures()
    notRecordedSentence = Self.note(
      lacking: Measure.allCases.filter { total[$0] == 0 },
      hasViews: activity.hasViews)
    studioGlossary = Glossary.html(
      recorded: recorded, notRecorded: notRecordedSentence, forTeam: false)
  }

  /// What a chart calls `Tally.positives`.
  var likesName: String { recorded.contains(.superLikes) ? "Likes and super-likes" : "Likes" }

  /// The measures of which the data holds nothing, and the rates that it cannot tell for that, in order.
  var notRecorded: [String] {
    Measure.allCases.filter { !recorded.contains($0) }.map(\.rawValue)
      + Rate.allCases.filter { !$0.isRecorded(in: recorded) }.map(\.rawValue)
  }

  /// The days that a chart beside `period` shows: the period, and at least 90 days to its end.
  func chartRange(for period: DayRange) -> DayRange {
    period.count >= Self.chartInDays
      ? period : DayRange(lastDays: Self.chartInDays, before: period.last.adding(days: 1))
  }

  private static func note(lacking measures: [Measure], hasViews: Bool) -> String? {
    guard measures.count < Measure.allCases.count else { return nil }
    let names = measures.map { $0.name.lowercased() }
    var sentences: [String] = []
    if let last = names.last {
      let list = names.count == 1 ? last : names.dropLast().joined(separator: ", ") + " and " + last
      sentences.append("Not recorded in this data: \(list).")
    }
    if !hasViews {
      sentences.append("No views are recorded: an impression is a card that got a verdict.")
    }
    return sentences.isEmpty ? nil : sentences.joined(separator: " ")
  }
}
