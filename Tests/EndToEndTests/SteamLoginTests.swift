import FindieTestSupport
import Foundation
import Synchronization
import Testing

/// `findie steam-login` against a loopback server in Steam's place.
@Suite(.waiting) struct SteamLoginTests {
  private static let returnTo = "https://example.com/login?state=4f1c"
  private static let realm = "https://example.com/"
  private static let account = "https://steamcommunity.com/openid/id/76561197960287930"

  private let folder: TemporaryFolder
  private let partners: LoopbackPartners

  init() throws {
    folder = try TemporaryFolder()
    partners = try LoopbackPartners()
    try folder.write(partners.settings, to: "partners.yaml")
  }

  private func callback(
    signature: String = "c2lnbmF0dXJl", nonce: String = "8df0b3"
  ) throws -> String {
    let now = ISO8601DateFormatter().string(from: Date())
    var url = try #require(URLComponents(string: "https://example.com/login"))
    url.queryItems = [
      ("state", "4f1c"), ("openid.ns", "http://specs.openid.net/auth/2.0"),
      ("openid.mode", "id_res"),
      ("openid.op_endpoint", "https://steamcommunity.com/openid/login"),
      ("openid.claimed_id", Self.account), ("openid.identity", Self.account),
      ("openid.return_to", Self.returnTo), ("openid.response_nonce", now + nonce),
      ("openid.assoc_handle", "1234567890"),
      ("openid.signed", "signed,op_endpoint,claimed_id,identity,return_to,response_nonce"),
      ("openid.sig", signature),
    ].map { URLQueryItem(name: $0.0, value: $0.1) }
    return try #require(url.string)
  }

  private func verify(_ callback: String) throws -> Binary.Result {
    try Binary.run(
      [
        "steam-login", "verify", callback, "--return-to", Self.returnTo, "--realm", Self.realm,
        "--settings", "partners.yaml", "--workspace", "workspace", "--json",
      ], in: folder.url)
  }

  @Test func `the address is Steam's, with the return URL and the realm`() throws {
    let result = try Binary.run(
      ["steam-login", "address", "--return-to", Self.returnTo, "--realm", Self.realm],
      in: folder.url)
    #expect(result.status == 0)
    let address = try #require(
      URLComponents(string: result.out.trimmingCharacters(in: .newlines)))
    #expect(address.host == "steamcommunity.com")
    let fields = address.queryItems ?? []
    #expect(fields.first { $0.name == "openid.return_to" }?.value == Self.returnTo)
    #expect(fields.first { $0.name == "openid.realm" }?.value == Self.realm)
  }

  @Test func `a login counts once`() throws {
    let callback = try callback()
    let first = try verify(callback)
    #expect(first.status == 0, "\(first.out)\(first.error)")
    #expect(first.out.contains(#""steamId":"76561197960287930""#))
    let second = try verify(callback)
    #expect(second.status == 1 && second.out.contains(#""reason":"used""#))
    #expect(try partners.requests().count == 1)
  }

  /// The results of callbacks that are verified at the same time, each by a program of its own.
  private func verify(_ callbacks: [String]) throws -> [Binary.Result] {
    let results = Mutex<[Result<Binary.Result, any Error>]>([])
    let ended = DispatchSemaphore(value: 0)
    for callback in callbacks {
      // Not a task: those would wait for other tests, until the logins are too old.
      Thread {
        let result = Result { try verify(callback) }
        results.withLock { $0.append(result) }
        ended.signal()
      }.start()
    }
    for _ in callbacks { ended.wait() }
    return try results.withLock { try $0.map { try $0.get() } }
  }

  @Test func `of logins at the same time none is lost, and one that is sent often counts once`()
    throws
  {
    let different = try verify((0..<24).map { try callback(nonce: "n\($0)") })
    #expect(different.map(\.status) == Array(repeating: 0, count: 24), "\(different)")
    let same = try verify(Array(repeating: callback(), count: 12))
    #expect(same.map(\.status).sorted() == [0] + Array(repeating: 1, count: 11), "\(same)")
  }

  @Test func `a login that Steam did not issue is refused, and without Steam nothing is decided`()
    throws
  {
    let forged = try verify(callback(signature: "forged"))
    #expect(forged.status == 1 && forged.out.contains(#""reason":"notConfirmed""#))
    partners.stop()
    #expect(try verify(callback()).status == 69)
  }
}
