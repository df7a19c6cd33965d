import FindieTestSupport
import Foundation
import Testing

/// `findie-lab evaluate`, on given files and on the history of a workspace.
struct EvaluateTests {
  /// Lines of likes, one per pair of a player and a game.
  private func likes(_ pairs: [(String, String)]) throws -> String {
    try pairs.enumerated().map { index, pair in
      let line = SmallWorld.interaction("i\(index)", player: pair.0, game: pair.1, day: 1)
      return String(
        decoding: try JSONSerialization.data(withJSONObject: line), as: UTF8.self) + "\n"
    }.joined()
  }

  /// Popularity in the training: x 3, y 2, w and z 1. The profile of player q is x, and y and z are
  /// held out: the list is y, w, z.
  private func benchmark(
    train: [(String, String)] = [
      ("a", "x"), ("a", "y"), ("a", "z"), ("b", "x"), ("b", "y"), ("c", "x"), ("c", "w"),
    ], foldIn: [(String, String)] = [("q", "x")],
    test: [(String, String)] = [("q", "y"), ("q", "z")]
  ) throws -> Sandbox {
    let sandbox = try Sandbox()
    try sandbox.folder.write(likes(train), to: "bench/train/part-1.ndjson")
    try sandbox.folder.write(likes(foldIn), to: "bench/fold-in.ndjson")
    try sandbox.folder.write(likes(test), to: "bench/test.ndjson")
    return sandbox
  }

  private let arguments = [
    "evaluate", "--train", "bench/train", "--fold-in", "bench/fold-in.ndjson", "--test",
    "bench/test.ndjson", "--parameters", "night.yaml",
  ]

  @Test func `a benchmark's metrics equal hand-computed ones`() throws {
    let result = try benchmark().findie(
      arguments + ["--models", "popularity", "--k", "2,3", "--json"])
    #expect(result.status == 0, "\(result.error)")
    let answer = try object(result.out)
    #expect(answer["k"] as? [Int] == [2, 3])
    #expect(answer["players"] as? Int == 1)
    let models = try #require(answer["models"] as? [[String: Any]])
    let cuts = try #require(models.first?["at"] as? [[String: Any]])
    func mean(_ cut: Int, _ measure: String) throws -> Double {
      try #require((cuts[cut][measure] as? [String: Any])?["mean"] as? Double)
    }
    // Of 2 held-out games a hit at rank 1 for k = 2, then at ranks 1 and 3.
    #expect(try [mean(0, "recall"), mean(1, "recall")] == [0.5, 1])
    let ideal = 1 + 1 / log2(3.0)
    #expect(try abs(mean(0, "nDCG") - 1 / ideal) < 1e-12)
    #expect(try abs(mean(1, "nDCG") - 1.5 / ideal) < 1e-12)
    #expect(try abs(mean(1, "MAP") - (1 + 2 / 3.0) / 2) < 1e-12)
    #expect(try [mean(0, "MRR"), mean(0, "hitRate")] == [1, 1])
    // y and w of w, x, y and z.
    #expect(cuts[0]["coverage"] as? Double == 0.5)
    let data = try #require(answer["data"] as? [String: Any])
    #expect((data["train"] as? [String: Any])?["accepted"] as? Int == 7)
  }

  @Test func `lists of another program are evaluated with the models`() throws {
    let sandbox = try benchmark()
    // Both hits first; a game of the profile and an unknown one are skipped.
    try sandbox.folder.write(
      #"{"userId":"q","games":["x","z","none","y"]}"# + "\n"
        + #"{"userId":"else","games":["w"]}"# + "\n", to: "other.ndjson")
    // The format of a published list, with a single entry: games that are not listed are not hits.
    try sandbox.folder.write(
      #"{"userId":"q","games":[{"gameId":"w","rank":1}]}"# + "\n", to: "short.ndjson")
    let result = try sandbox.findie(
      arguments + [
        "--models", "popularity", "--k", "2", "--json", "--lists", "other.ndjson", "--lists",
        "short.ndjson",
      ])
    #expect(result.status == 0, "\(result.error)")
    let models = try #require(object(result.out)["models"] as? [[String: Any]])
    #expect(models.compactMap { $0["model"] as? String } == ["popularity", "other", "short"])
    let recalls = models.compactMap { model in
      ((model["at"] as? [[String: Any]])?.first?["recall"] as? [String: Any])?["mean"] as? Double
    }
    #expect(recalls == [0.5, 1, 0])

    try sandbox.folder.write(#"{"userId":"q"}"# + "\n", to: "other.ndjson")
    let bad = try sandbox.findie(arguments + ["--lists", "other.ndjson"])
    #expect(bad.status == 65)
    #expect(bad.error.contains("other.ndjson, line 1: expected a list such as"))
  }

  @Test func `two spellings of one name are two players`() throws {
    let (first, second) = ("e\u{301}", "\u{E9}")
    let sandbox = try benchmark(
      foldIn: [(first, "x"), (second, "x")], test: [(first, "y"), (second, "z")])
    try sandbox.folder.write(
      #"{"userId":"\#(first)","games":["y"]}"# + "\n" + #"{"userId":"\#(second)","games":["y"]}"#
        + "\n", to: "other.ndjson")
    let result = try sandbox.findie(
      arguments + ["--models", "popularity", "--k", "1", "--json", "--lists", "other.ndjson"])
    #expect(result.status == 0, "\(result.error)")
    let models = try #require(object(result.out)["models"] as? [[String: Any]])
    let cut = try #require((models.last?["at"] as? [[String: Any]])?.first)
    #expect((cut["recall"] as? [String: Any])?["mean"] as? Double == 0.5)
  }

  @Test func `without a fold-in, players are scored from their training rows`() throws {
    let result = try benchmark(test: [("b", "z")]).findie([
      "evaluate", "--train", "bench/train/part-1.ndjson", "--test", "bench/test.ndjson",
      "--models", "popularity", "--k", "1,2", "--json",
    ])
    #expect(result.status == 0, "\(result.error)")
    // The profile of player b is x and y, so the list is w, z.
    let models = try #require(object(result.out)["models"] as? [[String: Any]])
    let cuts = try #require(models.first?["at"] as? [[String: Any]])
    #expect(cuts.compactMap { ($0["recall"] as? [String: Any])?["mean"] as? Double } == [0, 1])
  }

  @Test func `players and games that cannot be tested are counted and reported`() throws {
    let sandbox = try benchmark(
      foldIn: [("q", "x"), ("r", "new")], test: [("q", "y"), ("q", "newer"), ("s", "x")])
    let result = try sandbox.findie(arguments + ["--models", "popularity,als"])
    #expect(result.status == 0, "\(result.error)")
    #expect(result.out.contains("1 player of the test had no profile and was not tested."))
    #expect(result.out.contains("1 game of the test is in no row of the training"))
    #expect(
      result.out.contains("1 line of the fold-in has a game that is missing from the training"))
    #expect(result.out.contains("fold-in, which is not used for training"))
  }

  @Test func `parameters are tuned on the training as a night tunes them`() throws {
    // Players like old games when they begin, and new ones later: EASE gains by a half-life.
    func like(_ player: Int, _ game: String, day: Int) -> String {
      let day = (day < 10 ? "0" : "") + "\(day)"
      return #"{"id":"\#(player)-\#(game)","userId":"u\#(player)","gameId":"\#(game)","#
        + #""action":"like","timestamp":"2025-01-\#(day)T12:00:00Z"}"# + "\n"
    }
    var (train, test, generator) = ("", "", SeededGenerator(seed: 3))
    for player in 0..<300 {
      let old = (0..<30).shuffled(using: &generator).prefix(6)
      let new = (0..<20).shuffled(using: &generator)
      for game in old { train += like(player, "old\(game)", day: 1) }
      for index in 0..<3 { train += like(player, "new\(new[index])", day: 14 + 5 * index) }
      test += like(player, "new\(new[3])", day: 29)
    }
    let sandbox = try benchmark()
    try sandbox.folder.write(train, to: "train.ndjson")
    try sandbox.folder.write(test, to: "test.ndjson")
    try sandbox.folder.write("tuning: off\n", to: "off.yaml")
    func nDCG(_ more: String...) throws -> Double {
      let result = try sandbox.findie(
        [
          "evaluate", "--train", "train.ndjson", "--test", "test.ndjson", "--models", "ease", "--k",
          "5", "--json",
        ] + more)
      #expect(result.status == 0, "\(result.error)")
      let models = try #require(object(result.out)["models"] as? [[String: Any]])
      let cut = try #require((models.first?["at"] as? [[String: Any]])?.first)
      return try #require((cut["nDCG"] as? [String: Any])?["mean"] as? Double)
    }
    let (tuned, untuned) = (try nDCG(), try nDCG("--parameters", "off.yaml"))
    #expect(tuned > untuned, "\(tuned), \(untuned)")
  }

  @Test func `all models are evaluated, equally with any number of threads`()
    throws
  {
    let players = (0..<40).flatMap { player in
      (0..<8).map { ("p\(player)", "g\((player % 4) * 3 + ($0 * 5 + player) % 11)") }
    }
    let held = (40..<60).flatMap { player in
      (0..<8).map { ("p\(player)", "g\((player % 4) * 3 + ($0 * 5 + player) % 11)") }
    }
    let sandbox = try benchmark(
      train: players, foldIn: held.enumerated().filter { $0.offset % 3 > 0 }.map(\.element),
      test: held.enumerated().filter { $0.offset % 3 == 0 }.map(\.element))
    let models = ["--models", "popularity,knn,ease,als", "--k", "3,5", "--json"]
    let result = try sandbox.findie(arguments + models + ["--threads", "1"])
    #expect(result.status == 0, "\(result.error)")
    let answer = try object(result.out)
    #expect(
      (answer["models"] as? [[String: Any]])?.compactMap { $0["model"] as? String }
        == ["popularity", "item-kNN", "EASE", "ALS"])
    // The best model against the three others, for two list lengths.
    #expect((answer["differences"] as? [[String: Any]])?.count == 6)
    let again = try sandbox.findie(arguments + models + ["--threads", "2"])
    #expect(again.out == result.out)
  }

  @Test(arguments: [
    (["--train", "x"], "--train requires --test"),
    (["--fold-in", "x"], "--fold-in requires --test"),
    (["--weights"], "--weights requires --train"), (["--lists", "x"], "--lists requires --train"),
    (["--models", "alz"], "did you mean als?"),
    (["--models", "als,als"], "named twice"),
    (["--models", "als,lists"], "lists needs --split time or --test"),
    (["--models", "recent", "--split", "random"], "recent needs --split time or --test"),
    (["--train", "a", "--test", "b", "--models", "tags"], "needs a catalogue"),
    (["--train", "a", "--test", "b", "--split", "time"], "cannot be combined with --test"),
    (["--test-from", "2026-01-01"], "--split time"), (["--k", "0"], "integers"),
    (["--k", "5,5"], "distinct"), (["--k", "20,"], "such as 20,50,100"),
  ])
  func `a usage error lists the valid values`(of: (arguments: [String], words: String)) throws {
    let result = try Sandbox().findie(["evaluate"] + of.arguments)
    #expect(result.status == 64)
    #expect(result.error.contains(of.words), "\(result.error)")
  }

  @Test func `an unusable file is named, with its own exit status`() throws {
    let sandbox = try benchmark(test: [("nobody", "y")])
    var result = try sandbox.findie(arguments)
    #expect(result.status == 66)
    #expect(result.error.contains("1 player of the test had no profile"))
    #expect(result.error.contains("The test and the fold-in must have players in common."))

    result = try sandbox.findie([
      "evaluate", "--train", "bench/train", "--test", "bench/none.ndjson",
    ])
    #expect(result.status == 66)
    #expect(result.error.contains("there is no file or folder"))

    try sandbox.folder.write(
      String(repeating: "{\"user\":1,\"item\":2}\n", count: 30), to: "bench/test.ndjson")
    result = try sandbox.findie(arguments)
    #expect(result.status == 65)
    #expect(result.error.contains("None of the 30 lines of test.ndjson can be used"))
    #expect(result.out.isEmpty)
  }

  @Test func `the history can be split in each way, and the output says how`() throws {
    let sandbox = try Sandbox.withSmallWorld()
    try sandbox.runNight()
    let sentences = [
      "random": "Random per player, seed 7", "time": "Players’ likes, wishes and shares of ",
    ]
    for (split, sentence) in sentences {
      let arguments = [
        "evaluate", "--workspace", "workspace", "--parameters", "night.yaml", "--split", split,
        "--k", "3,5",
      ]
      let result = try sandbox.findie(arguments)
      #expect(result.status == 0, "\(result.error)")
      #expect(result.out.contains(sentence))
      let json = try object(try sandbox.findie(arguments + ["--json"]).out)
      #expect((json["split"] as? String)?.hasPrefix(sentence) == true)
      #expect((json["players"] as? Int ?? 0) > 0)
    }
    let tuned = try sandbox.findie([
      "evaluate", "--workspace", "workspace", "--split", "random", "--models", "ease", "--k", "3",
    ])
    #expect(tuned.status == 0 && tuned.out.contains("EASE"), "\(tuned.error)")
    let from = try sandbox.findie([
      "evaluate", "--workspace", "workspace", "--parameters", "night.yaml", "--split", "time",
      "--test-from", "2026-03-01",
    ])
    #expect(from.out.contains("nothing after 28 February 2026"))
    let never = try sandbox.findie([
      "evaluate", "--workspace", "workspace", "--split", "time", "--test-from", "2027-03-01",
    ])
    #expect(never.status == 66)
    #expect(never.error.contains("--test-from"))
  }

  /// A model's nDCG, by model.
  private static func nDCG(_ evaluation: [String: Any]) throws -> [String: Double] {
    let models = try #require(evaluation["models"] as? [[String: Any]])
    return try models.reduce(into: [:]) { found, model in
      let name = try #require(model["model"] as? String)
      let first = try #require((model["at"] as? [[String: Any]])?.first)
      found[name] = (first["nDCG"] as? [String: Any])?["mean"] as? Double
    }
  }

  @Test func `a backtest has the nights of the last weeks, each with what was liked next`() throws {
    let sandbox = try Sandbox.withSmallWorld()
    try sandbox.runNight()
    let options = ["--workspace", "workspace", "--parameters", "night.yaml"]
    let arguments = ["backtest", "--weeks", "2", "--date", "2026-02-10"] + options
    let result = try sandbox.findie(arguments + ["--json"])
    try #require(result.status == 0, "\(result.error)")
    let weeks = try #require(object(result.out)["weeks"] as? [[String: Any]])
    let table = try sandbox.findie(arguments).out
    let expected = [
      (night: "2026-01-27", last: "2026-02-02", end: "2026-02-03"),
      (night: "2026-02-03", last: "2026-02-09", end: "2026-02-10"),
    ]
    try #require(weeks.count == expected.count)
    for (week, days) in zip(weeks, expected) {
      #expect(week["night"] as? String == days.night && week["lastDay"] as? String == days.last)
      #expect(table.contains("\(days.night) to \(days.last)"))
      // The same week, split by hand.
      let byHand = try sandbox.findie(
        [
          "evaluate", "--split", "time", "--test-from", days.night, "--date", days.end, "--models",
          "popularity,knn,lists", "--json",
        ] + options)
      try #require(byHand.status == 0, "\(byHand.error)")
      let evaluation = try #require(week["evaluation"] as? [String: Any])
      let (own, expected) = (
        try Self.nDCG(evaluation), try Self.nDCG(object(byHand.out))
      )
      #expect(expected.count == 3)
      for (model, value) in expected { #expect(own[model] == value, "\(model)") }
      #expect((evaluation["players"] as? Int ?? 0) > 0)
    }
  }

  @Test func `a backtest of weeks before the history says so`() throws {
    let sandbox = try Sandbox.withSmallWorld()
    try sandbox.runNight()
    let result = try sandbox.findie([
      "backtest", "--workspace", "workspace", "--date", "2026-01-05",
    ])
    #expect(result.status == 66)
    #expect(result.error.contains("No player can be tested in the weeks before 2026-01-05"))
  }
}
