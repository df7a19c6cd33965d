import FindieFiles
import Testing

struct ZstdEncoderTests {
  /// Lines that repeat, so that frames have blocks of several kinds.
  private func lines(_ count: Int) -> [UInt8] {
    (0..<count).flatMap { Array("{\"userId\":\"u\($0 &* 7919 % 1000)\",\"games\":[]}\n".utf8) }
  }

  /// 0 bytes; less than a block; several blocks; one repeated byte.
  private var texts: [[UInt8]] {
    [[], lines(1), lines(9), lines(40_000), [UInt8](repeating: 0x20, count: 3 << 20)]
  }

  @Test func `frames are read back, one or several`() throws {
    for text in texts {
      let frame = ZstdEncoder.frame(of: text)
      #expect(try ZstdDecoder.bytes(of: frame) == text)
      for other in texts {
        #expect(
          try ZstdDecoder.bytes(of: frame + ZstdEncoder.frame(of: other)) == text + other)
      }
    }
    #expect(ZstdEncoder.frame(of: texts[3]).count * 5 < texts[3].count)
  }

  @Test func `an incomplete or damaged file is refused`() {
    let file = ZstdEncoder.frame(of: lines(9)) + ZstdEncoder.frame(of: lines(40_000))
    for count in [0, 1, 5, file.count - 1] {
      #expect(throws: DecodingFault.self) { try ZstdDecoder.bytes(of: Array(file[..<count])) }
    }
    #expect(throws: DecodingFault.self) { try ZstdDecoder.bytes(of: file + [0]) }
    #expect(throws: DecodingFault.self) { try ZstdDecoder.bytes(of: file + lines(1)) }
  }
}
