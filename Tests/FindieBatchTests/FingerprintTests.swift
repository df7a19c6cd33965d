import FindieBatch
import Foundation
import Testing

/// What tells content apart.
struct FingerprintTests {
  /// The examples of FIPS 180-4, by NIST.
  @Test(arguments: [
    ("", "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"),
    ("abc", "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"),
    (
      "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq",
      "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1"
    ),
  ])
  func `a fingerprint is the SHA-256 of its text`(text: String, digest: String) {
    #expect(Fingerprint(of: text).hexadecimal == digest)
  }

  @Test func `text and its bytes have one fingerprint`() {
    #expect(Fingerprint(of: "é🎮") == Fingerprint(ofBytes: Data("é🎮".utf8)))
  }

  @Test func `people see the first twelve digits`() {
    #expect("\(Fingerprint(of: "abc"))" == "ba7816bf8f01")
  }

  @Test func `in JSON a fingerprint is its digits, there and back`() throws {
    let text = canonicalJSON([Fingerprint(of: "")])
    #expect(text.hasPrefix(#"["e3b0c442"#))
    #expect(
      try JSONDecoder().decode([Fingerprint].self, from: Data(text.utf8)) == [Fingerprint(of: "")])
  }

  @Test func `canonical JSON sorts keys at every depth`() {
    #expect(canonicalJSON(["b": ["d": 1, "c": 2], "a": [:]]) == #"{"a":{},"b":{"c":2,"d":1}}"#)
  }

  @Test func `canonical JSON leaves slashes alone`() {
    #expect(canonicalJSON(["a/b"]) == #"["a/b"]"#)
  }

  @Test func `pretty JSON says the same on more lines`() throws {
    let value = ["b": 1, "a": 2]
    let pretty = canonicalJSON(value, pretty: true)
    #expect(pretty.contains("\n"))
    #expect(try JSONDecoder().decode([String: Int].self, from: Data(pretty.utf8)) == value)
  }

  @Test func `a value without a number in JSON is a caller's bug`() async {
    await #expect(processExitsWith: .failure) { _ = canonicalJSON([Double.nan]) }
  }
}
