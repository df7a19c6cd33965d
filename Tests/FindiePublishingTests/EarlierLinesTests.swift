import FindieDomain
import FindiePublishing
import FindieRanking
import FindieStore
import FindieTestSupport
import FindieWorkers
import FindieWorkspace
import Foundation
import Testing

/// Lists that are copied from an earlier night, compared with those that are printed.
struct EarlierLinesTests {
  private let night = Day(daysSinceEpoch: 20_000)
  private let players = (0..<300).map { "player \($0) \"é" }
  private let games = (0..<40).map { Game(id: "game \($0)", title: "A title", developerId: "d") }

  /// The columns of a table, to change them.
  private struct Columns {
    var sources: [UInt8] = []
    var offsets = [0]
    var games: [UInt32] = []
    var scores: [Float] = []
    var kinds: [UInt8] = []
    var subjects: [UInt32] = []
    var weights: [UInt16] = []
    var drawn: [Int] = []
    var probabilities: [Double] = []
    var promoted: [Int] = []

    init(seed: UInt64) {
      var generator = SeededGenerator(seed: seed)
      for player in 0..<300 {
        sources.append(UInt8(player % 3))
        for rank in 0..<(player % 7) {
          if rank == 3 {
            drawn.append(games.count)
            probabilities.append(Double.random(in: 0..<1, using: &generator))
          }
          if rank == 4, player % 5 == 0 { promoted.append(games.count) }
          games.append(UInt32.random(in: 0..<40, using: &generator))
          scores.append(Float.random(in: -20...20, using: &generator))
          for kind in [ReasonKind.liked, .favoriteGenre] {
            kinds.append(kind.code)
            subjects.append(UInt32.random(in: 0..<10, using: &generator))
            weights.append(UInt16.random(in: 0...1000, using: &generator))
          }
        }
        offsets.append(games.count)
      }
    }

    func table() throws -> RecommendationTable {
      try #require(
        RecommendationTable(
          sources: sources, offsets: offsets, games: games, scores: scores, reasonKinds: kinds,
          reasonSubjects: subjects, reasonWeights: weights, drawnEntries: drawn,
          probabilities: probabilities, promotedEntries: promoted))
    }
  }

  /// A published night's lists and store.
  private struct Published {
    let folder: TemporaryFolder
    var lists = PublishedLists()
    var copied = 0

    var lines: URL { folder.url.appending(path: "recommendations.ndjson") }
    var store: URL { folder.url.appending(path: "findie.sqlite") }

    func earlier() throws -> EarlierLines? { try EarlierLines(lists, in: folder.url) }
  }

  private func publish(
    _ columns: Columns, games: [Game]? = nil, players: [String]? = nil, arms: [Int: String] = [:],
    copying earlier: EarlierLines? = nil
  ) throws -> Published {
    var published = Published(folder: try TemporaryFolder())
    let table = try columns.table()
    let printer = RecommendationPrinter(
      table, players: players ?? self.players, games: games ?? self.games, arms: arms,
      earlier: earlier)
    let living = try WorkspaceStore(at: published.folder.url.appending(path: "living.sqlite"))
    var bytes: [UInt8] = []
    try living.publish(night: night, to: published.store, copyingFrom: earlier?.store) { writer in
      try writer.begin(texts: printer.storedTexts)
      let copiesRows = try writer.copiesRows(of: printer.storedTexts)
      for range in Workers.ranges(of: table.count, size: 64) {
        let printed = printer.printed(range, copiesRows: copiesRows)
        for lists in printed.lists {
          try writer.add(lists)
          if case .copied(let rows) = lists { published.copied += rows.count }
        }
        bytes += printed.lines.bytes
        published.lists.append(printed.identities)
      }
    }
    try Data(bytes).write(to: published.lines)
    let sums = Checksums(["findie.sqlite": try Fingerprint(ofFile: published.store)])
    try Data(sums.text.utf8).write(to: published.folder.url.appending(path: "SHA256SUMS"))
    return published
  }

  private func expectEqual(
    _ one: Published, _ other: Published, sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    #expect(
      try Data(contentsOf: one.lines) == Data(contentsOf: other.lines),
      sourceLocation: sourceLocation)
    #expect(
      try Data(contentsOf: one.store) == Data(contentsOf: other.store),
      sourceLocation: sourceLocation)
    #expect(one.lists == other.lists, sourceLocation: sourceLocation)
  }

  @Test func `equal lists are copied, and the files are as if they were printed`() throws {
    var columns = Columns(seed: 1)
    let before = try publish(columns)
    for entry in stride(from: 0, to: columns.scores.count, by: 50) { columns.scores[entry] += 1 }
    let copied = try publish(columns, copying: before.earlier())
    try expectEqual(copied, publish(columns))
    #expect((200..<300).contains(copied.copied))
  }

  @Test func `a list that differs in anything is printed`() throws {
    let columns = Columns(seed: 2)
    let before = try publish(columns)
    let changes: [(inout Columns) -> Void] = [
      { $0.sources[6] = 1 - $0.sources[6] % 2 }, { $0.games[20] = ($0.games[20] + 1) % 40 },
      { $0.scores[21].negate() }, { $0.kinds[44] = ReasonKind.viewed.code },
      { $0.subjects[45] = ($0.subjects[45] + 1) % 10 }, { $0.weights[46] ^= 1 },
      { $0.probabilities[3] /= 2 }, { $0.drawn[3] += 1 }, { $0.promoted[0] += 1 },
      { _ = ($0.promoted.removeFirst()) },
      {
        $0.drawn.removeFirst()
        $0.probabilities.removeFirst()
      },
    ]
    for change in changes {
      var columns = columns
      change(&columns)
      let copied = try publish(columns, copying: before.earlier())
      try expectEqual(copied, publish(columns))
      #expect((290..<300).contains(copied.copied))
    }
    let arms = [5: "test", 6: "test"]
    let withArms = try publish(columns, arms: arms, copying: before.earlier())
    try expectEqual(withArms, publish(columns, arms: arms))
    try expectEqual(publish(columns, copying: withArms.earlier()), before)
  }

  @Test func `players may come and go`() throws {
    let columns = Columns(seed: 3)
    let before = try publish(columns)
    var players = players
    players[10] = "somebody else"
    players.swapAt(40, 47)
    let copied = try publish(columns, players: players, copying: before.earlier())
    try expectEqual(copied, publish(columns, players: players))
    // Lists 40 and 47 have the same number of entries and the same players, but other entries.
    #expect(copied.copied == 297)
    #expect(
      !String(decoding: try Data(contentsOf: copied.lines), as: UTF8.self).contains(
        "player 10 "))
  }

  @Test func `games may get other indices, and then only lines are copied`() throws {
    var columns = Columns(seed: 4)
    let before = try publish(columns)
    let games = [Game(id: "a new game", title: "New", developerId: "d")] + games
    for entry in columns.games.indices {
      columns.games[entry] += 1
      columns.subjects[2 * entry] += 1
    }
    let earlier = try #require(try before.earlier())
    let copied = try publish(columns, games: games, copying: earlier)
    try expectEqual(copied, publish(columns, games: games))
    #expect(copied.copied == 0)
    #expect(copied.lists == before.lists)
  }

  @Test(arguments: [0, 1234, 20_000])
  func `a damaged line is printed`(byte: Int) throws {
    let columns = Columns(seed: 5)
    let before = try publish(columns)
    var bytes = try Data(contentsOf: before.lines)
    bytes[byte] ^= 1
    try bytes.write(to: before.lines)
    let copied = try publish(columns, copying: before.earlier())
    try expectEqual(copied, publish(columns))
    #expect((230..<300).contains(copied.copied))
  }

  @Test func `nothing is copied from a truncated file, and no row from a damaged store`() throws {
    let columns = Columns(seed: 6)
    let before = try publish(columns)
    var store = try Data(contentsOf: before.store)
    store[store.count / 2] ^= 1
    try store.write(to: before.store)
    let earlier = try #require(try before.earlier())
    #expect(earlier.store == nil)
    let copied = try publish(columns, copying: earlier)
    try expectEqual(copied, publish(columns))
    #expect(copied.copied == 0)
    try Data(contentsOf: before.lines).dropLast().write(to: before.lines)
    #expect(try before.earlier() == nil)
    try FileManager.default.removeItem(at: before.lines)
    #expect(throws: (any Error).self) {
      if try before.earlier() == nil { throw CocoaError(.fileNoSuchFile) }
    }
  }
}
