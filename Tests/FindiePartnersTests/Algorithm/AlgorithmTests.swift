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
}
