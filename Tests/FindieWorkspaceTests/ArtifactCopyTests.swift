import FindieWorkspace
import FindieTestSupport
import Foundation
import Testing

/// Copies of artifacts without their provenance.
struct ArtifactCopyTests {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
  }

  /// The bytes of a copy of an artifact with these numbers, built from a source of this name.
  private func copy(_ numbers: [Int], from source: String, format: Int = 1) throws -> Data {
    var writer = ArtifactWriter()
    writer.put("numbers", numbers)
    let url = folder.url.appending(path: source)
    let file = writer.file(
      stage: "items", fingerprint: Fingerprint(of: source), formatVersion: format,
      summary: .empty
    ).pieces
    try Data(file.joined()).write(to: url)
    let target = folder.url.appending(path: "copy of \(source)")
    let checksum = try ArtifactReader.copyData(of: url, to: target)
    let reader = try ArtifactReader(target)
    #expect(try reader.numbers("numbers", as: Int.self) == numbers)
    #expect(reader.header.stage == "items" && reader.header.formatVersion == format)
    #expect(reader.header.checksum == checksum && reader.header.fingerprint == checksum)
    return try Data(contentsOf: target)
  }

  @Test func `equal data in one format gives equal bytes, whatever it was built from`() throws {
    // More than one piece.
    let numbers = Array(0..<300_000)
    let first = try copy(numbers, from: "one source")
    #expect(try copy(numbers, from: "another") == first)
    #expect(try copy(numbers, from: "third", format: 2) != first)
    #expect(try copy(numbers.reversed(), from: "fourth") != first)
  }

  @Test func `a file that is not an artifact is not copied`() throws {
    let url = try folder.write("not an artifact", to: "text")
    let target = folder.url.appending(path: "copy")
    #expect(try ArtifactReader.copyData(of: url, to: target) == nil)
    #expect(!FileManager.default.fileExists(atPath: target.path))
  }
}
