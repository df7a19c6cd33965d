import FindieAnalytics

/// Which record each number came from, and what each record alone says.
struct SourcesTable {
  private let own: PeriodNumbers

  init(_ own: PeriodNumbers) {
    self.own = own
  }

  var html: String {
    var table = HTMLTable(
      "Sources",
      caption: "A game’s day is told from one record alone, so that nothing is counted twice",
      head: "Number",
      columns: [
        .init(name: "Told"), .init(name: "Swipe records"), .init(name: "Analytics events"),
        .init(name: "Told from", isText: true),
      ])
    let (swipes, events) = (own.records[.interactions], own.records[.analytics])
    for measure in Measure.allCases {
      let counts = [swipes?[measure] ?? 0, events?[measure] ?? 0]
      guard own.tally[measure] > 0 || counts != [0, 0] else { continue }
      let sources = own.tally.sources(of: measure).map { source in
        source == .interactions ? "swipe records" : "analytics events"
      }
      table.append(
        measure.name,
        [Figure.count(own.tally[measure]).html] + counts.map { Figure.count($0).html }
          + [sources.joined(separator: " and ")])
    }
    return table.isEmpty ? "" : table.html
  }
}
