import FindieDomain
import FindiePartners
import FindieTestSupport
import FindieWorkspace
import Foundation
import Testing

/// The client of The Algorithm, against a server on the loopback interface.
struct AlgorithmTests {
  private let test: TestTransport
  private let settings: PartnerSettings

  init() throws {
    test = try TestTransport()
    settings = try PartnerSettings(yaml: test.partners.settings)
  }

  private var token: URL { test.folder.url.appending(path: "token.json") }

  private var algorithm: Algorithm {
    Algorithm(test.transport(), settings, AlgorithmTokenFile(token))
  }

  /// - Parameter client: its first word says what the server does.
  @discardableResult
  private func logIn(_ client: String, first: UInt8 = 0) throws -> Timestamp {
    let login = try AlgorithmLogin(
      clientId: Secret("\(client)-planted-client"), redirectURI: "thealgorithm://oauth/callback",
      random: (0..<AlgorithmLogin.randomBytes).map { UInt8($0) &+ first })
    let callback = try test.partners.text(at: login.address(settings))
    return try algorithm.logIn(login, callback: callback)
  }

  private func path(_ requests: [LoopbackPartners.Request]) -> [String] {
    requests.map {
      String($0.path.split(separator: "?")[0].replacing("/algorithm/", with: ""))
    }
  }

  @Test func `a code is exchanged once for a token, which is stored with its end`() throws {
    let expiry = try logIn("ok")
    #expect(expiry == test.clock.now.adding(seconds: 86_400))
    let request = try #require(try test.partners.requests().last)
    #expect(request.headers["content-type"] == "application/x-www-form-urlencoded")
    #expect(request.headers["authorization"] == nil)
    let form = Set(request.body.split(separator: "&").map { $0.split(separator: "=")[0] })
    #expect(form == ["grant_type", "client_id", "code", "redirect_uri", "code_verifier"])
    let mode = try FileManager.default.attributesOfItem(atPath: token.path)[.posixPermissions]
    #expect(mode as? Int == 0o600)
    try algorithm.checkToken()
    test.clock.advance(seconds: 86_400 - 59)
    #expect(throws: PartnerFailure.loginRequired) { try algorithm.checkToken() }
  }

  @Test(arguments: [
    ("client", PartnerFailure.invalidClient), ("pkce", PartnerFailure.pkceFailed),
  ])
  func `a refused login is named and stores nothing`(
    client: String, failure: PartnerFailure
  ) throws {
    #expect(throws: failure) { try logIn(client) }
    #expect(!FileManager.default.fileExists(atPath: token.path))
    #expect(throws: PartnerFailure.loginRequired) { try algorithm.checkToken() }
  }

  @Test func `a token that others can read, or that is damaged, is not used`() throws {
    try logIn("ok")
    try FileManager.default.setAttributes([.posixPermissions: 0o644], ofItemAtPath: token.path)
    #expect(throws: LocalFailure.self) { try algorithm.checkToken() }
    try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: token.path)
    try Data("{".utf8).write(to: token)
    #expect(throws: PartnerFailure.loginRequired) { try algorithm.checkToken() }
  }

  @Test func `only healthy is healthy`() throws {
    try algorithm.checkHealth()
    for status in ["degraded", "Healthy", ""] {
      try test.partners.setHealth(status)
      #expect(throws: PartnerFailure.unhealthy) { try algorithm.checkHealth() }
    }
    #expect(try test.partners.requests().allSatisfy { $0.headers["authorization"] == nil })
  }

  @Test(arguments: [
    ("ok", "sent", ""), ("401", "notSent", "no valid login"),
    ("subscription", "notSent", "subscription"), ("cookies", "notSent", "no cookies"),
    ("500", "uncertain", "status 500"), ("cut", "uncertain", "no usable answer"),
    ("page", "uncertain", "no usable answer"),
    ("false", "uncertain", "success is false"),
  ])
  func `a post is requested once, whatever the answer`(
    client: String, expected: String, text: String
  ) throws {
    try logIn(client)
    switch try algorithm.post("Hello \u{1F600}") {
    case .sent(let id): #expect(expected == "sent" && id == "1000")
    case .notSent(let failure):
      #expect(expected == "notSent" && "\(failure)".contains(text), "\(failure)")
    case .uncertain(let failure):
      #expect(expected == "uncertain" && "\(failure)".contains(text), "\(failure)")
      #expect(!"\(failure)".contains("planted"))
    }
    let requests = try test.partners.requests()
    #expect(path(requests).filter { $0 == "api/send-message" }.count == 1)
    let last = try #require(requests.last)
    #expect(last.headers["authorization"]?.hasPrefix("Bearer \(client)-planted-token") == true)
    let seconds = test.clock.now.milliseconds / 1000
    #expect(last.body == #"{"message":"Hello 😀","timestamp":\#(seconds)}"#)
  }

  @Test func `nothing but the token is stored`() throws {
    try logIn("ok")
    _ = try algorithm.post("A digest")
    for file in try test.files() where file.lastPathComponent != "token.json" {
      #expect(try Data(contentsOf: file).range(of: Data("planted".utf8)) == nil, "\(file.path)")
    }
  }

  // MARK: - Named errors

  @Test(arguments: [
    (#"{"error":"Invalid client_id"}"#, PartnerFailure.invalidClient),
    (#"{"error":"x","error_description":"PKCE verification failed."}"#, .pkceFailed),
    (#"{"message":"subscription REQUIRED to post"}"#, .subscriptionRequired),
    (#"{"detail":"No cookies found","success":false}"#, .noCookies),
  ])
  func `a failure is recognized in each field and with each status`(
    body: String, failure: PartnerFailure
  ) {
    for status in [200, 400, 401, 403, 500] {
      #expect(Algorithm.failure(namedBy: Fixture.answer(body, status: status)) == failure)
    }
  }

  @Test(arguments: [
    "", "[]", "{}", "No cookies found", #"{"message":"ok"}"#, #"{"error":{"message":"x"}}"#,
    #"{"success":true,"message":"No cookies found, so the app's were used"}"#, "<html>",
  ])
  func `other answers name no failure`(body: String) {
    #expect(Algorithm.failure(namedBy: Fixture.answer(body)) == nil)
  }

  // MARK: - Cookies

  private static let cookie =
    #"{"name":"auth_token","value":"planted","domain":".x.com","path":"/","expires":1735689600,"#
    + #""httpOnly":true,"secure":true}"#

  private func cookies(_ text: String, mode: Int = 0o600) throws -> AlgorithmCookies {
    let file = try test.folder.write(text, to: "cookies.json")
    try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: file.path)
    return try AlgorithmCookies(file: file)
  }

  @Test func `cookies are sent as document 004 has them, and shown nowhere`() throws {
    try logIn("ok")
    let cookies = try cookies("[\(Self.cookie)]")
    #expect(try algorithm.store(cookies) == 1)
    let request = try #require(try test.partners.requests().last)
    let seconds = test.clock.now.milliseconds / 1000
    let body = try JSONSerialization.jsonObject(with: Data(request.body.utf8)) as? NSDictionary
    let expected =
      try JSONSerialization.jsonObject(
        with: Data(#"{"cookies":[\#(Self.cookie)],"timestamp":\#(seconds)}"#.utf8))
      as? NSDictionary
    #expect(body == expected)
    var dumped = ""
    dump(cookies, to: &dumped)
    for text in ["\(cookies)", String(reflecting: cookies), dumped] {
      #expect(!text.contains("planted"))
    }
  }

  @Test(arguments: ["subscription", "401", "500", "page", "false"])
  func `a failure to store cookies does not show them`(client: String) throws {
    try logIn(client)
    let cookies = try cookies("[\(Self.cookie)]")
    let failure = #expect(throws: (any Error).self) { try algorithm.store(cookies) }
    #expect(failure.map { "\($0)".contains("planted") } == false)
  }

  @Test(arguments: [
    ("", "JSON list"), ("{}", "JSON list"), ("[]", "1 to"), (#"[{"name":"planted"}]"#, "JSON"),
    (cookie.replacing(".x.com", with: "x.com.example"), "domain"),
    (cookie.replacing(".x.com", with: "X.com"), "domain"),
    (cookie.replacing("auth_token", with: "planted;"), "name"),
    (cookie.replacing("planted", with: #"planted\n"#), "value"),
    (cookie.replacing(#""/""#, with: #""planted""#), "path"),
    (cookie.replacing("1735689600", with: "-1"), "expires"),
  ])
  func `a file that has no cookies of X is refused without a value`(
    text: String, reason: String
  ) throws {
    let text = text.hasPrefix(#"{"name":"#) ? "[\(Self.cookie),\(text)]" : text
    let failure = try #require(throws: LocalFailure.self) { try cookies(text) }
    #expect(failure.description.contains(reason), "\(failure)")
    #expect(!failure.description.contains("planted"))
  }

  @Test func `a file of cookies that others can read is refused`() throws {
    #expect(throws: LocalFailure.self) { try cookies("[\(Self.cookie)]", mode: 0o640) }
  }
}
