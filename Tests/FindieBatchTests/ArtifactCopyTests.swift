import FindieBatch
import FindieTestSupport
import Foundation
import Testing

/// Copies of artifacts that say nothing of what made them.
struct ArtifactCopyTests {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
  }

  /// The bytes of the copy of an artifact of these numbers, made from something of this name.
  private func copy(_ numbers: [Int], from source: String, format: Int = 1) throws -> Data {
    var writer = ArtifactWriter()
    writer.put("numbers", numbers)
    let url = folder.url.appending(path: source)
    let file = writer.file(
      stage: "items", fingerprint: Fingerprint(of: source), formatVersion: format,
      found: .none)
    try Data(file.joined()).write(to: url)
    let place = folder.url.appending(path: "copy of \(source)")
    let checksum = try ArtifactReader.copyData(of: url, to: place)
    let reader = try ArtifactReader(place)
    #expect(try reader.numbers("numbers", as: Int.self) == numbers)
    #expect(reader.header.stage == "items" && reader.header.formatVersion == format)
    #expect(reader.header.checksum == checksum && reader.header.fingerprint == checksum)
    return try Data(contentsOf: place)
  }

  @Test func `equal data of one format are equal bytes, whatever they were made from`() throws {
    // More than is copied in one piece.
    let numbers = Array(0..<300_000)
    let first = try copy(numbers, from: "one source")
    #expect(try copy(numbers, from: "another") == first)
    #expect(try copy(numbers, from: "third", format: 2) != first)
    #expect(try copy(numbers.reversed(), from: "fourth") != first)
  }

  @Test func `what is no artifact is not copied`() throws {
    let url = try folder.write("no artifact at all", to: "text")
    let place = folder.url.appending(path: "copy")
    #expect(try ArtifactReader.copyData(of: url, to: place) == nil)
    #expect(!FileManager.default.fileExists(atPath: place.path))
  }
}
