import FindieAnalytics
import FindieText

/// The definitions section of a page.
enum Glossary {
  /// - Parameter definitions: those besides the measures.
  static func html(_ setting: ReportSetting, _ definitions: [Definition]) -> HTML {
    let measures = Measure.allCases.filter { setting.recorded.contains($0) }
      .map { (setting.name(of: $0), $0.sentence) }
    // definitions.json has the formulas.
    let entries = (measures + definitions.map { ($0.name, $0.sentence) }).map {
      name, sentence -> HTML in
      "<dt>\(text: name)</dt><dd>\(text: sentence)</dd>\n"
    }
    return Page.section(
      "words", "Definitions",
      """
      \(Page.note(setting.notRecordedSentence ?? ""))\
      \(Page.details("Show definitions", "<dl class=\"glossary\">\n\(entries)</dl>"))
      """)
  }
}
