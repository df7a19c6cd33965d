import FindieAnalytics
import FindieDomain
import FindieText

extension TeamReport {
  /// The KPIs as a table: one row for the period, one for the period before if the data covers it, and one
  /// per day of the chart. Then follows one row for each other number of the document, in the last columns:
  /// what it describes (`item`), its name (`measure`) and its value.
  var csv: CSVTable {
    let periods = [("current", current)] + (previous.map { [("previous", $0)] } ?? [])
    var keys = figures(current).named.map(\.key)
    keys.insert("dailyActive", at: 2)
    var table = CSVTable(
      header: ["period", "from", "to"] + keys + [
        "likeRate", "likeRateLower", "likeRateUpper", "approval", "approvalLower", "approvalUpper",
      ] + TeamDetail.header)
    func append(
      _ period: String, _ range: DayRange, _ named: [(key: String, figure: Figure)], _ tally: Tally
    ) {
      let byKey = Dictionary(uniqueKeysWithValues: named.map { ($0.key, $0.figure) })
      table.append(
        [.text(period), .text(range.first.description), .text(range.last.description)]
          + keys.map { (byKey[$0] ?? .none).cell }
          + [Rate.likeRate, .approval].flatMap {
            PeriodFigures.cells(of: $0, tally, in: setting.recorded)
          } + TeamDetail.header.map { _ in .empty })
    }
    for (period, kpis) in periods {
      append(period, kpis.range, figures(kpis).named, kpis.tally)
    }
    for day in chart.days {
      append(
        "day", DayRange(first: day.day, last: day.day), KPIFigures.named(day), day.tally)
    }
    let blanks = [CSVTable.Cell](repeating: .empty, count: keys.count + 6)
    for detail in details {
      table.append(
        [
          .text(detail.section), .text(detail.range.first.description),
          .text(detail.range.last.description),
        ] + blanks + detail.cells)
    }
    return table
  }
}
