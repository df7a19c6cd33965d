import FindieWorkspace
import FindieTestSupport
import Foundation
import Testing

/// Writing and reading an artifact's file.
struct ArtifactFileTests {
  private func reader(_ put: (inout ArtifactWriter) -> Void) throws -> ArtifactReader {
    let folder = try TemporaryFolder()
    var writer = ArtifactWriter()
    put(&writer)
    let file = folder.url.appending(path: "a.artifact")
    try Data(
      writer.file(
        stage: "a", fingerprint: Fingerprint(of: "f"), formatVersion: 7,
        summary: ArtifactSummary(
          counts: ["rows": 2], measures: ["recall": 0.5], conclusion: "Fine.")
      ).pieces.joined()
    ).write(to: file)
    return try ArtifactReader(file)
  }

  @Test func `numbers of several types are read back unchanged`() throws {
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

  @Test func `empty arrays are read back empty, also at the end`() throws {
    let file = try reader {
      $0.put("none", [] as [Float])
      $0.put("one", [1])
      $0.put("last", [] as [Int])
    }
    #expect(try file.numbers("none", as: Float.self) == [])
    #expect(try file.numbers("last", as: Int.self) == [])
  }

  @Test func `an artifact without arrays can be read`() throws {
    #expect(try reader { _ in }.header.summary.counts == ["rows": 2])
  }

  @Test func `JSON is read back unchanged`() throws {
    let file = try reader { $0.put("names", json: ["é", "\"", "\u{0}", "🎮", ""]) }
    #expect(try file.json("names", as: [String].self) == ["é", "\"", "\u{0}", "🎮", ""])
  }

  @Test func `the header names stage, fingerprint and format`() throws {
    let header = try reader { $0.put("one", [1]) }.header
    #expect(header.stage == "a")
    #expect(header.fingerprint == Fingerprint(of: "f"))
    #expect(header.formatVersion == 7)
  }

  @Test func `a missing array is named`() throws {
    let file = try reader { $0.put("one", [1]) }
    let damage = #expect(throws: ArtifactDamage.self) { try file.numbers("two", as: Int.self) }
    #expect(damage?.description == "the array two is missing or has the wrong length")
  }

  @Test func `an array whose length does not fit its type is named`() throws {
    let file = try reader { $0.put("bytes", [1, 2, 3] as [UInt8]) }
    let damage = #expect(throws: ArtifactDamage.self) { try file.numbers("bytes", as: Int.self) }
    #expect(damage?.description == "the array bytes is missing or has the wrong length")
  }

  @Test func `JSON of another type is named`() throws {
    let file = try reader { $0.put("names", json: ["a"]) }
    let damage = #expect(throws: ArtifactDamage.self) { try file.json("names", as: Int.self) }
    #expect(damage?.description == "the array names is missing or has the wrong length")
  }

  @Test func `a file of another kind is not an artifact`() throws {
    let folder = try TemporaryFolder()
    let file = try folder.write("Not an artifact, but longer than one's start.", to: "a")
    let damage = #expect(throws: ArtifactDamage.self) { try ArtifactReader(file) }
    #expect(damage?.description == "the file is not an artifact")
    #expect(ArtifactReader.header(of: file) == nil)
  }

  @Test func `a missing file has no header`() throws {
    let folder = try TemporaryFolder()
    #expect(ArtifactReader.header(of: folder.url.appending(path: "a")) == nil)
  }

  @Test func `the same artifact has the same bytes`() {
    func bytes() -> [[UInt8]] {
      var writer = ArtifactWriter()
      writer.put("value", json: ["b": 1, "a": 2, "c": 3])
      return writer.file(
        stage: "a", fingerprint: Fingerprint(of: "f"), formatVersion: 1,
        summary: ArtifactSummary(
          counts: ["z": 1, "y": 2, "x": 3], measures: ["b": 1, "a": 2], conclusion: nil)
      ).pieces
    }
    #expect(bytes() == bytes())
  }
}
