import FindieAnalytics
import FindieText

/// The record that each number comes from, in sentences. The JSON has the counts of each record.
struct SourcesNote {
  let own: PeriodNumbers
  let setting: ReportSetting

  var html: HTML {
    let sources = EventSource.allCases.map { source in
      let names = Measure.allCases.filter { own.tally.sources(of: $0).contains(source) }
        .map { setting.name(of: $0).lowercased() }
      return (record: source.recordInWords + "s", names: names)
    }.filter { !$0.names.isEmpty }
    guard sources.count > 1 else {
      return sources.first.map { Page.note("All numbers come from \($0.record).") } ?? ""
    }
    let lists = sources.map { "From \($0.record): \($0.names.joined(separator: ", "))." }
    return Page.note(
      lists.joined(separator: " ")
        + " Each game’s day is counted from one record only, so that nothing counts twice.")
  }
}
