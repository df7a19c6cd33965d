package import FindieDomain
import FindieFiles
import FindieWorkspace
import Foundation

/// Checks login callbacks. Each names the player's Steam account and counts once.
package struct SteamLoginCheck: Sendable {
  private let login: SteamLogin
  private let nonces: UsedNonces
  private let endpoint: Endpoint
  private let now: @Sendable () -> Timestamp
  private let confirm: @Sendable (PartnerRequest) throws -> Bool

  /// The largest difference between a login's time and the clock.
  static let minutes = 5

  private static let account = "https://steamcommunity.com/openid/id/"
  private static let signedFields = [
    "op_endpoint", "claimed_id", "identity", "return_to", "response_nonce",
  ]

  /// - Parameter confirm: asks Steam whether it issued a login.
  package init(
    _ login: SteamLogin, _ nonces: UsedNonces, _ settings: PartnerSettings,
    now: @escaping @Sendable () -> Timestamp,
    confirm: @escaping @Sendable (PartnerRequest) throws -> Bool
  ) {
    self.login = login
    self.nonces = nonces
    self.now = now
    self.confirm = confirm
    endpoint = settings.endpoint(.steamLogin)
  }

  package init(
    _ login: SteamLogin, _ nonces: UsedNonces, _ settings: PartnerSettings, _ transport: Transport
  ) {
    self.init(login, nonces, settings, now: transport.clock.now) { request in
      try transport.fetch(request, maximumAge: nil) {
        try Self.isConfirmed(by: $0, request)
      }.value
    }
  }

  /// The account of the player who logged in.
  ///
  /// - Parameter callback: the URL to which Steam sent the player back, with its query.
  /// - Throws: `LoginRefusal`; `PartnerFailure` if Steam gives no answer; `SyncStopped`,
  ///   `FileFailure`.
  package func steamId(of callback: String) throws -> SteamId {
    let fields = try fields(of: callback)
    guard fields["openid.mode"] != "cancel" else { throw LoginRefusal.cancelled }
    try require(fields, "ns", SteamLogin.namespace)
    try require(fields, "mode", "id_res")
    try require(fields, "op_endpoint", SteamLogin.server)
    try require(fields, "return_to", login.returnTo)
    let steamId = try steamId(in: fields)
    let signed = try value(of: "signed", in: fields).split(separator: ",")
    for name in Self.signedFields where !signed.contains(Substring(name)) {
      throw LoginRefusal.unsigned(name)
    }
    let (nonce, time) = try nonce(in: fields)
    guard try confirm(confirmation(of: fields)) else { throw LoginRefusal.notConfirmed }
    // Another process may have used the login during the request.
    guard try nonces.insert(nonce, at: time, now: now()) else { throw LoginRefusal.used }
    return steamId
  }

  private func fields(of callback: String) throws(LoginRefusal) -> QueryFields {
    guard let page = WebAddress(callback), let query = page.query else { throw .malformed }
    let fields = try QueryFields(query)
    guard let expected = WebAddress(login.returnTo), page.isSamePage(as: expected) else {
      throw .otherPage
    }
    for (name, value) in try QueryFields(expected.query ?? "").all where fields[name] != value {
      throw .otherPage
    }
    return fields
  }

  private func value(
    of name: String, in fields: QueryFields
  ) throws(LoginRefusal) -> String {
    // Texts that are not ASCII may be equal to others.
    guard let value = fields["openid.\(name)"], !value.isEmpty,
      value.utf8.allSatisfy({ (0x21...0x7E).contains($0) })
    else { throw .field("openid.\(name)") }
    return value
  }

  private func require(
    _ fields: QueryFields, _ name: String, _ value: String
  ) throws(LoginRefusal) {
    guard try self.value(of: name, in: fields) == value else { throw .field("openid.\(name)") }
  }

  private func steamId(in fields: QueryFields) throws(LoginRefusal) -> SteamId {
    let claimed = try value(of: "claimed_id", in: fields)
    guard claimed.hasPrefix(Self.account),
      let steamId = SteamId(String(claimed.dropFirst(Self.account.count)))
    else { throw .field("openid.claimed_id") }
    try require(fields, "identity", claimed)
    return steamId
  }

  /// A nonce begins with the time of the login (OpenID 2.0, section 10.1).
  private func nonce(
    in fields: QueryFields
  ) throws(LoginRefusal) -> (nonce: String, time: Timestamp) {
    let nonce = try value(of: "response_nonce", in: fields)
    let form = /([0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}Z)[!-~]*/
    guard nonce.utf8.count <= 255, let match = nonce.wholeMatch(of: form),
      let time = Timestamp(iso8601: String(match.1))
    else { throw .field("openid.response_nonce") }
    let difference = abs(time.milliseconds - now().milliseconds)
    guard difference <= Int64(Self.minutes) * 60_000 else { throw .time }
    guard !nonces.contains(nonce, at: time) else { throw .used }
    return (nonce, time)
  }

  private func confirmation(of fields: QueryFields) -> PartnerRequest {
    var request = PartnerRequest(endpoint, .post, path: "login")
    request.contentTypes = ["text/plain"]
    request.isPersonal = true
    let form = fields.all.filter { $0.name.hasPrefix("openid.") }.map { name, value in
      let value = name == "openid.mode" ? "check_authentication" : value
      return name.percentEncoded + "=" + value.percentEncoded
    }
    request.setBody(form: form.joined(separator: "&"))
    return request
  }

  /// Whether an answer in lines `key:value` has `is_valid:true`.
  ///
  /// - Throws: `PartnerFailure.invalid` if it says neither true nor false.
  package static func isConfirmed(
    by answer: PartnerAnswer, _ request: PartnerRequest
  ) throws -> Bool {
    let lines = answer.text.split(whereSeparator: \.isNewline)
    switch lines.filter({ $0.hasPrefix("is_valid:") }) {
    case ["is_valid:true"]: return true
    case ["is_valid:false"]: return false
    default: throw request.invalid("it lacks is_valid")
    }
  }
}
