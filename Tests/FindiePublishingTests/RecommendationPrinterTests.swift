import FindieDomain
import FindiePublishing
import FindieRanking
import FindieStore
import FindieTestSupport
import FindieWorkers
import Foundation
import Testing

/// The published lines of a table of lists, compared with those of the lists as values.
struct RecommendationPrinterTests {
  private let day = Day(daysSinceEpoch: 20_000)
  private let players = (0..<300).map { "player \($0) \"\\\u{1}é" }
  private let games: [Game]
  private let table: RecommendationTable

  init() throws {
    let titles = ["A \"quoted\" \\ title", "tab\tnew\nline", "émigré 🎮", "", "</script>", "Same"]
    games = (0..<40).map {
      Game(id: "game \($0) \u{7f}\"", title: titles[$0 % titles.count], developerId: "d")
    }
    var generator = SeededGenerator(seed: 5)
    var (sources, offsets): ([UInt8], [Int]) = ([], [0])
    var (games, scores): ([UInt32], [Float]) = ([], [])
    var (kinds, subjects): ([UInt8], [UInt32]) = ([], [])
    var weights: [UInt16] = []
    var (drawn, probabilities): ([Int], [Double]) = ([], [])
    for player in players.indices {
      sources.append(UInt8(player % 3))
      for _ in 0..<(player % 13) {
        if Int.random(in: 0..<5, using: &generator) == 0 {
          drawn.append(games.count)
          probabilities.append(Double.random(in: 0..<1, using: &generator))
        }
        games.append(UInt32.random(in: 0..<40, using: &generator))
        scores.append(Float.random(in: -20...20, using: &generator))
        let count = Int.random(in: 0...2, using: &generator)
        for index in 0..<2 {
          let kind = index < count ? ReasonKind.allCases.randomElement(using: &generator) : nil
          let subjectCount: UInt32 =
            kind?.namesGame == true ? 40 : kind?.namesGenre == true ? 15 : 1
          kinds.append(kind?.code ?? 255)
          subjects.append(UInt32.random(in: 0..<subjectCount, using: &generator))
          weights.append(kind == nil ? 0 : UInt16.random(in: 0...1000, using: &generator))
        }
      }
      offsets.append(games.count)
    }
    var (rowOffsets, keys, rowSubjects): ([Int], [UInt8], [UInt32]) = ([0], [], [])
    var (gameOffsets, rowGames): ([Int], [UInt32]) = ([0], [])
    for player in players.indices {
      for _ in 0..<(player % 7) {
        keys.append(UInt8.random(in: 0..<7, using: &generator))
        let key = RecommendationList.Row.Key.allCases[Int(keys[keys.count - 1])]
        rowSubjects.append(
          key == .moreOfGenre
            ? 0
            : key == .moreOfTag
              ? UInt32.random(in: 1..<3, using: &generator)
              : key.namesGame ? UInt32.random(in: 0..<40, using: &generator) : 0)
        rowGames += (0..<4).map { _ in UInt32.random(in: 0..<40, using: &generator) }
        gameOffsets.append(rowGames.count)
      }
      rowOffsets.append(keys.count)
    }
    let rows = try #require(
      RowTable(
        offsets: rowOffsets, keys: keys, subjects: rowSubjects, gameOffsets: gameOffsets,
        games: rowGames, terms: ["genre:rpg", "tag:\u{301}\"odd\0", "tag::"]))
    table = try #require(
      RecommendationTable(
        sources: sources, offsets: offsets, games: games, scores: scores, reasonKinds: kinds,
        reasonSubjects: subjects, reasonWeights: weights, drawnEntries: drawn,
        probabilities: probabilities, rows: rows))
  }

  private func list(_ player: Int) -> RecommendationList {
    table.list(ofPlayer: player, id: players[player], date: day, games: games)
  }

  private func line(_ list: RecommendationList) -> [UInt8] {
    var line = PublishedLine()
    line.append(list)
    return line.bytes
  }

  private var printer: RecommendationPrinter {
    RecommendationPrinter(table, players: players, games: games)
  }

  @Test(arguments: [1, 2, 5], [1, 7, 300])
  func `lines have the lists' content, with any number of threads`(threads: Int, size: Int) throws {
    let parts = Workers.ranges(of: table.count, size: size)
    var bytes: [UInt8] = []
    try Workers(threads: threads).inOrder(parts.count, ahead: 3) {
      printer.printed(parts[$0])
    } take: { _, printed in
      bytes += printed.lines.bytes
    }
    var (expected, ofRows) = (PublishedLine(), PublishedLine())
    for player in players.indices {
      expected.append(list(player))
      if player % 7 > 0 { ofRows.append(list(player).rows, ofPlayer: players[player]) }
    }
    #expect(bytes == expected.bytes)
    #expect(printer.printed(0..<table.count).rows.bytes == ofRows.bytes)
  }

  @Test func `the store returns the lists`() throws {
    let folder = try TemporaryFolder()
    let copy = folder.url.appending(path: "copy.sqlite")
    let printer = printer
    let store = try WorkspaceStore(at: folder.url.appending(path: "living.sqlite"))
    try store.publish(night: day, to: copy) { writer in
      try writer.begin(texts: printer.storedTexts)
      try writer.addReasonOfModel()
      for made in printer.printed(0..<table.count).lists { try writer.add(made) }
    }
    let published = try PublishedStore(at: copy)
    #expect(try published.playersWithLists() == players)
    for player in players.indices {
      let stored = try #require(try published.recommendationList(userId: players[player]))
      #expect(stored.listId == list(player).identified(arm: nil).listId)
      // Scores have the published digits.
      #expect(line(stored) == line(list(player)))
      #expect(stored.rows == list(player).rows)
    }
  }

  @Test func `a night without players and games has nothing to print`() {
    let printer = RecommendationPrinter(
      RecommendationTable(), players: [], games: [])
    #expect(printer.printed(0..<0).lines.bytes.isEmpty)
  }
}
