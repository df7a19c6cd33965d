import FindieTestSupport
import Foundation
import Testing

/// The data contract on the command line.
struct ContractNightTests {
  private static let file = Binary.root.appending(path: "Pipelines/contract.yaml")

  @Test func `the printed default contract equals the file in the repository`() throws {
    let result = try Sandbox().findie(["contract"])
    #expect(result.status == 0)
    #expect(try result.out == String(contentsOf: Self.file, encoding: .utf8))
  }

  @Test func `an invalid contract stops the run before it starts`() throws {
    let sandbox = try Sandbox.withSmallWorld()
    try sandbox.folder.write("interactions: {sesionId: {breach: warn}}\n", to: "c.yaml")
    for arguments in [sandbox.arguments, ["validate", "input"], ["contract"]] {
      let result = try sandbox.findie(arguments + ["--contract", "c.yaml"])
      #expect(result.status == 78)
      #expect(result.error.contains("did you mean interactions.sessionId?"))
    }
    #expect(try sandbox.products() == [:])
  }

  @Test(arguments: [("contract", "contract"), ("parameters", "nightly")])
  func `the remedy that an invalid default file names works beside it`(
    of: (command: String, file: String)
  ) throws {
    let sandbox = try Sandbox.withSmallWorld()
    let sound = try sandbox.findie([of.command])
    try sandbox.folder.write("no such setting: 1\n", to: "Pipelines/\(of.file).yaml")
    let run = try sandbox.findie(["run", "nightly", "--input", "input"])
    #expect(run.status == 78)
    #expect(run.error.contains("`findie \(of.command)` prints"))
    let printed = try sandbox.findie([of.command])
    #expect(printed.status == 0)
    #expect(printed.out == sound.out)
  }

  @Test func `another contract causes the files to be read again`() throws {
    let sandbox = try Sandbox.withSmallWorld()
    // With twelve players, so that it is not suppressed in reports.
    let late = (0..<12).map { number in
      var late = SmallWorld.interaction("late\(number)", player: "u\(number)", game: "g1", day: 3)
      late["viewDuration"] = 1e13
      return late
    }
    let sound = SmallWorld.interactions(days: 0..<1)[0]
    try sandbox.put(late + [sound], in: "interactions/late.ndjson")
    func intake(_ more: String...) throws -> [String: Int] {
      let result = try sandbox.findie(sandbox.arguments + more + ["--json"])
      try #require(result.status == 0, "\(result.error)")
      let stages = try #require(object(result.out)["stages"] as? [[String: Any]])
      return try #require(
        stages.first { $0["stage"] as? String == "intake" }?["counts"] as? [String: Int])
    }
    let strict = try intake()
    #expect(strict["rejected"] == 12)
    try sandbox.folder.write("interactions: {viewDuration: {breach: warn}}\n", to: "c.yaml")
    let lenient = try intake("--contract", "c.yaml")
    #expect(lenient["rejected"] == 0)
    #expect(lenient["accepted"] == strict["accepted"].map { $0 + 12 })
    let validation = try object(
      sandbox.findie(["validate", "input", "--contract", "c.yaml", "--json"]).out)
    let warnings = try #require(validation["warnings"] as? [String: Int])
    #expect(warnings["interactions.viewDuration.numberOutOfRange"] == 12)
  }

  /// A workspace with 150 events a day for forty days, and none on the third day from the end.
  private func sandboxWithGap() throws -> Sandbox {
    let sandbox = try Sandbox.withSmallWorld(days: 0..<0)
    try sandbox.put(
      (0..<40).filter { $0 != 37 }.flatMap { day in
        (0..<150).map {
          SmallWorld.interaction(
            "v\(day)-\($0)", player: "u\($0 % 12)", game: "g\($0 % 20)", day: day)
        }
      }, in: "interactions/all.ndjson")
    return sandbox
  }

  // Day 37 of 2026 is a Saturday, the seventh of February.
  private static let sentence =
    "interactions of Saturday, 2026-02-07: no events; the median of the same weekday in the "
    + "4 weeks before is 150. Is a file missing?"

  @Test func `a missing day causes a warning, and the night continues`() throws {
    let sandbox = try sandboxWithGap()
    let result = try sandbox.night("--json")
    #expect(result.status == 0, "\(result.error)")
    #expect(result.out.contains(Self.sentence))
    #expect(
      try sandbox.findie(["validate", "input"]).out
        .contains("\nwarning: \(Self.sentence)\n"))
  }

  @Test func `the documented commands for a contract work as printed`() throws {
    let sandbox = try Sandbox.withSmallWorld()
    let text = try String(
      contentsOf: Binary.root.appending(path: "docs/DATA.md"), encoding: .utf8)
    let commands = text.split(separator: "\n").filter {
      $0.hasPrefix("findie ") && $0.contains("contract")
    }
    #expect(commands.count == 3)
    for command in commands {
      let here = command.replacing("/srv/export", with: "input")
        .replacing("/srv/findie", with: "workspace").replacing("/srv/reports", with: "reports")
        .replacing("findie", with: "\"$0\"", maxReplacements: 1)
      let process = Process()
      process.executableURL = URL(filePath: "/bin/bash")
      process.arguments = ["-c", "(\(here)\n) >>out 2>&1", Binary.url.path]
      process.currentDirectoryURL = sandbox.folder.url
      try process.run()
      process.waitForEnd()
      #expect(process.terminationStatus == 0, "\(command)")
    }
    #expect(try sandbox.list("recommendations").count == 12)
  }

  @Test func `a missing day stops the night if the contract says so`() throws {
    let sandbox = try sandboxWithGap()
    try sandbox.folder.write("volume: {breach: stop}\n", to: "c.yaml")
    let result = try sandbox.night("--contract", "c.yaml")
    #expect(result.status == 65)
    #expect(result.error.contains(Self.sentence))
    #expect(try sandbox.products() == [:])
    #expect(try sandbox.findie(["validate", "input", "--contract", "c.yaml"]).status == 65)
    // The file arrives, and the same command succeeds.
    try sandbox.put(
      (0..<150).map {
        SmallWorld.interaction("v37-\($0)", player: "u\($0 % 12)", game: "g\($0 % 20)", day: 37)
      }, in: "interactions/late.ndjson")
    #expect(try sandbox.night("--contract", "c.yaml").status == 0)
  }
}
