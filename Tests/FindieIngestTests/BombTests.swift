import FindieDomain
import FindieHistory
import FindieIngest
import FindieTestSupport
import FindieWorkers
import Foundation
import Testing

/// Compressed files that expand to very many bytes.
struct BombTests {
  private let folder: TemporaryFolder
  /// The lines of each bomb.
  private static let lines = 2_000_000

  init() throws {
    folder = try TemporaryFolder()
  }

  private enum Packing: String, CaseIterable {
    case gzip = "gzip -9", zstd = "zstd -19 -q", twice = "gzip -9 | gzip -9"
  }

  /// The reading of a file that has `repeated` many times, then `end`.
  private func read(
    _ repeated: String, times: Int = Self.lines, end: String = "", _ packing: Packing,
    limit: BadShareLimit? = BadShareLimit(), threads: Int = 2
  ) throws -> ReadEvents {
    let file = folder.url.appending(path: "interactions.ndjson")
    let block = String(repeating: repeated, count: 1000)
    try (String(repeating: block, count: times / 1000) + end).write(
      to: file, atomically: false, encoding: .utf8)
    let process = Process()
    process.executableURL = URL(filePath: "/bin/sh")
    process.arguments = ["-c", "\(packing.rawValue) < \(file.path) > \(file.path).packed"]
    try process.run()
    process.waitForEnd()
    try #require(process.terminationStatus == 0)
    let reader = EventReader(limits: IngestLimits(), now: now, badShareLimit: limit)
    let source = try InputSource(
      folder.url.appending(path: "interactions.ndjson.packed"), as: .interactions)
    let history = History(folder: folder.url.appending(path: "history"))
    return try history.withStaging([source.path]) { staging in
      try reader.read([source], into: staging, workers: Workers(threads: threads))[0]
    }
  }

  @Test(arguments: Packing.allCases, ["x\n", "{}\n"])
  private func `reading ends where no rest could make the file good`(
    packing: Packing, line: String
  ) throws {
    let read = try read(line, packing)
    let counts = read.source.counts
    #expect(counts.rejected == counts.read)
    #expect(counts.read < Self.lines / 2, "\(counts.read)")
    #expect(BadShareLimit().breach(by: counts, of: "a", quarantine: nil) != nil)
    // The same lines with any number of threads.
    let alone = try self.read(line, packing, threads: 1)
    #expect(alone.source.counts == counts)
    #expect(alone.rejected.count == read.rejected.count)
  }

  @Test(arguments: Packing.allCases)
  private func `good lines are read to the end, however often they are repeated`(packing: Packing)
    throws
  {
    let counts = try read(line("a") + "\n", times: 200_000, packing).source.counts
    #expect(counts.read == 200_000)
    #expect(counts.rejected == 0)
  }

  @Test func `a file that its rest makes good is read to the end`() throws {
    // 3 % of all lines are bad, and they come first.
    let good = (0..<97_000).map { line("e\($0)") + "\n" }.joined()
    let counts = try read("x\n", times: 3000, end: good, .gzip).source.counts
    #expect(counts.read == 100_000)
    #expect(counts.rejected == 3000)
  }

  @Test func `a limit of 1 accepts every line, so that all are read`() throws {
    var limit = BadShareLimit()
    limit.share = 1
    let times = Tier.isCampaign ? Self.lines : Self.lines / 10
    for limit in [limit, nil] {
      #expect(try read("x\n", times: times, .gzip, limit: limit).source.counts.read == times)
    }
  }

  @Test(arguments: Packing.allCases)
  private func `empty lines are skipped and numbered`(packing: Packing) throws {
    let read = try read("\n", times: 20_000_000, end: "x\n", packing)
    #expect(read.source.counts.read == 1)
    #expect(read.rejected.map(\.line) == [20_000_001])
    #expect(read.rejected.map(\.byteOffset) == [20_000_000])
  }
}
