import FindieFiles
import FindieTestSupport
import Foundation
import Testing

/// Whole gzip files, as the `gzip` program writes them.
struct GzipDecoderTests {
  private func gzip(_ bytes: [UInt8]) throws -> [UInt8] {
    let folder = try TemporaryFolder()
    let file = folder.url.appending(path: "file")
    try Data(bytes).write(to: file)
    let process = Process()
    process.executableURL = URL(filePath: "/usr/bin/gzip")
    process.arguments = [file.path]
    try process.run()
    process.waitForEnd()
    return [UInt8](try Data(contentsOf: file.appendingPathExtension("gz")))
  }

  private let text = Array((0..<50_000).map { "line \($0)\n" }.joined().utf8)

  @Test func `a file is read up to its limit`() throws {
    let file = try gzip(text)
    #expect(try GzipDecoder.content(of: file, limit: text.count) == text)
    #expect(try GzipDecoder.content(of: file + file, limit: 2 * text.count) == text + text)
    #expect(try GzipDecoder.content(of: gzip([]), limit: 0) == [])
    #expect(throws: DecodingFault.self) {
      try GzipDecoder.content(of: file, limit: text.count - 1)
    }
  }

  @Test func `a file of zeros stops at the limit`() throws {
    let file = try gzip([UInt8](repeating: 0, count: 32 << 20))
    #expect(file.count < 100_000)
    #expect(throws: DecodingFault.self) { try GzipDecoder.content(of: file, limit: 1 << 20) }
  }

  @Test func `a file that is cut off or damaged is refused`() throws {
    let file = try gzip(text)
    for end in [0, 1, 5, 10, 18, file.count / 2, file.count - 8, file.count - 1] {
      #expect(throws: DecodingFault.self) {
        try GzipDecoder.content(of: Array(file[..<end]), limit: 1 << 30)
      }
    }
    var damaged = file
    damaged[file.count / 2] ^= 0x10
    #expect(throws: DecodingFault.self) { try GzipDecoder.content(of: damaged, limit: 1 << 30) }
    #expect(throws: DecodingFault.self) { try GzipDecoder.content(of: text, limit: 1 << 30) }
  }
}
