package import Foundation

/// The files of one run, `runs/<day>/`.
package struct RunFolder: Sendable {
  /// The folder of a run that failed before its day was known.
  package static let undated = "undated"

  package let url: URL

  private func file(_ name: String) -> URL { url.appending(path: name) }

  package var record: URL { file("run.json") }

  /// How good the published recommendations of the night were.
  package var health: URL { file("health.json") }

  /// All that it takes to build the published night again.
  package var recipe: URL { file("recipe.json") }

  package var trace: URL { file("trace.json") }
}
