import Foundation
import Testing

/// A night that was published by a program that knew fewer parameters.
struct OlderNightTests {
  private let place: Place
  private var recipe: URL { place.workspace.appending(path: "runs/2026-04-01/recipe.json") }
  private var model: URL { place.current.appending(path: "model/model.json") }

  init() throws {
    place = try Place.withSmallWorld()
    try place.goodNight()
  }

  /// Takes a parameter out of a file, such as `"noveltyWeight":0.2`.
  private func remove(_ pattern: Regex<Substring>, from file: URL) throws {
    let text = try String(contentsOf: file, encoding: .utf8)
    let rest = text.replacing(pattern, with: "", maxReplacements: 1)
    #expect(rest != text)
    try rest.write(to: file, atomically: true, encoding: .utf8)
  }

  @Test func `it is read, and what it does not name is as it was before`() throws {
    for file in [recipe, model] { try remove(/"noveltyWeight":[0-9.]+,/, from: file) }
    try remove(/"ease":\{[^{}]*\},/, from: recipe)
    try remove(/"stages":\{(?:"[^"]+":(?:\{[^{}]*\}|[0-9]+),?)*\},/, from: recipe)
    let report = try place.findie([
      "report", "digest", "--workspace", "workspace", "--date", "2026-04-01",
    ])
    #expect(report.status == 0, "\(report.error)")
    let player = try #require(
      String(contentsOf: place.current.appending(path: "recommendations.ndjson"), encoding: .utf8)
        .firstMatch(of: /"userId":"([^"]*)"/)?.output.1)
    let why = try place.findie([
      "explain", "--workspace", "workspace", "--user", String(player),
    ])
    #expect(why.status == 0, "\(why.error)")
    let verify = try place.findie(["verify", "--workspace", "workspace"])
    #expect(!verify.out.contains("what the night was made from"), "\(verify.out)")
  }
}
