import FindieTestSupport
import Testing
import FindieHistory

struct HashStreamTests {
  @Test("bytes have one hash, in whatever pieces they come")
  func pieces() {
    var generator = SeededGenerator(seed: 3)
    for length in Array(0..<200) + [1_000, 4_096, 5_001] {
      let bytes = (0..<length).map { _ in UInt8(truncatingIfNeeded: generator.next()) }
      let whole = hash64(of: bytes.span)
      for _ in 0..<20 {
        var hash = HashStream()
        var index = 0
        while index < length {
          let end = min(length, index + Int.random(in: 0...100, using: &generator))
          unsafe hash.append(bytes.span.extracting(index..<end).bytes)
          index = end
        }
        #expect(hash.value == whole, "\(length) bytes")
      }
    }
  }
}
