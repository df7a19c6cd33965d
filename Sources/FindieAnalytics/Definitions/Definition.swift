/// The definition of a number of the reports, for pages, tables and programs.
package struct Definition: Hashable, Sendable {
  /// The number's key in JSON and CSV.
  package let id: String
  /// The heading on pages.
  package let name: String
  /// The meaning, in a few sentences.
  package let sentence: String
  /// Its computation from other numbers or events.
  package let formula: String
  package let unit: String
  /// The items that have one number each.
  package let grain: String
  package let record: String

  package init(
    _ id: String, _ name: String, _ sentence: String, formula: String, unit: String,
    grain: String = "game or studio, and period", record: String = Self.eitherRecord
  ) {
    self.id = id
    self.name = name
    self.sentence = sentence
    self.formula = formula
    self.unit = unit
    self.grain = grain
    self.record = record
  }

  package static let eitherRecord =
    "interactions or analytics: one of them for each game and day, as `sources` says"
}
