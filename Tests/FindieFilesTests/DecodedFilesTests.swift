import FindieFiles
import Testing

struct DecodedFilesTests {
  @Test func `a file is decoded once, and again after it changed`() {
    let texts = DecodedFiles<String>(maximum: 2)
    var decoded = 0
    func text(_ bytes: [UInt8]) -> String {
      texts.value(of: bytes) {
        decoded += 1
        return String(decoding: $0, as: UTF8.self)
      }
    }
    #expect(text([97]) == "a" && text([97]) == "a" && text([98]) == "b" && text([97]) == "a")
    #expect(decoded == 2)
    // Two values are held: the oldest is decoded again.
    #expect(text([99]) == "c" && decoded == 3)
    #expect(text([97]) == "a" && decoded == 4)
  }
}
