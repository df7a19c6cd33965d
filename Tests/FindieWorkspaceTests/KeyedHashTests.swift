import FindieWorkspace
import Testing

/// HMAC-SHA-256 by the vectors of RFC 4231.
struct KeyedHashTests {
  struct Vector: Sendable {
    let key: [UInt8]
    let data: [UInt8]
    let code: String
  }

  private static func bytes(_ text: String) -> [UInt8] { Array(text.utf8) }

  static let vectors = [
    Vector(
      key: [UInt8](repeating: 0x0B, count: 20), data: bytes("Hi There"),
      code: "b0344c61d8db38535ca8afceaf0bf12b881dc200c9833da726e9376c2e32cff7"),
    Vector(
      key: bytes("Jefe"), data: bytes("what do ya want for nothing?"),
      code: "5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843"),
    Vector(
      key: [UInt8](repeating: 0xAA, count: 20), data: [UInt8](repeating: 0xDD, count: 50),
      code: "773ea91e36800e46854db8ebd09181a72959098b3ef8c122d9635514ced565fe"),
    Vector(
      key: [UInt8](repeating: 0xAA, count: 131),
      data: bytes("Test Using Larger Than Block-Size Key - Hash Key First"),
      code: "60e431591ee0b67f0d8a26aacbf5b77f8e0bc6213728c5140546040f0ee37f54"),
  ]

  @Test(arguments: vectors)
  func `a code is that of the RFC's test case`(vector: Vector) {
    #expect(KeyedHash(key: vector.key).code(of: vector.data) == vector.code)
  }

  @Test func `a text is hashed as its UTF-8`() {
    let hash = KeyedHash(key: Self.vectors[1].key)
    #expect(hash.code(of: "what do ya want for nothing?") == Self.vectors[1].code)
  }
}
