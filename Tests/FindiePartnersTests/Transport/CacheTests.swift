import FindiePartners
import FindieTestSupport
import Foundation
import Testing

/// What is stored, and when it is served.
struct CacheTests {
  private let test: TestTransport

  init() throws {
    test = try TestTransport()
  }

  private func stored() throws -> [URL] {
    try test.files().filter { $0.path.hasPrefix(test.answers.path) }
  }

  @Test func `an answer is served from the cache until it is too old`() throws {
    let request = test.request("ok")
    let first = try test.fetch(request)
    #expect(first.value == 0 && first.origin == .network)
    test.clock.advance(seconds: 3599)
    let second = try test.fetch(request)
    #expect(second.value == 0 && second.origin == .cache && second.receivedAt == first.receivedAt)
    test.clock.advance(seconds: 1)
    let third = try test.fetch(request)
    #expect(third.value == 1 && third.origin == .network && third.receivedAt == test.clock.now)
    #expect(try test.partners.requests().count == 2)
  }

  @Test func `counts tell where answers came from`() throws {
    let transport = test.transport(attempts: 1)
    _ = try test.fetch(test.request("fail=0,500"), by: transport)
    _ = try test.fetch(test.request("fail=0,500"), by: transport)
    #expect(throws: PartnerFailure.self) {
      try test.fetch(test.request("status=404"), by: transport)
    }
    let counts = try #require(transport.countsByEndpoint["faults"])
    #expect(counts.requests == 2 && counts.fromCache == 1 && counts.failures == 1)
    #expect(counts.retries == 0 && counts.olderAnswers == 0)
  }

  @Test func `without an age nothing is stored`() throws {
    _ = try test.fetch(test.request("ok"), maximumAge: nil)
    #expect(try stored() == [])
  }

  @Test func `different queries, methods and bodies have different answers`() throws {
    var requests = [
      PartnerRequest(test.endpoint("ok"), path: "a", query: ["id": "1"]),
      PartnerRequest(test.endpoint("ok"), path: "a", query: ["id": "2"]),
      PartnerRequest(test.endpoint("ok"), .post, path: "a", query: ["id": "1"]),
      PartnerRequest(test.endpoint("ok"), .post, path: "a", query: ["id": "1"]),
    ]
    requests[3].body = Array("text".utf8)
    let values = try requests.map { try test.fetch($0).value }
    #expect(values == [0, 1, 2, 3])
    #expect(try requests.map { try test.fetch($0).value } == values)
  }

  @Test func `an older answer is served when the partner fails`() throws {
    let request = test.request("fail=0,500")
    let first = try test.fetch(request)
    test.partners.stop()
    test.clock.advance(seconds: 7200)
    let transport = test.transport(attempts: 1)
    let second = try test.fetch(request, by: transport)
    #expect(second.value == first.value && second.origin.isOlder)
    #expect(second.receivedAt == first.receivedAt)
    #expect(transport.countsByEndpoint["faults"]?.olderAnswers == 1)
    #expect(transport.countsByEndpoint["faults"]?.failures == 1)
  }

  @Test func `an answer that the server confirms is new again`() throws {
    let request = test.request("etag")
    #expect(try test.fetch(request).value == 0)
    test.clock.advance(seconds: 7200)
    let confirmed = try test.fetch(request)
    #expect(confirmed.value == 0 && confirmed.origin == .network)
    #expect(confirmed.receivedAt == test.clock.now)
    #expect(try test.fetch(request).origin == .cache)
    let tags = try test.partners.requests().map { $0.headers["if-none-match"] }
    #expect(tags == [nil, "\"one\""])
  }

  @Test func `a stored answer that can no longer be decoded is not confirmed`() throws {
    let request = test.request("bad-etag")
    // An earlier release decoded it.
    _ = try test.transport().fetch(request, maximumAge: 3600) { $0.text }
    let fetched = try test.fetch(request)
    #expect(fetched.value == 1 && fetched.origin == .network)
  }

  @Test func `an answer from the future is not trusted`() throws {
    let request = test.request("ok")
    test.clock.advance(seconds: 86_400)
    _ = try test.fetch(request)
    test.clock.advance(seconds: -86_400)
    #expect(try test.fetch(request).value == 1)
    // A difference of seconds between two machines is no reason to ask again.
    test.clock.advance(seconds: -30)
    #expect(try test.fetch(request).origin == .cache)
  }

  @Test(arguments: ["cut", "flipped", "empty", "other", "no line", "not JSON", "not UTF-8"])
  func `a damaged file counts as absent`(damage: String) throws {
    let request = test.request("ok")
    _ = try test.fetch(request)
    let file = try #require(stored().first)
    var bytes = try Data(contentsOf: file)
    switch damage {
    case "cut": bytes.removeLast(3)
    case "flipped": bytes[bytes.count - 2] ^= 1
    case "empty": bytes = Data()
    case "other":
      bytes = Data(String(decoding: bytes, as: UTF8.self).replacing("item", with: "path").utf8)
    case "no line": bytes = Data("{\"answer\":5}".utf8)
    case "not JSON": bytes = Data("{\n{\"answer\":5}".utf8)
    default: bytes = Data([0xff, 0xfe, 0x0a, 0xff])
    }
    try bytes.write(to: file)
    let fetched = try test.fetch(request)
    #expect(fetched.value == 1 && fetched.origin == .network)
    #expect(try test.fetch(request).origin == .cache)
  }

  @Test func `answers about players are apart, and only their owner can read any`() throws {
    var personal = test.request("ok", path: "player")
    personal.isPersonal = true
    _ = try test.fetch(personal)
    _ = try test.fetch(test.request("ok"))
    let folder = AnswerCache.personalFolder(of: test.answers).path
    let files = try stored()
    #expect(files.filter { $0.path.hasPrefix(folder) }.count == 1 && files.count == 2)
    for file in files {
      let attributes = try FileManager.default.attributesOfItem(atPath: file.path)
      #expect((attributes[.posixPermissions] as? NSNumber)?.intValue == 0o600)
    }
  }
}
