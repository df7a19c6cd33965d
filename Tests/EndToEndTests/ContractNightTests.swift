import FindieTestSupport
import Foundation
import Testing

/// The data contract, as a user of the binary meets it.
struct ContractNightTests {
  private static let file = Binary.root.appending(path: "Pipelines/contract.yaml")

  @Test func `the default contract is printed as it stands in the repository`() throws {
    let result = try Place().findie(["contract"])
    #expect(result.status == 0)
    #expect(try result.out == String(contentsOf: ContractNightTests.file, encoding: .utf8))
  }

  @Test func `a contract that cannot be used stops everything before it begins`() throws {
    let place = try Place.withSmallWorld()
    try place.folder.write("interactions: {sesionId: {breach: warn}}\n", to: "c.yaml")
    for arguments in [place.arguments, ["validate", "input"], ["contract"]] {
      let result = try place.findie(arguments + ["--contract", "c.yaml"])
      #expect(result.status == 78)
      #expect(result.error.contains("did you mean interactions.sessionId?"))
    }
    #expect(try place.products() == [:])
  }

  @Test func `another contract reads the files again`() throws {
    let place = try Place.withSmallWorld()
    // Of twelve players, so that reports would tell of it.
    let late = (0..<12).map { number in
      var late = SmallWorld.interaction("late\(number)", player: "u\(number)", game: "g1", day: 3)
      late["viewDuration"] = 1e13
      return late
    }
    try place.put(late, in: "interactions/late.ndjson")
    func intake(_ more: String...) throws -> [String: Int] {
      let result = try place.findie(place.arguments + more + ["--json"])
      try #require(result.status == 0, "\(result.error)")
      let stages = try #require(object(result.out)["stages"] as? [[String: Any]])
      return try #require(
        stages.first { $0["stage"] as? String == "intake" }?["counts"] as? [String: Int])
    }
    let strict = try intake()
    #expect(strict["rejected"] == 12)
    try place.folder.write("interactions: {viewDuration: {breach: warn}}\n", to: "c.yaml")
    let lenient = try intake("--contract", "c.yaml")
    #expect(lenient["rejected"] == 0)
    #expect(lenient["accepted"] == strict["accepted"].map { $0 + 12 })
    let validation = try object(
      place.findie(["validate", "input", "--contract", "c.yaml", "--json"]).out)
    let warnings = try #require(validation["warnings"] as? [String: Int])
    #expect(warnings["interactions.viewDuration.numberOutOfRange"] == 12)
  }

  /// A place with 150 events a day for forty days, and none on the last day but two.
  private func placeWithGap() throws -> Place {
    let place = try Place.withSmallWorld(days: 0..<0)
    try place.put(
      (0..<40).filter { $0 != 37 }.flatMap { day in
        (0..<150).map {
          SmallWorld.interaction(
            "v\(day)-\($0)", player: "u\($0 % 12)", game: "g\($0 % 20)", day: day)
        }
      }, in: "interactions/all.ndjson")
    return place
  }

  // Day 37 of 2026 is a Saturday, the seventh of February.
  private static let sentence =
    "interactions of Saturday, 2026-02-07: no event; the same weekday of 4 weeks before "
    + "had 150. Is a file missing?"

  @Test func `a day that is missing is said, and the night goes on`() throws {
    let place = try placeWithGap()
    let result = try place.night("--json")
    #expect(result.status == 0, "\(result.error)")
    #expect(result.out.contains(ContractNightTests.sentence))
    #expect(
      try place.findie(["validate", "input"]).out
        .contains("\nwarning: \(ContractNightTests.sentence)\n"))
  }

  @Test func `a day that is missing stops the night where the contract says so`() throws {
    let place = try placeWithGap()
    try place.folder.write("volume: {breach: stop}\n", to: "c.yaml")
    let result = try place.night("--contract", "c.yaml")
    #expect(result.status == 65)
    #expect(result.error.contains(ContractNightTests.sentence))
    #expect(try place.products() == [:])
    #expect(try place.findie(["validate", "input", "--contract", "c.yaml"]).status == 65)
    // The file comes, and the same command goes on.
    try place.put(
      (0..<150).map {
        SmallWorld.interaction("v37-\($0)", player: "u\($0 % 12)", game: "g\($0 % 20)", day: 37)
      }, in: "interactions/late.ndjson")
    #expect(try place.night("--contract", "c.yaml").status == 0)
  }
}
