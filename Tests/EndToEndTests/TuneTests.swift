import FindieTestSupport
import Foundation
import Testing

/// `findie tune`, on the history or on files; a night accepts its parameter file.
struct TuneTests {
  private static let arguments = [
    "tune", "--workspace", "workspace", "--parameters", "night.yaml", "--k", "5", "--models",
    "als,knn,blend", "--threads", "2",
  ]

  private func sandbox() throws -> Sandbox {
    let sandbox = try Sandbox.withSmallWorld()
    try sandbox.runNight()
    return sandbox
  }

  /// The findings, without durations.
  private func figures(_ json: String) throws -> [String] {
    let trials = try #require(object(json)["trials"] as? [[String: Any]])
    return try trials.map { trial in
      var trial = trial
      trial["seconds"] = nil
      return String(
        decoding: try JSONSerialization.data(withJSONObject: trial, options: .sortedKeys),
        as: UTF8.self)
    }
  }

  @Test
  func
    `a search writes a file that a night takes, and goes on from its trials on any number of threads`()
    throws
  {
    let sandbox = try sandbox()
    let whole = try sandbox.findie(TuneTests.arguments + ["--output", "whole.yaml", "--json"])
    #expect(whole.status == 0, "\(whole.error)")
    let answer = try object(whole.out)
    #expect(answer["isComplete"] as? Bool == true)
    #expect(answer["testEvaluations"] as? Int == 1)
    let weights = try #require(answer["weights"] as? [[String: Any]])
    #expect(weights.compactMap { $0["action"] as? String } == ["like", "dislike"])

    // Killed in the middle of a line.
    let trials = try String(
      contentsOf: sandbox.folder.url.appending(path: "whole.trials.ndjson"), encoding: .utf8)
    let lines = trials.split(separator: "\n")
    try sandbox.folder.write(
      lines.prefix(7).joined(separator: "\n") + "\n" + lines[7].prefix(40), to: "cut.trials.ndjson")
    let resumed = try sandbox.findie(
      TuneTests.arguments + ["--output", "cut.yaml", "--json", "--threads", "1"])
    #expect(resumed.status == 0, "\(resumed.error)")
    #expect(try figures(resumed.out) == figures(whole.out))
    #expect(try object(resumed.out)["resumed"] as? Int == 6)
    let files = try ["whole.yaml", "cut.yaml"].map {
      try String(contentsOf: sandbox.folder.url.appending(path: $0), encoding: .utf8)
    }
    #expect(files[0] == files[1])
    #expect(files[0].contains("# The weight of like is"))

    // The second time, nothing is tried, and the test is not used again.
    let again = try sandbox.findie(TuneTests.arguments + ["--output", "whole.yaml"])
    #expect(again.out.contains("The search is complete."))
    #expect(!again.out.contains("was scored"))
    #expect(
      try String(
        contentsOf: sandbox.folder.url.appending(path: "whole.trials.ndjson"), encoding: .utf8)
        == trials)

    let night = try sandbox.findie(
      ["run", "nightly", "--input", "input", "--workspace", "workspace", "--reports", "reports"]
        + ["--parameters", "whole.yaml"])
    #expect(night.status == 0, "\(night.error)")

    let other = try sandbox.findie(
      TuneTests.arguments + ["--split", "players", "--trials", "whole.trials.ndjson"])
    #expect(other.status == 78)
    #expect(other.error.contains("have other data, models, splits or starting parameters"))
  }

  @Test func `a search that is stopped exits with 75 and its results so far`() throws {
    let sandbox = try sandbox()
    try sandbox.folder.write("tuning: off\nals: {rank: 64, iterations: 200}\n", to: "night.yaml")
    let (process, said) = try Binary.stopped(
      TuneTests.arguments, in: sandbox.folder.url, after: "· als, rank 16")
    #expect(process.terminationStatus == 75, "\(said)")
    let yaml = try String(
      contentsOf: sandbox.folder.url.appending(path: "tuned.yaml"), encoding: .utf8)
    #expect(yaml.contains("# Found by `findie tune` in "))
    let trials = try lines(of: sandbox.folder.url.appending(path: "tuned.trials.ndjson"))
    #expect(trials.count >= 3)
    #expect(trials.allSatisfy { $0["testEvaluation"] == nil })
  }

  @Test func `files can be tuned on without a workspace`() throws {
    let sandbox = try Sandbox.withSmallWorld(days: 0..<200)
    for extra in [[], ["--weights", "--split", "time"], ["--split", "last"]] {
      let result = try sandbox.findie(
        ["tune", "--train", "input/interactions", "--models", "als", "--parameters", "night.yaml"]
          + ["--k", "5", "--output", "tuned-\(extra.count).yaml", "--json"] + extra)
      #expect(result.status == 0, "\(result.error)")
      let weights = try object(result.out)["weights"] as? [Any]
      #expect((weights?.isEmpty == false) == extra.contains("--weights"))
    }
  }

  @Test func `a benchmark's test and fold-in are used as they are, once`() throws {
    let sandbox = try Sandbox.withSmallWorld(days: 0..<200)
    let all = SmallWorld.interactions(days: 0..<200)
    func of(_ players: Range<Int>) -> [[String: Any]] {
      all.filter { line in players.contains { line["userId"] as? String == "u\($0)" } }
    }
    let profiles = of(9..<12)
    try sandbox.put(of(0..<9), in: "train.ndjson")
    try sandbox.put(
      profiles.enumerated().filter { $0.offset % 3 > 0 }.map(\.element), in: "profiles.ndjson")
    try sandbox.put(
      profiles.enumerated().filter { $0.offset % 3 == 0 }.map(\.element), in: "test.ndjson")
    let arguments = [
      "tune", "--train", "input/train.ndjson", "--fold-in", "input/profiles.ndjson", "--test",
      "input/test.ndjson", "--models", "als", "--parameters", "night.yaml", "--k", "3", "--json",
    ]
    let result = try sandbox.findie(arguments)
    #expect(result.status == 0, "\(result.error)")
    let answer = try object(result.out)
    #expect((answer["validation"] as? String)?.hasPrefix("Held-out players, seed 13") == true)
    let evaluation = try #require(answer["evaluation"] as? [String: Any])
    #expect((evaluation["split"] as? String)?.contains("is not used for training") == true)
    #expect(
      (evaluation["models"] as? [[String: Any]])?.compactMap { $0["model"] as? String }
        == ["ALS as given", "ALS tuned"])
    let evaluations = try lines(of: sandbox.folder.url.appending(path: "tuned.trials.ndjson"))
      .filter { $0["testEvaluation"] != nil }
    #expect(evaluations.count == 1)
  }

  @Test func `an invalid file of trials is refused`() throws {
    let sandbox = try sandbox()
    try sandbox.folder.write("{\"search\":{}}\n", to: "odd.ndjson")
    let result = try sandbox.findie(TuneTests.arguments + ["--trials", "odd.ndjson"])
    #expect(result.status == 78)
    #expect(result.error.contains("Line 1 of "))
    #expect(result.error.contains("Name another file by --trials"))
  }

  @Test(arguments: [
    (["--minutes", "0"], "greater than 0"), (["--k", "0"], "from 1 to 1000"),
    (["--test", "x"], "--test requires --train"), (["--weights"], "--weights requires --train"),
    (["--train", "a", "--fold-in", "b"], "--fold-in requires --test"),
    (["--train", "a", "--test", "b", "--split", "time"], "cannot be combined with --test"),
    (["--models", "alz"], "did you mean als?"), (["--test-from", "2026-01-01"], "--split time"),
  ])
  func `a usage error lists the valid values`(of: (arguments: [String], words: String)) throws {
    let result = try Sandbox().findie(["tune"] + of.arguments)
    #expect(result.status == 64)
    #expect(result.error.contains(of.words), "\(result.error)")
  }

  @Test func `too little data for tuning is reported`() throws {
    let result = try Sandbox().findie(["tune", "--workspace", "nowhere"])
    #expect(result.status == 66)
  }
}
