import FindiePartners
import FindieWorkspace
import FindieTestSupport
import Foundation
import Testing

/// Signatures of tokens, against the `openssl` program.
struct SigningTests {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
  }

  private func openssl(_ arguments: [String]) throws -> (status: Int32, output: String) {
    let process = Process()
    process.executableURL = URL(filePath: "/usr/bin/openssl")
    process.arguments = arguments
    process.currentDirectoryURL = folder.url
    let output = Pipe()
    process.standardOutput = output
    process.standardError = FileHandle.nullDevice
    try process.run()
    let data = try output.output()
    process.waitForEnd()
    return (process.terminationStatus, String(decoding: data, as: UTF8.self))
  }

  private func pem(_ options: String...) throws -> String {
    let result = try openssl(["genpkey"] + options)
    try #require(result.status == 0)
    return result.output
  }

  /// The bytes of r and s as the DER that `openssl` reads.
  private func der(_ signature: Data) -> Data {
    func integer(_ bytes: Data) -> Data {
      var digits = Array(bytes.drop { $0 == 0 })
      if digits.first.map({ $0 >= 0x80 }) ?? true { digits.insert(0, at: 0) }
      return Data([2, UInt8(digits.count)] + digits)
    }
    let content = integer(signature.prefix(32)) + integer(signature.suffix(32))
    return Data([0x30, UInt8(content.count)]) + content
  }

  @Test(arguments: ["RSA", "EC"])
  func `openssl verifies a signature, and refuses a changed one`(kind: String) throws {
    let text =
      kind == "RSA"
      ? try pem("-algorithm", "RSA", "-pkeyopt", "rsa_keygen_bits:2048")
      : try pem("-algorithm", "EC", "-pkeyopt", "ec_paramgen_curve:P-256")
    let key = try SigningKey(kind == "RSA" ? .rs256 : .es256, pem: text)
    try Data(text.utf8).write(to: folder.url.appending(path: "key.pem"))
    // r or s is shorter than 32 bytes in one of 128 signatures.
    for number in 0..<(kind == "EC" ? 300 : 3) {
      let input = "header.claims\(number)"
      let signature = Data(try key.signature(of: Array(input.utf8)))
      #expect(signature.count == (kind == "RSA" ? 256 : 64))
      guard number % 100 == 0 || signature[0] == 0 || signature.count == 64 && signature[32] == 0
      else { continue }
      try (kind == "RSA" ? signature : der(signature)).write(to: folder.url.appending(path: "sig"))
      func verified(_ input: String) throws -> Bool {
        try Data(input.utf8).write(to: folder.url.appending(path: "input"))
        let arguments = ["-sha256", "-prverify", "key.pem", "-signature", "sig", "input"]
        return try openssl(["dgst"] + arguments).status == 0
      }
      #expect(try verified(input))
      #expect(try !verified(input + "x"))
    }
  }

  @Test func `a key of another kind is refused`() throws {
    let small = try pem("-algorithm", "RSA", "-pkeyopt", "rsa_keygen_bits:1024")
    let curve = try pem("-algorithm", "EC", "-pkeyopt", "ec_paramgen_curve:P-384")
    let edwards = try pem("-algorithm", "ED25519")
    let locked = try pem(
      "-algorithm", "EC", "-pkeyopt", "ec_paramgen_curve:P-256", "-aes256", "-pass",
      "pass:word")
    for (algorithm, text) in [
      (SigningKey.Scheme.rs256, small), (.es256, small), (.es256, curve), (.rs256, curve),
      (.es256, edwards), (.es256, locked), (.es256, ""), (.rs256, "-----BEGIN PRIVATE KEY-----"),
    ] {
      #expect(throws: LocalFailure.self) { try SigningKey(algorithm, pem: text) }
    }
  }

  @Test func `a key does not print`() throws {
    let text = try pem("-algorithm", "EC", "-pkeyopt", "ec_paramgen_curve:P-256")
    let key = try SigningKey(.es256, pem: text)
    var dumped = ""
    dump(key, to: &dumped)
    #expect("\(key)" == "•••" && !dumped.contains("BEGIN") && String(reflecting: key) == "•••")
  }
}
