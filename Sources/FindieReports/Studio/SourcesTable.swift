import FindieAnalytics
import FindieText

/// The record that each number comes from, and the counts of each record.
struct SourcesTable {
  let own: PeriodNumbers
  let setting: ReportSetting

  /// A sentence if all numbers come from one record.
  var html: HTML {
    let recording = EventSource.allCases.filter { own.records[$0].map { !$0.isEmpty } ?? false }
    guard recording.count > 1 else {
      return recording.first.map { Page.note("All numbers come from \($0.recordInWords)s.") } ?? ""
    }
    var table = HTMLTable(
      "Sources",
      caption: "Each game’s day is counted from one record only, so that nothing counts twice",
      head: "Metric",
      columns: [
        .init("Reported"), .init("Swipe records"), .init("Analytics events"),
        .init("Source", isRoomy: true, isText: true),
      ])
    let (swipes, events) = (own.records[.interactions], own.records[.analytics])
    for measure in Measure.allCases {
      let counts = [swipes?[measure] ?? 0, events?[measure] ?? 0]
      guard own.tally[measure] > 0 || counts != [0, 0] else { continue }
      let sources = own.tally.sources(of: measure).map { $0.recordInWords + "s" }
      table.append(
        HTML(text: setting.name(of: measure)),
        [Figure.count(own.tally[measure]).html] + counts.map { Figure.count($0).html }
          + [HTML(text: sources.joined(separator: " and "))])
    }
    return table.html
  }
}
