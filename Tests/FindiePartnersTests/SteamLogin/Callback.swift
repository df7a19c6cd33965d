import FindieDomain
import FindiePartners
import FindieTestSupport
import Foundation
import Synchronization

/// A callback as Steam sends it, and checks of it without a network.
struct Callback {
  static let returnTo = "https://example.com/login?state=4f1c"
  static let account = "https://steamcommunity.com/openid/id/76561197960287930"
  static let now = Timestamp(milliseconds: 1_772_334_000_000)

  var page = "https://example.com/login"
  var fields = [
    ("state", "4f1c"), ("openid.ns", "http://specs.openid.net/auth/2.0"),
    ("openid.mode", "id_res"), ("openid.op_endpoint", "https://steamcommunity.com/openid/login"),
    ("openid.claimed_id", account), ("openid.identity", account), ("openid.return_to", returnTo),
    ("openid.response_nonce", "\(now)8df0b3=+/"), ("openid.assoc_handle", "1234567890"),
    (
      "openid.signed",
      "signed,op_endpoint,claimed_id,identity,return_to,response_nonce,assoc_handle"
    ),
    ("openid.sig", "RfUJ+2ZqJ0U0fTEFVcE2CfEUSi8="),
  ]

  var url: String {
    page + "?"
      + fields.map { $0.0.percentEncoded + "=" + $0.1.percentEncoded }.joined(separator: "&")
  }

  /// - Parameter value: nil to leave the field out.
  func with(_ name: String, _ value: String?) -> Callback {
    var callback = self
    callback.fields.removeAll { $0.0 == "openid.\(name)" }
    if let value { callback.fields.append(("openid.\(name)", value)) }
    return callback
  }
}

/// Checks callbacks at a fixed time.
struct CheckRoom {
  let folder: TemporaryFolder
  private let requests = Requests()

  /// A class, since closures add to it.
  private final class Requests: Sendable {
    let all = Mutex<[PartnerRequest]>([])
  }

  init() throws {
    folder = try TemporaryFolder()
  }

  /// The requests that were sent to Steam.
  var sent: [PartnerRequest] { requests.all.withLock { $0 } }

  func steamId(
    of url: String, at time: Timestamp = Callback.now,
    confirm: @escaping @Sendable () throws -> Bool = { true }
  ) throws -> String {
    let login = try SteamLogin(returnTo: Callback.returnTo, realm: "https://example.com/")
    let check = SteamLoginCheck(
      login, UsedNonces(folder: folder.url.appending(path: "logins")), PartnerSettings(),
      now: { time }
    ) { [requests] request in
      requests.all.withLock { $0.append(request) }
      return try confirm()
    }
    return try check.steamId(of: url).text
  }
}
