package import FindieHistory
import FindieWorkspace

/// The interactions of a history: who did what with which game, and when.
package struct Interactions: TransientArtifact {
  package static var grain: String { "one row per interaction" }
  package static var countOfGrain: String? { "interactions" }

  package let table: EventTable

  package var counts: [String: Int] { ["interactions": table.count] }
}
