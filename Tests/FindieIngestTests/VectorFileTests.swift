import FindieDomain
import FindieHistory
import FindieIngest
import FindieTestSupport
import Foundation
import Testing

/// Games' vectors by other models.
struct VectorFileTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func read(
    _ bytes: [UInt8], as name: String = "vectors.ndjson", sliceBytes: Int = 4 << 20,
    limit: Int = 1 << 30
  ) throws -> CatalogueRecords<GameVector> {
    try folder.records(in: bytes, as: name, sliceBytes: sliceBytes, limit: limit)
  }

  private static let lines = """
    {"gameId":"a","vector":[1,-0.5,1e-3]}
    {"vector":[0,2,0],"gameId":"b","model":"mine"}
    {"gameId":"a","vector":[3,3,3]}

    """

  @Test(arguments: [
    "vectors.ndjson", "vectors-2026.jsonl", "vectors.ndjson.gz", "vectors/x.json.zst",
  ])
  func `of two vectors of a game the later one counts, in any file`(name: String) throws {
    let bytes = Array(Self.lines.utf8)
    let read = try read(
      name.hasSuffix("gz") ? gzipMember(bytes) : name.hasSuffix("zst") ? zstdFrame(bytes) : bytes,
      as: name)
    #expect(
      read.records == [GameVector(gameId: "b", [0, 2, 0]), GameVector(gameId: "a", [3, 3, 3])])
    #expect(read.counts.duplicate == 1 && read.counts.rejected == 0)
  }

  @Test(arguments: [
    (#"{"vector":[1]}"#, "missingField"), (#"{"gameId":"a"}"#, "missingField"),
    (#"{"userId":"","vector":[1]}"#, "emptyId"), (#"{"userId":"a","vector":[]}"#, "brokenRule"),
    (#"{"userId":"a\u0001","vector":[1]}"#, "controlCharacter"),
    (#"{"gameId":"","vector":[1]}"#, "emptyId"), (#"{"gameId":7,"vector":[1]}"#, "wrongType"),
    (#"{"gameId":"a","vector":[]}"#, "brokenRule"),
    (#"{"gameId":"a","vector":[0,0.0,-0]}"#, "brokenRule"),
    (#"{"gameId":"a","vector":[1e-50]}"#, "brokenRule"),
    (#"{"gameId":"a","vector":null}"#, "missingField"),
    (#"{"gameId":"a","vector":"1,2"}"#, "wrongType"), (#"{"gameId":"a","vector":1}"#, "wrongType"),
    (#"{"gameId":"a","vector":[1,"2"]}"#, "wrongType"),
    (#"{"gameId":"a","vector":[1,null]}"#, "wrongType"),
    (#"{"gameId":"a","vector":[1,[2]]}"#, "wrongType"),
    (#"{"gameId":"a","vector":[1e39]}"#, "numberOutOfRange"),
    (#"{"gameId":"a","vector":[-1e300]}"#, "numberOutOfRange"),
    (#"{"gameId":"a","vector":[1e999]}"#, "badNumber"),
    (#"{"gameId":"a","vector":[NaN]}"#, "notJSON"),
    (#"{"gameId":"a","vector":[Infinity]}"#, "notJSON"),
    (#"{"gameId":"a","gameId":"b","vector":[1]}"#, "duplicateKey"), ("[1,2]", "notAnObject"),
  ])
  func `a vector that is not as documented is rejected`(line: String, reason: String) throws {
    let read = try read(Array(line.utf8))
    #expect(read.records.isEmpty)
    #expect(read.counts.rejectedByReason == [reason: 1])
  }

  @Test func `a line is of a game or of a player, and ids of both may be equal`() throws {
    let read = try read(
      Array(
        """
        {"userId":"a","vector":[1,2]}
        {"gameId":"a","vector":[3,4]}
        {"gameId":"b","userId":"a","vector":[5,6]}
        {"vector":[7,8],"userId":"a"}
        """.utf8))
    #expect(read.packed.ofGames.map(\.id) == ["a", "b"])
    #expect(read.packed.ofPlayers.map(\.userId) == ["a"])
    #expect(read.packed.ofPlayers.records.first?.vector == ModelVector([7, 8]))
    #expect(read.counts.duplicate == 1 && read.counts.rejected == 0)
  }

  @Test func `a vector has at most 4,096 numbers`() throws {
    for length in [4096, 4097] {
      let numbers = [String](repeating: "0.5", count: length).joined(separator: ",")
      let read = try read(Array(#"{"gameId":"a","vector":[\#(numbers)]}"#.utf8))
      #expect(read.records.map(\.vector.elements.count) == (length == 4096 ? [4096] : []))
    }
  }

  @Test(arguments: [1 << 10, 4 << 20], ["vectors.ndjson", "vectors.ndjson.gz"])
  func `more vectors than the limit stop the run, in one slice or in many`(
    sliceBytes: Int, name: String
  ) throws {
    let text = (0..<400).map { #"{"gameId":"g\#($0)","vector":[1,2,3,4]}"# }.joined(separator: "\n")
    let bytes = Array(text.utf8)
    let file = name.hasSuffix("gz") ? gzipMember(bytes) : bytes
    let all = try read(file, as: name, sliceBytes: sliceBytes)
    #expect(all.records.count == 400)
    let size = all.packed.bytes
    #expect(try read(file, as: name, sliceBytes: sliceBytes, limit: size).records.count == 400)
    #expect(throws: IngestFailure.tooMuch(.vectors, bytes: size - 1)) {
      try read(file, as: name, sliceBytes: sliceBytes, limit: size - 1)
    }
  }

  @Test func `vectors are not CSV`() throws {
    try folder.write("gameId,vector\na,1\n", to: "vectors.csv")
    #expect(throws: IngestFailure.self) { try InputFolder(scanning: folder.url) }
  }
}
