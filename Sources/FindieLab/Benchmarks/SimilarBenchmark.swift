import FindieCommands
import ArgumentParser
import FindieDomain
import FindieModels
import FindieWorkers
import Foundation

/// Similar games of a generated catalogue, in which one tag has very many games.
struct SimilarBenchmark: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "similar",
    abstract: "Find the similar games of generated ones, and print one line of JSON.")

  @Option var games = 200_000
  @Option(help: "The number of games with the most frequent tag, at least.") var gamesOfTag = 22_000
  @Option var tags = 5_000
  @Option(help: "The number of players per game.") var playersAGame = 1
  @Option(help: "The number of draws per player. A game may be drawn twice.") var draws = 20
  @Option(help: "The number of worker threads.") var threads = 2

  func run() throws {
    BLASLibrary.useOneThread()
    let (catalogue, observed) = (drawnGames(), drawnLikes())
    let clock = ContinuousClock()
    let start = clock.now
    let model = SimilarityModel(
      content: ContentModel(catalogue), observed: observed, minimumPlayers: 1,
      editions: Editions(catalogue), parameters: SimilarityParameters())
    let fitted = clock.now
    let lists = model.neighbors(
      isListed: catalogue.map { _ in true }, workers: Workers(threads: threads))
    let end = clock.now
    let answer = Answer(
      games: games, positives: observed.values.count,
      gamesOfTag: catalogue.count { $0.tags.contains("0") }, entries: lists.joined().count,
      modelSeconds: seconds(start, fitted), listSeconds: seconds(fitted, end),
      peakBytes: Memory.peak)
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    try Console.out(String(decoding: try encoder.encode(answer), as: UTF8.self) + "\n")
  }

  private struct Answer: Encodable {
    let games: Int
    let positives: Int
    let gamesOfTag: Int
    let entries: Int
    let modelSeconds: Double
    let listSeconds: Double
    let peakBytes: Int
  }

  /// Two of fifteen genres and ten tags per game, tag k with a frequency of about 1 / (k + 10). The
  /// first `gamesOfTag` games have tag 0; a third of these has no other tag.
  private func drawnGames() -> [Game] {
    var random = SplitMix64(seed: 1)
    let span = log(Double(tags + 10) / 10)
    return (0..<games).map { index in
      let genres = (0..<2).map { _ in
        Genre.allCases[Int(random.nextUniform() * Double(Genre.allCases.count))]
      }
      var own = Set(index < gamesOfTag ? ["0"] : [])
      if index >= gamesOfTag || index % 3 > 0 {
        for _ in 0..<10 { own.insert("\(Int(10 * exp(span * random.nextUniform())) - 10)") }
      }
      return Game(
        id: "g\(index)", title: "\(index)", developerId: "d\(index / 2)",
        genres: Array(Set(genres)).sorted { $0.rawValue < $1.rawValue }, tags: own.sorted())
    }
  }

  /// Popular games are drawn more often: game i with a density of about 1 / (i + 100).
  private func drawnLikes() -> SparseRows {
    var random = SplitMix64(seed: 2)
    let span = log(Double(games + 100) / 100)
    var (offsets, columns) = ([0], [UInt32]())
    for _ in 0..<games * playersAGame {
      let row = Set(
        (0..<draws).map { _ in
          UInt32(min(games - 1, Int(100 * exp(span * random.nextUniform())) - 100))
        })
      columns += row.sorted()
      offsets.append(columns.count)
    }
    return SparseRows(
      rows: offsets.count - 1, columns: games, offsets: offsets, columnIndices: columns,
      values: [Float](repeating: 1, count: columns.count))
  }

  private func seconds(_ start: ContinuousClock.Instant, _ end: ContinuousClock.Instant) -> Double {
    (end - start) / .seconds(1)
  }
}
