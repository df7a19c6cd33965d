import FindieBatch
import FindieTestSupport
import Foundation
import Testing

/// What is put into an artifact's file comes out again.
struct ArtifactFileTests {
  private func reader(_ put: (inout ArtifactWriter) -> Void) throws -> ArtifactReader {
    let folder = try TemporaryFolder()
    var writer = ArtifactWriter()
    put(&writer)
    let file = folder.url.appending(path: "a.artifact")
    try Data(
      writer.file(
        stage: "a", fingerprint: Fingerprint(of: "f"), formatVersion: 7,
        found: Findings(counts: ["rows": 2], measures: ["recall": 0.5], conclusion: "Fine.")
      ).joined()
    ).write(to: file)
    return try ArtifactReader(file)
  }

  @Test func `numbers of several types come back as they were`() throws {
    let file = try reader {
      $0.put("bytes", [1, 255] as [UInt8])
      $0.put("codes", [0, UInt32.max] as [UInt32])
      $0.put("offsets", [Int.min, -1, Int.max])
      $0.put("floats", [-0.0, Float.leastNonzeroMagnitude, .infinity])
      $0.put("doubles", [Double.pi, -1e300])
    }
    #expect(try file.numbers("bytes", as: UInt8.self) == [1, 255])
    #expect(try file.numbers("codes", as: UInt32.self) == [0, UInt32.max])
    #expect(try file.numbers("offsets", as: Int.self) == [Int.min, -1, Int.max])
    #expect(
      try file.numbers("floats", as: Float.self).map(\.bitPattern)
        == [-0.0, Float.leastNonzeroMagnitude, .infinity].map(\.bitPattern))
    #expect(try file.numbers("doubles", as: Double.self) == [Double.pi, -1e300])
  }

  @Test func `empty arrays come back empty, at the end too`() throws {
    let file = try reader {
      $0.put("none", [] as [Float])
      $0.put("one", [1])
      $0.put("last", [] as [Int])
    }
    #expect(try file.numbers("none", as: Float.self) == [])
    #expect(try file.numbers("last", as: Int.self) == [])
  }

  @Test func `an artifact without arrays can be read`() throws {
    #expect(try reader { _ in }.header.found.counts == ["rows": 2])
  }

  @Test func `JSON comes back as it was`() throws {
    let file = try reader { $0.put("names", json: ["é", "\"", "\u{0}", "🎮", ""]) }
    #expect(try file.json("names", as: [String].self) == ["é", "\"", "\u{0}", "🎮", ""])
  }

  @Test func `the header says what the artifact is`() throws {
    let header = try reader { $0.put("one", [1]) }.header
    #expect(header.stage == "a")
    #expect(header.fingerprint == Fingerprint(of: "f"))
    #expect(header.formatVersion == 7)
  }

  @Test func `an array that is not there is named`() throws {
    let file = try reader { $0.put("one", [1]) }
    let damage = #expect(throws: ArtifactDamage.self) { try file.numbers("two", as: Int.self) }
    #expect(damage?.description == "its array two is missing or of the wrong length")
  }

  @Test func `an array of another type's length is named`() throws {
    let file = try reader { $0.put("bytes", [1, 2, 3] as [UInt8]) }
    let damage = #expect(throws: ArtifactDamage.self) { try file.numbers("bytes", as: Int.self) }
    #expect(damage?.description == "its array bytes is missing or of the wrong length")
  }

  @Test func `JSON of another shape is named`() throws {
    let file = try reader { $0.put("names", json: ["a"]) }
    let damage = #expect(throws: ArtifactDamage.self) { try file.json("names", as: Int.self) }
    #expect(damage?.description == "its array names is missing or of the wrong length")
  }

  @Test func `a file that is something else does not begin like an artifact`() throws {
    let folder = try TemporaryFolder()
    let file = try folder.write("Not an artifact, but longer than one's start.", to: "a")
    let damage = #expect(throws: ArtifactDamage.self) { try ArtifactReader(file) }
    #expect(damage?.description == "it does not begin like an artifact")
    #expect(ArtifactReader.header(of: file) == nil)
  }

  @Test func `an artifact that is not there has no header`() throws {
    let folder = try TemporaryFolder()
    #expect(ArtifactReader.header(of: folder.url.appending(path: "a")) == nil)
  }

  @Test func `the same artifact has the same bytes`() {
    func bytes() -> [[UInt8]] {
      var writer = ArtifactWriter()
      writer.put("value", json: ["b": 1, "a": 2, "c": 3])
      return writer.file(
        stage: "a", fingerprint: Fingerprint(of: "f"), formatVersion: 1,
        found: Findings(
          counts: ["z": 1, "y": 2, "x": 3], measures: ["b": 1, "a": 2], conclusion: nil))
    }
    #expect(bytes() == bytes())
  }
}
