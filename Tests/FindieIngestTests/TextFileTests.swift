import FindieIngest
import FindieTestSupport
import Foundation
import Testing

/// Lines of files that are no input of the night.
struct TextFileTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func lines(of file: URL) throws -> [String] {
    var lines: [String] = []
    try TextFile(file).eachLine(limit: 8) { number, line in
      lines.append("\(number) \(line.map { String(decoding: $0, as: UTF8.self) } ?? "too long")")
    }
    return lines
  }

  @Test func `lines have their numbers, and one that is too long has no bytes`() throws {
    let file = try folder.write("a\n\n123456789\r\nb\r\nc", to: "rows.ndjson")
    #expect(try lines(of: file) == ["1 a", "3 too long", "4 b", "5 c"])
  }

  @Test func `a compressed file is read, and one that is cut off is refused`() throws {
    // gzip of "a\nb\n".
    let bytes = try #require(Data(base64Encoded: "H4sIAAAAAAACA0vkSuICAJcqVxgEAAAA"))
    let file = folder.url.appending(path: "rows.ndjson.gz")
    try bytes.write(to: file)
    #expect(try lines(of: file) == ["1 a", "2 b"])
    try bytes.dropLast(9).write(to: file)
    #expect(throws: IngestFailure.self) { try lines(of: file) }
  }
}
