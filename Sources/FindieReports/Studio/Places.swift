import FindieAnalytics
import FindieText

/// Where players saw the games: the largest parts of the app or, if these are not recorded or too
/// few to show, the campaigns that their clicks to shops came from. A few rows for the summary.
struct Places {
  private let breakdown: Breakdown?
  private let setting: ReportSetting
  private static let rows = 4

  init(_ own: PeriodNumbers, setting: ReportSetting) {
    self.setting = setting
    breakdown =
      [Cut.surface, .campaign].lazy.compactMap { cut in
        own.breakdowns.first { breakdown in
          breakdown.cut == cut && breakdown.cells.contains { $0.value != Cut.unknown }
        }
      }.first
  }

  /// Empty if nothing can be shown, and if it is not known which place had most.
  var html: HTML {
    guard let breakdown else { return "" }
    let counted = breakdown.cut.counted
    let counts = breakdown.cells.map { $0.tally[counted] } + [0]
    let total = breakdown.total[counted]
    // Whatever is in no cell may be of any value.
    let unknown = total - counts.reduce(0, +)
    // Those that have more than the next one in any case.
    let cells = breakdown.cells.indices.prefix { counts[$0] > counts[$0 + 1] + unknown }
    guard !cells.isEmpty else { return "" }
    func percent(_ count: Int, _ rule: FloatingPointRoundingRule) -> Figure {
      .number((100 * Double(count) / Double(total)).rounded(rule), places: 0, shown: 0)
    }
    let rows = cells.prefix(Self.rows).map { cell -> HTML in
      """
      <li>\(HTML.title(breakdown.cut.words(for: breakdown.cells[cell].value))): \
      \(percent(counts[cell], .down))–\(percent(counts[cell] + unknown, .up))%</li>

      """
    }
    return """
      <h3>Where players came from</h3><ul>\(rows)</ul>\
      <p class="note">Of \(Figure.count(total)) \
      \(text: setting.name(of: counted).lowercased()), \(text: breakdown.range.fromTo). Ranges, since \
      numbers of few players are not shown.</p>

      """
  }
}
