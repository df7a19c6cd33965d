import FindieDomain
package import Foundation
import Synchronization

/// A request to a partner's server.
package struct PartnerRequest: Sendable {
  package enum Method: String, Sendable {
    case get = "GET"
    case post = "POST"
  }

  package let endpoint: Endpoint
  package let method: Method
  /// Without the secret parameters, so it may be logged.
  package let url: URL
  package var headers: [String: String] = [:]
  package var body: [UInt8] = []
  package var secretHeaders: [String: Secret] = [:]
  /// Adds to the secret headers when the request is sent. After a 401, the request is sent once
  /// more with new headers.
  package var authorization: (any RequestAuthorization)?
  /// Parameters of the query of a GET, or of the form of a POST.
  package var secretParameters: [String: Secret] = [:]
  /// Secrets in the body. They appear in no message.
  package var bodySecrets: Set<Secret> = []
  /// The whole query, sent unchanged, since it may sign the request.
  private(set) var secretQuery: Secret?
  /// The statuses that count as an answer. All others are failures.
  package var acceptedStatuses: Set<Int> = [200]
  /// The content types that count as an answer, without parameters. Empty for any.
  package var contentTypes: Set<String> = ["application/json"]
  /// Whether the answer is about one player. Such answers are stored separately, and `forget`
  /// deletes them. No message about the request names the player.
  package var isPersonal = false
  /// Whether the request may be sent again although the partner may have received it.
  package var isRepeatable = true
  /// The pause after an answer 429 without `Retry-After`, as the partner documents it; nil for the
  /// usual pause.
  package var secondsAfterTooMany: Int?
  /// The largest answer, in bytes after decompression.
  package var maximumBytes = 8 << 20

  /// - Parameters:
  ///   - path: below the endpoint's URL. Reserved characters are encoded; slashes separate parts.
  ///   - query: names and values, which are encoded.
  package init(
    _ endpoint: Endpoint, _ method: Method = .get, path: String = "",
    query: KeyValuePairs<String, String> = [:]
  ) {
    self.endpoint = endpoint
    self.method = method
    url = endpoint.url(path: path, query: query)
  }

  /// Gets a file whose address is in an answer of `endpoint`. Only the endpoint's limits apply; its
  /// headers are not sent. The query is a secret.
  ///
  /// Nil unless the address is https, or http on the loopback interface if the endpoint's is http
  /// too, as in tests.
  package init?(file address: String, namedBy endpoint: Endpoint) {
    guard let url = URL(string: address, encodingInvalidCharacters: false),
      !(url.host() ?? "").isEmpty, url.user() == nil, url.password() == nil,
      url.fragment() == nil,
      url.scheme == "https"
        || (url.scheme == "http" && url.isLoopback && endpoint.address.hasPrefix("http:"))
    else { return nil }
    let parts = address.split(separator: "?", maxSplits: 1)
    self.init(endpoint.at(String(parts[0]), name: endpoint.name + "Files"))
    secretQuery = parts.count > 1 ? Secret(String(parts[1])) : nil
  }

  /// Identifies equal requests. Secrets are not part of it.
  var key: String {
    let parts = [method.rawValue, url.absoluteString, String(decoding: body, as: UTF8.self)]
    return parts.joined(separator: "\n")
  }

  /// Whether the request proves who sends it.
  var hasCredentials: Bool {
    !secretHeaders.isEmpty || !secretParameters.isEmpty || !bodySecrets.isEmpty
      || secretQuery != nil
  }

  func adding(_ headers: [String: Secret]) -> PartnerRequest {
    var request = self
    request.secretHeaders.merge(headers) { $1 }
    return request
  }

  /// The failure of a request that was sent. If the request must not be repeated, an unusable
  /// answer leaves open whether the partner did what was requested.
  func afterSending(_ failure: PartnerFailure) -> PartnerFailure {
    guard !isRepeatable else { return failure }
    return switch failure {
    case .invalid(let request, let detail): .uncertain(request, reason: detail)
    case .tooLarge(let request, let bytes):
      .uncertain(request, reason: "the answer exceeds \(bytes) bytes")
    case .contentType(let request, let type):
      .uncertain(request, reason: "unexpected content type '\(type)'")
    case .redirected(let request, let url): .uncertain(request, reason: "redirected to \(url)")
    default: failure
    }
  }

  /// The request, for an error message.
  var summary: String {
    guard isPersonal else { return "\(method.rawValue) \(url.absoluteString)" }
    // In the address, the host and the query name the player.
    let path = url.absoluteString.dropFirst(endpoint.address.count).prefix { $0 != "?" }
    return "\(method.rawValue) \(shownAddress)\(path) for a player"
  }

  /// The endpoint's address for an error message.
  var shownAddress: String { isPersonal ? endpoint.template : endpoint.address }
}

extension String {
  /// The text with all characters encoded but the unreserved ones (RFC 3986, section 2.3).
  package var percentEncoded: String {
    var encoded = ""
    for byte in utf8 {
      switch byte {
      case UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "a")...UInt8(ascii: "z"),
        UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."),
        UInt8(ascii: "_"), UInt8(ascii: "~"):
        encoded.unicodeScalars.append(Unicode.Scalar(byte))
      default:
        encoded += "%" + (byte < 16 ? "0" : "") + String(byte, radix: 16, uppercase: true)
      }
    }
    return encoded
  }
}

/// A partner's address, with the limits on requests to it.
package struct Endpoint: Hashable, Sendable {
  /// Its key in the settings. Requests to one endpoint share one limit.
  package let name: String
  /// `{name}` in the host stands for a player's or a studio's name.
  package let address: String
  /// At most this many requests …
  package var requests: Int
  /// … in any period of this many seconds.
  package var seconds: Double
  /// The maximum number of requests per run.
  package var requestsPerRun: Int
  /// The hosts to which the endpoint may redirect, besides its own.
  package let redirectHosts: [String]
  /// The address before `{name}` was replaced, for messages.
  let template: String

  package init(
    name: String, address: String, requests: Int, seconds: Double, requestsPerRun: Int,
    redirectHosts: [String] = [], template: String? = nil
  ) {
    self.name = name
    self.address = address
    self.template = template ?? address
    self.requests = requests
    self.seconds = seconds
    self.requestsPerRun = requestsPerRun
    self.redirectHosts = redirectHosts
  }

  /// The endpoint with `{name}` replaced.
  package func named(_ name: String) -> Endpoint {
    Endpoint(
      name: self.name,
      address: address.replacingOccurrences(of: "{name}", with: name.percentEncoded),
      requests: requests, seconds: seconds, requestsPerRun: requestsPerRun,
      redirectHosts: redirectHosts, template: template)
  }

  /// The endpoint with another address and the same limits.
  ///
  /// - Parameter name: endpoints with the same name share a count of requests.
  func at(_ address: String, name: String) -> Endpoint {
    Endpoint(
      name: name, address: address, requests: requests, seconds: seconds,
      requestsPerRun: requestsPerRun, redirectHosts: redirectHosts)
  }

  func url(path: String, query: KeyValuePairs<String, String>) -> URL {
    let parts = path.split(separator: "/").map { "/" + String($0).percentEncoded }
    let values = query.map { $0.key.percentEncoded + "=" + $0.value.percentEncoded }
    let text =
      address + parts.joined() + (values.isEmpty ? "" : "?" + values.joined(separator: "&"))
    // The settings check the address; everything else is encoded.
    guard let url = URL(string: text) else { preconditionFailure("\(text) is not a URL") }
    return url
  }

  /// Whether a redirect to `url` is followed: HTTPS to an allowed host, or the same host and port.
  func mayRedirect(to url: URL, from origin: URL) -> Bool {
    if url.scheme == origin.scheme, url.host() == origin.host(), url.port == origin.port {
      return true
    }
    return url.scheme == "https" && url.port == nil && redirectHosts.contains(url.host() ?? "")
  }
}

extension URL {
  /// Whether the host is this machine.
  var isLoopback: Bool { ["127.0.0.1", "localhost", "::1", "[::1]"].contains(host() ?? "") }
}

/// Authorizes requests with an expiring token, which is issued on demand and never stored.
///
/// A class, since all requests share the token.
final class ExpiringToken: RequestAuthorization {
  struct Issued: Sendable {
    let headers: [String: Secret]
    /// How long the token is valid.
    let seconds: Double
  }

  private struct Current {
    let headers: [String: Secret]
    let renewalAt: Timestamp
  }

  private let now: @Sendable () -> Timestamp
  private let issue: @Sendable () throws -> Issued
  private let current = Mutex<Current?>(nil)

  /// The share of a token's life after which it is renewed.
  private static let usedPart = 0.9

  init(
    now: @escaping @Sendable () -> Timestamp, issue: @escaping @Sendable () throws -> Issued
  ) {
    self.now = now
    self.issue = issue
  }

  func headers() throws -> [String: Secret] {
    try current.withLock { current in
      let now = now()
      if let current, current.renewalAt > now { return current.headers }
      let issued = try issue()
      current = Current(
        headers: issued.headers,
        renewalAt: now.adding(seconds: issued.seconds * ExpiringToken.usedPart))
      return issued.headers
    }
  }

  func discard(_ headers: [String: Secret]) {
    current.withLock { current in
      // Another thread may have renewed the token since.
      if current?.headers == headers { current = nil }
    }
  }
}

/// A secret text, such as a key or a token. It prints as `•••` and cannot be encoded, so that no
/// log, error or record contains it by accident.
package struct Secret: Hashable, Sendable, CustomStringConvertible, CustomReflectable {
  /// The text itself. Only the transport uses it, to build a request.
  let revealed: String

  package init(_ text: String) {
    revealed = text
  }

  package var description: String { "•••" }

  package var customMirror: Mirror { Mirror(self, children: []) }
}

extension Secret {
  /// The text as it is, and as in a query or a form.
  fileprivate var forms: Set<String> {
    revealed.isEmpty ? [] : [revealed, revealed.percentEncoded]
  }
}

extension Sequence<Secret> {
  /// Whether `bytes` contain one of the secrets, plain or percent-encoded.
  func occur(in bytes: Data) -> Bool {
    contains { $0.forms.contains { bytes.range(of: Data($0.utf8)) != nil } }
  }

  /// The text with `•••` instead of each secret.
  func removed(from text: String) -> String {
    // The longest first, since one may contain another.
    let forms = flatMap(\.forms).sorted { $0.utf8.count > $1.utf8.count }
    return forms.reduce(text) { text, form in text.replacing(form, with: "•••") }
  }
}

/// The headers that authorize requests to a partner whose tokens expire.
package protocol RequestAuthorization: Sendable {
  /// The headers of the next request.
  ///
  /// - Throws: `PartnerFailure`, `SyncStopped`, `FileFailure`.
  func headers() throws -> [String: Secret]

  /// Discards headers that the partner refused with status 401, so that the next call of `headers`
  /// gets new ones.
  func discard(_ headers: [String: Secret])
}
