import FindieWorkspace
import Foundation
import Testing

/// Digests of content.
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

  @Test func `a text and its bytes have the same fingerprint`() {
    #expect(Fingerprint(of: "é🎮") == Fingerprint(ofBytes: Data("é🎮".utf8)))
  }

  @Test func `the description is the first twelve digits`() {
    #expect("\(Fingerprint(of: "abc"))" == "ba7816bf8f01")
  }

  @Test func `a fingerprint is encoded as its digits`() throws {
    let text = canonicalJSON([Fingerprint(of: "")])
    #expect(text.hasPrefix(#"["e3b0c442"#))
    #expect(
      try JSONDecoder().decode([Fingerprint].self, from: Data(text.utf8)) == [Fingerprint(of: "")])
  }

  @Test func `canonical JSON sorts keys at every depth`() {
    #expect(canonicalJSON(["b": ["d": 1, "c": 2], "a": [:]]) == #"{"a":{},"b":{"c":2,"d":1}}"#)
  }

  @Test func `canonical JSON does not escape slashes`() {
    #expect(canonicalJSON(["a/b"]) == #"["a/b"]"#)
  }

  @Test func `pretty JSON holds the same value on several lines`() throws {
    let value = ["b": 1, "a": 2]
    let pretty = canonicalJSON(value, pretty: true)
    #expect(pretty.contains("\n"))
    #expect(try JSONDecoder().decode([String: Int].self, from: Data(pretty.utf8)) == value)
  }

  @Test func `a number that JSON cannot hold is a programming error`() async {
    await #expect(processExitsWith: .failure) { _ = canonicalJSON([Double.nan]) }
  }
}
