import FindieTestSupport
import Foundation
import Testing

/// Nights with `lists.ndjson: zst`.
struct CompressedListTests {
  private static let file = "recommendations.ndjson.zst"

  /// Prints the text of a Zstandard file, by the library alone.
  private static let decompress = """
    import ctypes, sys
    library, file = ctypes.CDLL("libzstd.so.1"), open(sys.argv[1], "rb").read()
    library.ZSTD_decompress.restype = ctypes.c_size_t
    text = ctypes.create_string_buffer(1 << 26)
    size = library.ZSTD_decompress(text, ctypes.c_size_t(1 << 26), file, ctypes.c_size_t(len(file)))
    sys.exit("damaged") if size > 1 << 26 else sys.stdout.buffer.write(text.raw[:size])
    """

  private func text(of file: URL) throws -> Data {
    let process = Process()
    process.executableURL = URL(filePath: "/usr/bin/env")
    process.arguments = ["python3", "-c", Self.decompress, file.path]
    let pipe = Pipe()
    process.standardOutput = pipe
    try process.run()
    let text = try pipe.output()
    process.waitForEnd()
    try #require(process.terminationStatus == 0)
    return text
  }

  @Test(.enabled(if: Binary.hasPython, "needs Python"))
  func `a rollback changes the same lines as in plain files`() throws {
    let lists = try ["plain", "zst"].map { format in
      let sandbox = try sandbox(format: format)
      try sandbox.runNight()
      try sandbox.put(
        SmallWorld.games.map { $0.merging(["isActive": $0["id"] as? String != "g4"]) { $1 } },
        in: "games.ndjson")
      try sandbox.put(SmallWorld.interactions(days: 90..<91), in: "interactions/second.ndjson")
      try sandbox.runNight()
      let rollback = try sandbox.findie(["rollback", "--workspace", "workspace"])
      try #require(rollback.status == 0, "\(rollback.error)")
      #expect(try sandbox.findie(["verify", "--workspace", "workspace"]).status == 0)
      let plain = sandbox.current.appending(path: "recommendations.ndjson")
      return try format == "plain"
        ? Data(contentsOf: plain) : text(of: sandbox.current.appending(path: Self.file))
    }
    #expect(lists[0] == lists[1] && lists[0].range(of: Data(#"{"gameId":"g4""#.utf8)) == nil)
  }

  private func sandbox(format: String = "zst") throws -> Sandbox {
    let sandbox = try Sandbox.withSmallWorld()
    try set(format, in: sandbox)
    return sandbox
  }

  private func set(_ format: String, in sandbox: Sandbox) throws {
    try sandbox.folder.write(
      "tuning: off\nals: {rank: 4, iterations: 2}\nlists: {ndjson: \(format)}\n", to: "night.yaml")
  }

  @Test(.enabled(if: Binary.hasPython, "needs Python"))
  func `the text is that of plain files, at any number of threads`() throws {
    let plain = try sandbox(format: "plain")
    try plain.runNight()
    let list = "workspace/published/2026-04-01/recommendations.ndjson"
    let rows = "workspace/published/2026-04-01/rows.ndjson"
    let expected = try plain.products().filter { ![list, rows].contains($0.key) }
    let textOfRows = try #require(try plain.products()[rows])
    let text = try #require(try plain.products()[list])
    #expect(!text.isEmpty)
    let nights = try ["1", "2", "8"].map { threads in
      let sandbox = try sandbox()
      try sandbox.runNight("--threads", threads)
      #expect(try self.text(of: sandbox.current.appending(path: Self.file)) == text)
      #expect(try self.text(of: sandbox.current.appending(path: "rows.ndjson.zst")) == textOfRows)
      return try sandbox.products()
    }
    #expect(nights.allSatisfy { $0 == nights[0] })
    // The sums name the file; the recipe, in a hidden file, has the parameter.
    let differing = Set(expected.keys).union(nights[0].keys)
      .filter { expected[$0] != nights[0][$0] }
    #expect(
      Set(differing.map { URL(filePath: $0).lastPathComponent })
        == [Self.file, "rows.ndjson.zst", "SHA256SUMS"])
  }

  @Test func `the format can change, and files of the other one do not stay`() throws {
    let sandbox = try sandbox(format: "plain")
    try sandbox.runNight()
    let before = try sandbox.products()
    let names = ["recommendations.ndjson", "rows.ndjson", Self.file, "rows.ndjson.zst"]
    func present() -> [Bool] {
      names.map {
        FileManager.default.fileExists(atPath: sandbox.current.appending(path: $0).path)
      }
    }
    #expect(present() == [true, true, false, false])
    try set("zst", in: sandbox)
    let outcomes = try sandbox.runNight()
    #expect(outcomes["publish"] == "built")
    #expect(outcomes["recommendations"] == "skipped" && outcomes["gate"] == "skipped")
    #expect(present() == [false, false, true, true])
    #expect(try sandbox.runNight()["publish"] == "skipped")
    #expect(try sandbox.verify().status == 0)
    try set("plain", in: sandbox)
    try sandbox.runNight()
    #expect(present() == [true, true, false, false])
    #expect(try sandbox.products() == before)
  }

  @Test func `damage is found, and reproduction compares the text`() throws {
    let sandbox = try sandbox()
    try sandbox.runNight()
    let places = ["--workspace", "workspace", "--reports", "reports"]
    let reproduced = try sandbox.findie(["reproduce"] + places)
    #expect(reproduced.status == 0, "\(reproduced.out)\(reproduced.error)")
    #expect(reproduced.out.contains("is reproduced exactly"))

    let list = sandbox.current.appending(path: Self.file)
    let whole = try Data(contentsOf: list)
    // The same text in other bytes, as of another version of the library: with an empty frame.
    let emptyFrame = Data([0x28, 0xB5, 0x2F, 0xFD, 0x20, 0x00, 0x01, 0x00, 0x00])
    try (emptyFrame + whole).write(to: list)
    #expect(try sandbox.findie(["reproduce"] + places).status == 0)
    #expect(try sandbox.verify().problems.map(\.path).contains { $0.hasSuffix(Self.file) })
    // Another line, in a frame of one raw block.
    let line = "{\"userId\":\"zz\"}\n"
    let frame =
      Data([0x28, 0xB5, 0x2F, 0xFD, 0x20, UInt8(line.utf8.count)])
      + Data([UInt8(line.utf8.count << 3 | 1), 0, 0]) + Data(line.utf8)
    for damaged in [whole + frame, whole.dropLast(1), Data()] {
      try damaged.write(to: list)
      let said = try sandbox.findie(["reproduce", "--json"] + places)
      #expect(said.status == 1, "\(said.error)")
      #expect(said.out.contains("recommendations.ndjson.zst"))
      #expect(try sandbox.verify().status == 1)
    }
    try (whole + frame).write(to: list)
    #expect(
      try sandbox.findie(["reproduce"] + places).out.contains(
        "recommendations.ndjson.zst: first at line 13, byte 0"))
    try sandbox.runNight("--force", "publish")
    #expect(try Data(contentsOf: list) == whole)
  }

  @Test func `a backfill keeps nights of both formats that it need not build`() throws {
    let sandbox = try sandbox()
    func backfill() throws -> String {
      let said = try sandbox.findie(
        ["backfill", "--from", "2026-03-30", "--to", "2026-03-31"] + sandbox.options)
      #expect(said.status == 0, "\(said.error)")
      return said.out
    }
    _ = try backfill()
    let before = try sandbox.products()
    _ = try backfill()
    #expect(try sandbox.products() == before)
    try FileManager.default.removeItem(
      at: sandbox.workspace.appending(path: "published/2026-03-30/\(Self.file)"))
    _ = try backfill()
    #expect(try sandbox.products() == before)
    try set("plain", in: sandbox)
    _ = try backfill()
    #expect(try !sandbox.products().keys.contains { $0.hasSuffix(".zst") })
  }

  @Test func `retention and a request to forget remove a compressed night`() throws {
    let sandbox = try sandbox()
    for day in ["2026-03-30", "2026-03-31", "2026-04-01"] { try sandbox.runNight("--date", day) }
    let key = ["FINDIE_KEY": "a key of the tests, no secret"]
    for command in [
      ["forget", "u3", "--workspace", "workspace"], sandbox.arguments + ["--date", "2026-04-01"],
    ] {
      let said = try Binary.run(command, in: sandbox.folder.url, environment: key)
      #expect(said.status == 0, "\(said.error)")
    }
    let nights = try FileManager.default.contentsOfDirectory(
      atPath: sandbox.workspace.appending(path: "published").path
    ).filter { !$0.hasPrefix(".") && $0 != "current" }
    #expect(nights == ["2026-04-01"])
    let list = try #require(
      sandbox.products()["workspace/published/2026-04-01/\(Self.file)"])
    #expect(!list.isEmpty)
  }

  /// An app without players has lists of games only.
  @Test(.enabled(if: Binary.hasPython, "needs Python"))
  func `a file without lists is a valid one`() throws {
    let sandbox = try Sandbox()
    try set("zst", in: sandbox)
    try sandbox.put(SmallWorld.games, in: "games.ndjson")
    try sandbox.put(
      (0..<30).map {
        [
          "eventId": "a\($0)", "eventType": "gameView", "gameId": "g\($0 % 5)",
          "anonymousUserId": "p\($0 % 7)", "timestamp": "2026-03-\(10 + $0 % 5)T08:00:00Z",
        ]
      }, in: "analytics.ndjson")
    try sandbox.runNight("--now", "2026-04-01T03:00:00Z")
    let list = sandbox.current.appending(path: Self.file)
    #expect(try !Data(contentsOf: list).isEmpty)
    #expect(try text(of: list).isEmpty)
  }
}
