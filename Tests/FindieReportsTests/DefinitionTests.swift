import FindieAnalytics
import FindieReports
import Testing

@Suite struct DefinitionTests {
  @Test func `every measure is defined, once`() {
    let ids = Definition.all.map(\.id)
    #expect(Set(ids).count == ids.count)
    for measure in Measure.allCases { #expect(ids.contains(measure.rawValue)) }
    for rate in Rate.allCases { #expect(ids.contains(rate.rawValue)) }
  }

  @Test func `a definition has a meaning, a formula, a unit, a grain and a record`() {
    for definition in Definition.all {
      for text in [
        definition.name, definition.sentence, definition.formula, definition.unit,
        definition.grain, definition.record,
      ] { #expect(!text.isEmpty, "\(definition.id)") }
      #expect(definition.sentence.hasSuffix("."), "\(definition.id)")
    }
  }
}
