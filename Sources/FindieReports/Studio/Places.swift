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

  /// Empty if nothing can be shown.
  var html: HTML {
    guard let breakdown else { return "" }
    let counted = breakdown.cut.counted
    let cells = breakdown.cells.filter { $0.tally[counted] > 0 }.prefix(Self.rows)
    let rows = cells.map { cell -> HTML in
      """
      <li>\(HTML.title(breakdown.cut.words(for: cell.value))): \
      \(Figure.atLeast(cell.tally[counted]))</li>

      """
    }
    return """
      <h3>Where players came from</h3><ul>\(rows)</ul>\
      <p class="note">Of \(Figure.count(breakdown.total[counted])) \
      \(text: setting.name(of: counted).lowercased()), \(text: breakdown.range.fromTo). +: or more. Weeks with few players are left out.</p>

      """
  }
}
