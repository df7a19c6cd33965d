import FindieFiles
import FindieTestSupport
import Foundation
import Testing

/// Compressed bytes as Base64, read by another program.
@Suite struct ZlibTests {
  private static let python = "/usr/bin/python3"
  private static let hasPython = FileManager.default.isExecutableFile(atPath: python)

  @Test(
    .enabled(if: hasPython, "there is no Python"),
    arguments: ["", "a", (0..<50_000).map { "line \($0)\n" }.joined()])
  func `Python reads what was compressed`(text: String) throws {
    let base64 = Zlib.base64(compressing: Array(text.utf8))
    #expect(base64.utf8.count < max(100, text.utf8.count / 3))
    let process = Process()
    process.executableURL = URL(filePath: Self.python)
    process.arguments = [
      "-c",
      """
      import base64, sys, zlib
      sys.stdout.buffer.write(zlib.decompress(base64.b64decode(sys.stdin.read())))
      """,
    ]
    let (input, output) = (Pipe(), Pipe())
    process.standardInput = input
    process.standardOutput = output
    try process.run()
    try input.fileHandleForWriting.write(contentsOf: Data(base64.utf8))
    try input.fileHandleForWriting.close()
    let read = try output.fileHandleForReading.readToEnd() ?? Data()
    process.waitForEnd()
    #expect(read == Data(text.utf8))
  }
}
