import FindieDomain
import FindieFiles
import FindiePartners
import FindieTestSupport
import Foundation
import Synchronization
import Testing

struct SteamLoginCheckTests {
  private let room: CheckRoom

  init() throws {
    room = try CheckRoom()
  }

  private func refusal(
    of url: String, at time: Timestamp = Callback.now, isConfirmed: Bool = true
  ) throws -> LoginRefusal? {
    do {
      _ = try room.steamId(of: url, at: time) { isConfirmed }
      return nil
    } catch let refusal as LoginRefusal {
      return refusal
    }
  }

  /// Checks a refusal that needs no request to Steam, and that uses nothing up.
  private func expect(_ url: String, _ expected: LoginRefusal) throws {
    #expect(try refusal(of: url) == expected)
    #expect(room.sent.isEmpty)
    #expect(!DurableFile.exists(room.folder.url.appending(path: "logins")))
  }

  @Test func `a login that Steam confirms names the account`() throws {
    #expect(try room.steamId(of: Callback().url) == "76561197960287930")
  }

  @Test func `Steam is asked with all fields of the callback and another mode`() throws {
    _ = try room.steamId(of: Callback().url)
    let request = try #require(room.sent.first)
    #expect(room.sent.count == 1)
    #expect(request.method == .post)
    #expect(request.url.absoluteString == "https://steamcommunity.com/openid/login")
    #expect(request.headers["Content-Type"] == "application/x-www-form-urlencoded")
    let expected = Callback().fields.filter { $0.0 != "state" }.map { name, value in
      name + "=" + (name == "openid.mode" ? "check_authentication" : value.percentEncoded)
    }
    #expect(String(decoding: request.body, as: UTF8.self) == expected.joined(separator: "&"))
  }

  @Test func `a plus sign in the query is a blank`() throws {
    let url = Callback().url.replacingOccurrences(of: "state=4f1c", with: "state=4f1c&note=a+b")
    #expect(try refusal(of: url) == nil)
  }

  @Test(arguments: [
    "http://example.com/login?openid.mode=id_res", "https://example.com/login", "",
    "?openid.mode=x",
    "https://example.com/login?a=%zz", "https://example.com/login?a=%ff",
    "https://example.com/login#?a=b",
  ])
  func `a callback that is no https URL with a query is refused`(url: String) throws {
    try expect(url, .malformed)
  }

  @Test(arguments: ["openid.claimed_id", "openid.mode", "openid.sig", "state", "openid.x"])
  func `a callback with a field twice is refused`(name: String) throws {
    let field = Callback().fields.first { $0.0 == name } ?? (name, "")
    let more = "&\(name)=\(field.1.percentEncoded)"
    try expect(Callback().url + more + (name == "openid.x" ? more : ""), .duplicate(name))
  }

  @Test func `a name that is encoded in another way is the same name`() throws {
    try expect(Callback().url + "&openid%2Emode=id_res", .duplicate("openid.mode"))
  }

  @Test(arguments: [
    "https://example.org/login", "https://example.com/", "https://example.com/login/",
    "https://example.com:444/login",
  ])
  func `a callback at another address is refused`(page: String) throws {
    var callback = Callback()
    callback.page = page
    try expect(callback.url, .otherPage)
  }

  @Test func `a callback without the query of the return URL is refused`() throws {
    try expect(
      Callback().url.replacingOccurrences(of: "state=4f1c", with: "state=0000"), .otherPage)
    var callback = Callback()
    callback.fields.removeFirst()
    try expect(callback.url, .otherPage)
  }

  @Test func `a cancelled login is refused`() throws {
    try expect(Callback().with("mode", "cancel").url, .cancelled)
  }

  @Test(arguments: [
    "ns", "mode", "op_endpoint", "claimed_id", "identity", "return_to", "signed", "response_nonce",
  ])
  func `a missing or empty field is refused`(name: String) throws {
    try expect(Callback().with(name, nil).url, .field("openid.\(name)"))
    try expect(Callback().with(name, "").url, .field("openid.\(name)"))
  }

  @Test(arguments: [
    ("ns", "http://specs.openid.net/auth/1.1"), ("mode", "checkid_setup"), ("mode", "error"),
    ("mode", "setup_needed"), ("op_endpoint", "https://steamcommunity.com/openid/login/"),
    ("op_endpoint", "http://steamcommunity.com/openid/login"),
    ("op_endpoint", "https://steamcommunity.com.evil.example/openid/login"),
    ("return_to", "https://example.com/login"),
    ("return_to", "https://example.com/login?state=4f1d"),
    ("return_to", "https://example.com/login?state=4f1c&more=1"),
    ("return_to", "https://evil.example/login?state=4f1c"),
  ])
  func `a field with another value is refused`(name: String, value: String) throws {
    try expect(Callback().with(name, value).url, .field("openid.\(name)"))
  }

  @Test(arguments: [
    "http://steamcommunity.com/openid/id/76561197960287930",
    "https://steamcommunity.com/openid/id/76561197960287930/",
    "https://steamcommunity.com/openid/id/076561197960287930",
    "https://steamcommunity.com/openid/id/7656119796028793",
    "https://steamcommunity.com/openid/id/",
    "https://steamcommunity.com/openid/id/76561197960265728",
    "https://steamcommunity.com/openid/id/103582791429521412",
    "https://steamcommunity.com/openid/id/٧٦٥٦١١٩٧٩٦٠٢٨٧٩٣٠",
    "https://steamcommunity.com/openid/id/76561197960287930?x=1",
    "https://steamcommunity.com/openid/id/76561197960287930\n",
    "https://steamcommunity.com.evil.example/openid/id/76561197960287930",
    "https://evil.example/https://steamcommunity.com/openid/id/76561197960287930",
    "https://steamcommunity.com/id/76561197960287930", "76561197960287930",
  ])
  func `an identity that is no Steam account is refused`(identity: String) throws {
    try expect(
      Callback().with("claimed_id", identity).with("identity", identity).url,
      .field("openid.claimed_id"))
  }

  @Test func `a claimed identity other than the identity is refused`() throws {
    let other = "https://steamcommunity.com/openid/id/76561197960287931"
    try expect(Callback().with("identity", other).url, .field("openid.identity"))
    try expect(Callback().with("claimed_id", other).url, .field("openid.identity"))
  }

  @Test(arguments: ["op_endpoint", "claimed_id", "identity", "return_to", "response_nonce"])
  func `a field that Steam did not sign is refused`(name: String) throws {
    let all = ["op_endpoint", "claimed_id", "identity", "return_to", "response_nonce"]
    let signed = all.filter { $0 != name }
    try expect(Callback().with("signed", signed.joined(separator: ",")).url, .unsigned(name))
    let similar = (signed + ["x\(name)", "\(name)x"]).joined(separator: ",")
    try expect(Callback().with("signed", similar).url, .unsigned(name))
  }

  @Test(arguments: [
    "x", "2026-03-01", "2026-03-01T03:00:00", "2026-03-01T03:00:00+00:00", "2026-02-30T03:00:00Zx",
    " 2026-03-01T03:00:00Z", "2026-03-01T03:00:00Z a", "2026-03-01T03:00:00Zé",
  ])
  func `a nonce without a time, or with other characters, is refused`(nonce: String) throws {
    try expect(Callback().with("response_nonce", nonce).url, .field("openid.response_nonce"))
  }

  @Test func `a nonce has at most 255 characters`() throws {
    func url(_ count: Int) -> String {
      let nonce = "\(Callback.now)" + String(repeating: "a", count: count - 20)
      return Callback().with("response_nonce", nonce).url
    }
    try expect(url(256), .field("openid.response_nonce"))
    #expect(try refusal(of: url(255)) == nil)
  }

  @Test(arguments: [-301.0, -300, 300, 301])
  func `a login is valid within five minutes of its time`(seconds: Double) throws {
    let refused = try refusal(of: Callback().url, at: Callback.now.adding(seconds: seconds))
    #expect(refused == (abs(seconds) > 300 ? .time : nil))
  }

  @Test func `a login counts once`() throws {
    #expect(try refusal(of: Callback().url) == nil)
    #expect(try refusal(of: Callback().url) == .used)
    #expect(room.sent.count == 1)
    let other = Callback().with("response_nonce", "\(Callback.now)other").url
    #expect(try refusal(of: other) == nil)
  }

  @Test func `of several checks at the same time, one succeeds`() async throws {
    let room = room
    let accepted = try await withThrowingTaskGroup(of: Bool.self) { group in
      for _ in 0..<8 {
        group.addTask {
          do {
            _ = try room.steamId(of: Callback().url)
            return true
          } catch let refusal as LoginRefusal where refusal == .used {
            return false
          }
        }
      }
      return try await group.reduce(into: 0) { $0 += $1 ? 1 : 0 }
    }
    #expect(accepted == 1)
  }

  @Test func `a login that Steam does not confirm is refused, and is not used up`() throws {
    #expect(try refusal(of: Callback().url, isConfirmed: false) == .notConfirmed)
    #expect(try refusal(of: Callback().url) == nil)
  }

  @Test func `a login is not used up while Steam cannot be reached`() throws {
    let failure = PartnerFailure.unreachable("POST", reason: "timeout")
    #expect(throws: failure) { try room.steamId(of: Callback().url) { throw failure } }
    #expect(try refusal(of: Callback().url) == nil)
  }

  @Test func `used logins are removed after a day`() throws {
    let folder = room.folder.url.appending(path: "logins")
    #expect(try refusal(of: Callback().url) == nil)
    for (days, count) in [(1.0, 2), (2.1, 1)] {
      let time = Callback.now.adding(seconds: (days * 86_400).rounded())
      let url = Callback().with("response_nonce", "\(time)").url
      #expect(try refusal(of: url, at: time) == nil)
      #expect(try DurableFile.names(in: folder).count == count)
    }
  }

  @Test func `each refusal has its own sentence and code`() {
    let all: [LoginRefusal] = [
      .realm, .returnTo, .outside, .redirectURI, .malformed, .duplicate("a"), .otherPage,
      .cancelled, .field("a"), .unsigned("a"), .time, .used, .notConfirmed, .pastedText,
      .otherRedirect, .state, .denied("a"), .noCode,
    ]
    #expect(Set(all.map(\.description)).count == all.count)
    #expect(Set(all.map(\.code)).count == all.count)
    #expect(all.allSatisfy { $0.description.hasSuffix(".") })
  }

  @Test(arguments: [
    ("ns:http://specs.openid.net/auth/2.0\nis_valid:true\n", true),
    ("ns:http://specs.openid.net/auth/2.0\nis_valid:false\n", false), ("is_valid:true", true),
    ("is_valid:true\r\n", true),
  ])
  func `Steam's answer is true or false`(text: String, isConfirmed: Bool) throws {
    let request = PartnerRequest(PartnerSettings().endpoint(.steamLogin), .post, path: "login")
    #expect(try SteamLoginCheck.isConfirmed(by: Fixture.answer(text), request) == isConfirmed)
  }

  @Test(arguments: [
    "", "is_valid:", "is_valid:TRUE", "is_valid:true\nis_valid:false\n", "x is_valid:true",
    "is_valid:true\nis_valid:true", "is_valid:true ", "error:is_valid:true",
  ])
  func `another answer of Steam is invalid`(text: String) throws {
    let request = PartnerRequest(PartnerSettings().endpoint(.steamLogin), .post, path: "login")
    #expect(throws: PartnerFailure.self) {
      try SteamLoginCheck.isConfirmed(by: Fixture.answer(text), request)
    }
  }
}
