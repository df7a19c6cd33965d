import FindieDomain
import FindieHistory
import FindieIngest
import FindieTestSupport
import FindieWorkers
import Foundation
import Testing

/// Every file of `Hostile` is read, and what became of it is compared with what stands beside it.
struct HostileCorpusTests {
  @Test(arguments: HostileFile.all)
  func `every hostile file becomes what is written beside it`(file: HostileFile) throws {
    let expected = try file.expectation()
    let outcome = try Outcome(of: file.url, as: expected.collection)
    #expect(outcome.failure == expected.failure, "\(expected.why)")
    #expect(outcome.read == expected.read, "\(expected.why)")
    #expect(outcome.accepted == expected.accepted, "\(expected.why)")
    #expect(outcome.duplicate == expected.duplicate, "\(expected.why)")
    #expect(outcome.ignored == expected.ignored, "\(expected.why)")
    #expect(outcome.rejected == expected.rejected, "\(expected.why)")
    #expect(outcome.ids == expected.ids.map { ExactText($0) }, "\(expected.why)")
    if let instants = expected.instants { #expect(outcome.instants == instants) }
    if let conflicts = expected.conflicts { #expect(outcome.conflicts == conflicts) }
    if let shapes = expected.shapes, let found = outcome.shapes { #expect(found == shapes) }
  }

  @Test(arguments: HostileFile.all)
  func `every hostile file reads the same in chunks of any size`(file: HostileFile) throws {
    let expected = try file.expectation()
    guard expected.failure == nil else { return }
    let whole = try read(file.url, as: expected.collection).everything
    // A line of 100 MB in bytes read one by one would be a long test of little.
    for chunk in expected.large == true ? [1 << 16, 1 << 20] : [1, 3, 61, 4096] {
      let cut = try read(file.url, as: expected.collection, chunk: chunk).everything
      #expect(cut == whole, "in chunks of \(chunk)")
    }
  }

  @Test(arguments: HostileFile.all)
  func `every hostile file reads the same when no line is scanned`(file: HostileFile) throws {
    let expected = try file.expectation()
    guard expected.failure == nil else { return }
    let parsed = try read(file.url, as: expected.collection, scans: false).everything
    #expect(try read(file.url, as: expected.collection).everything == parsed)
  }

  @Test(arguments: HostileFile.all.filter { $0.name.hasSuffix(".ndjson") })
  func `every hostile file reads the same when it is compressed`(file: HostileFile) throws {
    let folder = try TemporaryFolder()
    let expected = try file.expectation()
    let bytes = [UInt8](try Data(contentsOf: file.url))
    let plain = try Outcome(of: file.url, as: expected.collection)
    for (compressed, ending) in [(gzipMember(bytes), "gz"), (zstdFrame(bytes), "zst")] {
      let url = try folder.write(compressed, to: "file.ndjson.\(ending)")
      #expect(try Outcome(of: url, as: expected.collection) == plain, "as \(ending)")
    }
  }

  @Test func `the corpus holds hundreds of files, each with its expectation and no other`() throws {
    let expectations = try HostileFile.names().filter { $0.hasSuffix(HostileFile.suffix) }
    #expect(HostileFile.all.count >= 200)
    #expect(
      Set(HostileFile.all.map { $0.name + HostileFile.suffix }) == Set(expectations))
    for file in HostileFile.all {
      let expected = try file.expectation()
      #expect(!expected.why.isEmpty, "\(file)")
      #expect(expected.ids.count == expected.accepted, "\(file)")
      let rejected = expected.rejected.values.reduce(0, +)
      let sum = expected.accepted + expected.duplicate + expected.ignored + rejected
      #expect(expected.read == sum, "\(file)")
    }
  }

  @Test func `every reason for which an event can be rejected occurs in the corpus`() throws {
    let seen = Set(try HostileFile.all.flatMap { try $0.expectation().rejected.keys })
    // The first two are of the catalogue, the third of a contract that is not the default.
    let others: Set<RejectionReason> = [.unknownStatus, .brokenRule, .notInContract]
    #expect(Set(RejectionReason.allCases.filter { !seen.contains($0.rawValue) }) == others)
    #expect(seen.allSatisfy { RejectionReason(rawValue: $0) != nil })
  }
}

/// What the reader makes of a file: the one place that knows the reader's interface.
private func read(
  _ url: URL, as collection: InputCollection, chunk: Int = 1 << 18, scans: Bool = true
) throws -> Reading {
  try EventReader(limits: IngestLimits(), now: now, scans: scans)
    .reading(InputSource(url, as: collection), chunk: chunk)
}

/// A file of the corpus, by its name.
struct HostileFile: Sendable, CustomStringConvertible {
  static let suffix = ".expected.json"

  let name: String

  static var folder: URL {
    URL(filePath: #filePath).deletingLastPathComponent().appending(path: "Hostile")
  }

  /// All that stands in the folder but the script that wrote it, sorted.
  static func names() throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: folder.path)
      .filter { $0.first?.isNumber == true }.sorted()
  }

  /// The files to be read; none where the folder cannot be listed, which a test of its own reports.
  static let all: [HostileFile] = {
    do {
      return try names().filter { !$0.hasSuffix(suffix) }.map { HostileFile(name: $0) }
    } catch {
      return []
    }
  }()

  var url: URL { HostileFile.folder.appending(path: name) }
  var description: String { name }

  func expectation() throws -> Expectation {
    let url = HostileFile.folder.appending(path: name + HostileFile.suffix)
    return try JSONDecoder().decode(Expectation.self, from: Data(contentsOf: url))
  }

  struct Expectation: Decodable {
    var collection: InputCollection
    var read: Int
    var accepted: Int
    var duplicate: Int
    var ignored: Int
    var rejected: [String: Int]
    /// Sorted by their bytes; `ga4-*` stands for an id that was made for an event.
    var ids: [String]
    /// Ascending.
    var instants: [Int64]?
    /// The accepted lines by shape.
    var shapes: [String: Int]?
    var conflicts: Int?
    var failure: String?
    /// Whether the file is long once it is decompressed.
    var large: Bool?
    var why: String
  }
}

/// What became of a file once the history has taken it in.
private struct Outcome: Equatable {
  var read = 0
  var accepted = 0
  var duplicate = 0
  var ignored = 0
  var rejected: [String: Int] = [:]
  var ids: [ExactText] = []
  var instants: [Int64] = []
  var shapes: [String: Int]?
  var conflicts = 0
  var failure: String?

  init(of url: URL, as collection: InputCollection) throws {
    let file: Reading
    do {
      file = try FindieIngestTests.read(url, as: collection)
    } catch IngestFailure.damagedFile {
      failure = "damagedFile"
      return
    }
    let counts = file.source.counts
    read = counts.read
    accepted = counts.accepted
    duplicate = counts.duplicate
    ignored = counts.ignored
    rejected = counts.rejectedByReason
    ids = file.keptIds.map { ExactText(Outcome.named($0)) }.sorted()
    instants = file.events.milliseconds.sorted()
    conflicts = file.conflicts.count
    shapes = counts.byShape
  }

  /// An id that was made for an event of Google Analytics, as the expectations write it.
  private static func named(_ id: String) -> String {
    id.wholeMatch(of: /ga4-[0-9a-f]{32}/) == nil ? id : "ga4-*"
  }
}
