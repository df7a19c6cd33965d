import FindiePartners
import FindieTestSupport
import Foundation
import Testing

/// Logins to The Algorithm: the address, and what a callback may be.
struct AlgorithmLoginTests {
  private static let uri = "thealgorithm://oauth/callback"

  private func login(_ uri: String = uri, first: UInt8 = 0) throws -> AlgorithmLogin {
    try AlgorithmLogin(
      clientId: Secret("a client & more"), redirectURI: uri,
      random: (0..<AlgorithmLogin.randomBytes).map { UInt8($0) &+ first })
  }

  private func fields(_ login: AlgorithmLogin) throws -> [String: String] {
    let address = try #require(URLComponents(string: login.address(PartnerSettings())))
    #expect(address.host == "thealgorithm.live" && address.path == "/oauth/authorize")
    return Dictionary(
      uniqueKeysWithValues: (address.queryItems ?? []).map { ($0.name, $0.value ?? "") })
  }

  @Test func `the challenge is that of RFC 7636, appendix B`() {
    #expect(
      AlgorithmLogin.challenge(of: "dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk")
        == "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM")
  }

  @Test func `the address has the documented fields, and a verifier of 43 characters`() throws {
    let login = try login()
    let fields = try fields(login)
    #expect(
      Set(fields.keys) == [
        "client_id", "redirect_uri", "response_type", "code_challenge", "code_challenge_method",
        "state",
      ])
    #expect(fields["client_id"] == "a client & more" && fields["redirect_uri"] == Self.uri)
    #expect(fields["response_type"] == "code" && fields["code_challenge_method"] == "S256")
    #expect(fields["state"]?.wholeMatch(of: /[A-Za-z0-9\-_]{43}/) != nil)
    // Base64url of the bytes 0 to 31.
    let verifier = "AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8"
    #expect(verifier.utf8.count == 43)
    #expect(fields["code_challenge"] == AlgorithmLogin.challenge(of: verifier))
    #expect(try self.fields(self.login(first: 1))["state"] != fields["state"])
  }

  @Test(arguments: [
    "http://example.com/callback", "thealgorithm://oauth/callback?x=1", "no address", "",
    "https://user@example.com/", "https://", "http://127.0.0.1.example.com/", "a b://c",
    "http://127.0.0.1:99/callback#x",
  ])
  func `other redirect URIs are refused`(uri: String) {
    #expect(throws: LoginRefusal.redirectURI) { try login(uri) }
  }

  @Test(arguments: [
    "https://example.com/login", "http://127.0.0.1:8765/callback", "http://localhost/callback",
    "http://[::1]:8765/", "com.example.app://callback",
  ])
  func `a callback at the redirect URI with the state has the code`(uri: String) throws {
    let login = try login(uri)
    let state = try fields(login)["state"] ?? ""
    #expect(
      try login.code(in: "\(uri)?state=\(state)&code=a%2Bb%3D&iss=x") == Secret("a+b="))
  }

  private func refusal(_ callback: (_ state: String) -> String) throws -> LoginRefusal? {
    let login = try login()
    let state = try fields(login)["state"] ?? ""
    do {
      _ = try login.code(in: callback(state))
      return nil
    } catch let refusal as LoginRefusal {
      return refusal
    }
  }

  @Test func `a callback of another login is refused`() throws {
    #expect(try refusal { _ in "\(Self.uri)?code=c" } == .state)
    #expect(try refusal { _ in "\(Self.uri)?code=c&state=" } == .state)
    #expect(try refusal { "\(Self.uri)?code=c&state=\($0)x" } == .state)
    #expect(try refusal { "\(Self.uri)?code=c&state=\($0.lowercased())" } == .state)
    // The Kelvin sign is canonically equivalent to the letter K.
    #expect(
      try refusal { "\(Self.uri)?code=c&state=\($0.replacing("K", with: "%E2%84%AA"))" }
        == (fields(login())["state"]?.contains("K") == true ? .state : nil))
  }

  @Test func `what is no callback is refused`() throws {
    #expect(try refusal { "thealgorithm://oauth/other?code=c&state=\($0)" } == .otherRedirect)
    #expect(try refusal { "https://oauth/callback?code=c&state=\($0)" } == .otherRedirect)
    #expect(try refusal { "thealgorithm://oauth:1/callback?code=c&state=\($0)" } == .otherRedirect)
    #expect(try refusal { "\(Self.uri)?code=c&state=\($0)&state=\($0)" } == .duplicate("state"))
    #expect(try refusal { "\(Self.uri)?code=c&code=d&state=\($0)" } == .duplicate("code"))
    #expect(try refusal { "\(Self.uri)?state=\($0)" } == .noCode)
    #expect(try refusal { "\(Self.uri)?code=&state=\($0)" } == .noCode)
    #expect(try refusal { "\(Self.uri)?code=%00&state=\($0)" } == .noCode)
    #expect(try refusal { "\(Self.uri)?code=%FF&state=\($0)" } == .pastedText)
    for text in ["", "code", Self.uri, "\(Self.uri)#code=c", "\n"] {
      #expect(try refusal { _ in text } == .pastedText, "\(text)")
    }
  }

  @Test func `an error of the callback is shown, without control characters`() throws {
    #expect(
      try refusal {
        "\(Self.uri)?error=access_denied&error_description=No%1B%0A+thanks&state=\($0)"
      }
        == .denied("access_denied: No thanks"))
    #expect(
      try refusal { _ in "\(Self.uri)?error=\(String(repeating: "x", count: 900))" }
        == .denied(String(repeating: "x", count: 200)))
    #expect(try refusal { _ in "\(Self.uri)?error=e&state=other" } == .state)
    #expect(throws: PartnerFailure.invalidClient) {
      try login().code(in: "\(Self.uri)?error=invalid&error_description=Invalid+client_id")
    }
  }
}
