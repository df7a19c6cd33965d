import FindieAnalytics
import FindieText

/// The record that each number comes from, and the counts of each record.
struct SourcesTable {
  let own: PeriodNumbers
  let setting: ReportSetting

  var html: HTML {
    var table = HTMLTable(
      "Sources",
      caption: "Each game’s day is counted from one record only, so that nothing counts twice",
      head: "Metric",
      columns: [
        .init("Reported"), .init("Swipe records"), .init("Analytics events"),
        .init("Source", isText: true),
      ])
    let (swipes, events) = (own.records[.interactions], own.records[.analytics])
    for measure in Measure.allCases {
      let counts = [swipes?[measure] ?? 0, events?[measure] ?? 0]
      guard own.tally[measure] > 0 || counts != [0, 0] else { continue }
      let sources = own.tally.sources(of: measure).map { source in
        source == .interactions ? "swipe records" : "analytics events"
      }
      table.append(
        HTML(text: setting.name(of: measure)),
        [Figure.count(own.tally[measure]).html] + counts.map { Figure.count($0).html }
          + [HTML(text: sources.joined(separator: " and "))])
    }
    return table.html
  }
}
