/// A stage of the run with its inputs, for the team's report.
package struct StageLineage: Sendable {
  package let name: String
  /// The stages that it reads.
  package let inputs: [String]
  /// What one row of its output is, such as "one row per player and game".
  package let grain: String
  /// Whether its output is stored as a file.
  package let isStored: Bool
  /// Its counts by name; empty if they are not known when the reports are written.
  package let counts: [String: Int]

  package init(
    name: String, inputs: [String], grain: String, isStored: Bool, counts: [String: Int]
  ) {
    self.name = name
    self.inputs = inputs
    self.grain = grain
    self.isStored = isStored
    self.counts = counts
  }
}
