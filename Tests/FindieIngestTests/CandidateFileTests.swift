import FindieDomain
import FindieHistory
import FindieIngest
import FindieTestSupport
import Foundation
import Testing

/// Other models' candidates for players.
struct CandidateFileTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func read(
    _ bytes: [UInt8], as name: String = "candidates.ndjson", sliceBytes: Int = 4 << 20,
    limit: Int = 1 << 30
  ) throws -> CatalogueRecords<PlayerCandidate> {
    try folder.records(in: bytes, as: name, sliceBytes: sliceBytes, limit: limit)
  }

  private func lines(_ read: CatalogueRecords<PlayerCandidate>) -> [String] {
    read.packed.map { "\($0.userId) \($0.gameId) \($0.score)" }
  }

  private static let lines = """
    {"userId":"u","gameId":"a","score":1.5}
    {"score":-3,"gameId":"b","userId":"u","rank":4}
    {"userId":"v","gameId":"a","score":1e-30}
    {"userId":"u","gameId":"a","score":"0.25"}

    """

  @Test(arguments: [
    "candidates.ndjson", "candidates-2026.jsonl", "candidates.ndjson.gz", "candidates/x.json.zst",
  ])
  func `of two lines of a player and a game the later one counts, in any file`(
    name: String
  ) throws {
    let bytes = Array(Self.lines.utf8)
    let read = try read(
      name.hasSuffix("gz") ? gzipMember(bytes) : name.hasSuffix("zst") ? zstdFrame(bytes) : bytes,
      as: name)
    #expect(lines(read) == ["u b -3.0", "v a 1e-30", "u a 0.25"])
    #expect(read.counts.duplicate == 1 && read.counts.rejected == 0)
  }

  @Test func `candidates may be CSV`() throws {
    let read = try read(
      Array("player,item_id,Score\nu,a,0.5\nu,b,-2e3\nu,,1\n".utf8), as: "candidates.csv")
    #expect(lines(read) == ["u a 0.5", "u b -2000.0"])
    #expect(read.counts.rejected == 1)
  }

  @Test(arguments: [
    (#"{"gameId":"a","score":1}"#, "missingField"), (#"{"userId":"u","score":1}"#, "missingField"),
    (#"{"userId":"u","gameId":"a"}"#, "missingField"),
    (#"{"userId":"","gameId":"a","score":1}"#, "emptyId"),
    (#"{"userId":"u","gameId":7,"score":1}"#, "wrongType"),
    (#"{"userId":"u","gameId":"a","score":null}"#, "missingField"),
    (#"{"userId":"u","gameId":"a","score":true}"#, "wrongType"),
    (#"{"userId":"u","gameId":"a","score":[1]}"#, "wrongType"),
    (#"{"userId":"u","gameId":"a","score":"high"}"#, "wrongType"),
    (#"{"userId":"u","gameId":"a","score":1e125}"#, "brokenRule"),
    (#"{"userId":"u","gameId":"a","score":-1e125}"#, "brokenRule"),
    (#"{"userId":"u","gameId":"a","score":1e999}"#, "badNumber"),
    (#"{"userId":"u","gameId":"a","score":NaN}"#, "notJSON"),
    (#"{"userId":"u","gameId":"a","score":Infinity}"#, "notJSON"),
    (#"{"userId":"u","gameId":"a","score":1,"score":2}"#, "duplicateKey"),
  ])
  func `a candidate that is not as documented is rejected`(line: String, reason: String) throws {
    let read = try read(Array(line.utf8))
    #expect(read.packed.isEmpty)
    #expect(read.counts.rejectedByReason == [reason: 1])
  }

  @Test(arguments: ["1e300", "-1.7976931348623157e308", "1e150"])
  func `a score that no decimal can have is rejected`(number: String) throws {
    let read = try read(Array(#"{"userId":"u","gameId":"a","score":\#(number)}"#.utf8))
    #expect(read.packed.isEmpty && read.counts.rejected == 1)
  }

  @Test(arguments: [1 << 10, 4 << 20], ["candidates.ndjson", "candidates.ndjson.gz"])
  func `more candidates than the limit stop the run, in one slice or in many`(
    sliceBytes: Int, name: String
  ) throws {
    let text = (0..<400).map { #"{"userId":"u","gameId":"g\#($0)","score":1}"# }
      .joined(separator: "\n")
    let bytes = Array(text.utf8)
    let file = name.hasSuffix("gz") ? gzipMember(bytes) : bytes
    let size = try read(file, as: name, sliceBytes: sliceBytes).packed.bytes
    #expect(try read(file, as: name, sliceBytes: sliceBytes, limit: size).packed.count == 400)
    #expect(throws: IngestFailure.tooMuch(.candidates, bytes: size - 1)) {
      try read(file, as: name, sliceBytes: sliceBytes, limit: size - 1)
    }
  }
}
