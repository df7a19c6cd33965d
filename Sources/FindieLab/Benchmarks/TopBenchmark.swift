import ArgumentParser
import FindieCommands
import FindieModels
import FindieWorkers
import Foundation

/// The top games for all players, from factors in a folder, without games that a player has seen.
struct TopBenchmark: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "top", abstract: "Rank games for all players, from given factors.")

  @Argument(help: "A folder with shape.json {rows, columns, rank}, X.f32 and Y.f32.")
  var factors: String

  @Argument(help: "A folder with shape.json {rows, columns, count}, offsets.i64 and columns.u32.")
  var seen: String

  @Option(help: "The number of games per list.") var count = 100
  @Option var threads = 2
  @Option(help: "The memory for scratch space in megabytes, without the lists.") var memory = 64
  @Option(help: "The number of times all players are ranked.") var runs = 1
  @Option(help: "A folder for offsets.i64, games.u32 and scores.f32.") var output: String?

  private struct Shape: Decodable {
    let rows, columns: Int
    let count, rank: Int?
  }

  private struct Answer: Encodable {
    let seconds: [Double]
    /// CPU time summed over all threads.
    let cpuSeconds: [Double]
    let players: Int
    let entries: Int
    let peakBytes: Int
  }

  func run() throws {
    let workers = Workers(threads: threads)
    let shape = try Self.shape(factors)
    let rank = shape.rank ?? 0
    let players = Matrix(
      rows: shape.rows, columns: rank,
      elements: try NumberFile.read(
        "\(factors)/X.f32", count: shape.rows * rank, as: Float(0)))
    let games = Matrix(
      rows: shape.columns, columns: rank,
      elements: try NumberFile.read(
        "\(factors)/Y.f32", count: shape.columns * rank, as: Float(0)))
    let excluded = try readSeen()
    var (seconds, cpuSeconds): ([Double], [Double]) = ([], [])
    var lists = TopGames()
    for _ in 0..<runs {
      lists = TopGames()
      let (clock, cpu) = (ContinuousClock(), Self.usage.cpuSeconds)
      let duration = try clock.measure {
        lists = try FactorTopGames(
          games, isListed: [Bool](repeating: true, count: games.rows), count: count,
          workers: workers, memoryInBytes: memory << 20
        ).lists(of: players, excluded: excluded)
      }
      seconds.append(duration / .seconds(1))
      cpuSeconds.append(Self.usage.cpuSeconds - cpu)
    }
    if let output {
      try FileManager.default.createDirectory(
        atPath: output, withIntermediateDirectories: true)
      try NumberFile.write(lists.offsets, to: "\(output)/offsets.i64")
      try NumberFile.write(lists.games, to: "\(output)/games.u32")
      try NumberFile.write(lists.scores, to: "\(output)/scores.f32")
    }
    let answer = Answer(
      seconds: seconds, cpuSeconds: cpuSeconds, players: lists.count, entries: lists.games.count,
      peakBytes: Self.usage.peakBytes)
    try Console.out(String(decoding: try JSONEncoder().encode(answer), as: UTF8.self) + "\n")
  }

  private static func shape(_ folder: String) throws -> Shape {
    try JSONDecoder().decode(
      Shape.self, from: Data(contentsOf: URL(filePath: "\(folder)/shape.json")))
  }

  private func readSeen() throws -> SparseRows {
    let shape = try Self.shape(seen)
    let count = shape.count ?? 0
    return SparseRows(
      rows: shape.rows, columns: shape.columns,
      offsets: try NumberFile.read("\(seen)/offsets.i64", count: shape.rows + 1, as: 0),
      columnIndices: try NumberFile.read("\(seen)/columns.u32", count: count, as: UInt32(0)),
      values: [Float](repeating: 1, count: count))
  }

  private static var usage: (cpuSeconds: Double, peakBytes: Int) {
    var usage = rusage()
    _ = unsafe getrusage(CInt(RUSAGE_SELF.rawValue), &usage)
    let seconds = usage.ru_utime.tv_sec + usage.ru_stime.tv_sec
    let microseconds = usage.ru_utime.tv_usec + usage.ru_stime.tv_usec
    return (Double(seconds) + Double(microseconds) / 1e6, usage.ru_maxrss * 1024)
  }
}

/// Reads and writes files that contain only numbers, little-endian.
enum NumberFile {
  /// - Precondition: the file contains at least `count` numbers.
  static func read<Number: BitwiseCopyable>(
    _ path: String, count: Int, as zero: Number
  ) throws -> [Number] {
    let file = try FileHandle(forReadingFrom: URL(filePath: path))
    defer { file.closeFile() }
    var numbers = [Number](repeating: zero, count: count)
    try unsafe numbers.withUnsafeMutableBytes { bytes in
      var filled = 0
      // Read in pieces, so that the file is not in memory twice.
      while filled < bytes.count {
        guard let piece = try file.read(upToCount: min(1 << 22, bytes.count - filled)),
          !piece.isEmpty
        else { throw CocoaError(.fileReadCorruptFile, userInfo: [NSFilePathErrorKey: path]) }
        unsafe UnsafeMutableRawBufferPointer(rebasing: bytes[filled...]).copyBytes(from: piece)
        filled += piece.count
      }
    }
    return numbers
  }

  static func write<Number: BitwiseCopyable>(_ numbers: [Number], to path: String) throws {
    let data = unsafe numbers.withUnsafeBytes { unsafe Data($0) }
    try data.write(to: URL(filePath: path))
  }
}
