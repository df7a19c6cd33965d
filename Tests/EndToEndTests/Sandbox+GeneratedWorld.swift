import FindieTestSupport
import Foundation
import Testing

extension Sandbox {
  /// A generated world of 400 players and 40 days from 2026-01-01, and a workspace with some nights
  /// that use the models of the first of them.
  ///
  /// - Parameter parameters: besides those of small models.
  static func withGeneratedWorld(
    games: Int = 160, _ parameters: String = "", nights: String...
  ) throws -> Sandbox {
    let sandbox = try Sandbox()
    try sandbox.folder.write(
      "models: {anchor: weekly}\nals: {rank: 8, iterations: 2}\n" + parameters, to: "night.yaml")
    let generated = try sandbox.findie([
      "generate", "--output", "input", "--players", "400", "--games", "\(games)", "--days", "40",
      "--seed", "6", "--first-day", "2026-01-01",
    ])
    try #require(generated.status == 0, "\(generated.error)")
    for day in nights { try sandbox.runNight(["--date", day], isNext: true) }
    return sandbox
  }
}
