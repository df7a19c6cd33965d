/// One stage of the night, for the page that shows what is made from what.
package struct StageLineage: Sendable {
  package let name: String
  /// The stages that it reads.
  package let inputs: [String]
  /// What one row of what it makes is, such as "one row per player and game".
  package let grain: String
  /// Whether what it makes is kept as a file.
  package let isKept: Bool
  /// What it counted, by name; empty where that is told elsewhere, or comes after the reports.
  package let counts: [String: Int]

  package init(
    name: String, inputs: [String], grain: String, isKept: Bool, counts: [String: Int]
  ) {
    self.name = name
    self.inputs = inputs
    self.grain = grain
    self.isKept = isKept
    self.counts = counts
  }
}
