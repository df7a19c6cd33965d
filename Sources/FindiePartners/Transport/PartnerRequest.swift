import FindieText
import FindieWorkspace
package import Foundation

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
  package var authorization: ExpiringToken?
  /// Parameters of the query of a GET, or of the form of a POST.
  package var secretParameters: [String: Secret] = [:]
  /// What follows the endpoint's address, sent unchanged: a query that signs the request, or the
  /// path and the query of a webhook.
  private(set) var secretTarget: Secret?
  /// The parts of `secretTarget`, which a server may repeat.
  private(set) var targetParts: Set<Secret> = []
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
    let isTest = endpoint.address.hasPrefix("http:")
    guard URL(partner: address, allowsLoopback: isTest) != nil else { return nil }
    let parts = address.split(separator: "?", maxSplits: 1)
    self.init(endpoint.at(String(parts[0]), name: endpoint.name + "Files"))
    guard parts.count > 1 else { return }
    secretTarget = Secret("?" + parts[1])
    targetParts = [Secret(String(parts[1]))]
  }

  /// Posts to an address whose path and query are a secret.
  ///
  /// Nil unless the address is https, or http on the loopback interface.
  /// - Parameter limits: the endpoint whose name and limits apply.
  init?(webhook address: Secret, within limits: Endpoint) {
    let text = address.revealed
    guard URL(partner: text) != nil, let start = text.range(of: "://")?.upperBound else {
      return nil
    }
    let target = text[start...].firstIndex { "/?".contains($0) } ?? text.endIndex
    self.init(limits.at(String(text[..<target])), .post)
    secretTarget = Secret(String(text[target...]))
    targetParts = Set(
      text[target...].split { "/?&=".contains($0) }.filter { $0.utf8.count > 8 }
        .map { Secret(String($0)) })
  }

  /// Sends a value as JSON with sorted keys.
  mutating func setBody(json value: some Encodable) { setBody(json: canonicalJSON(value)) }

  mutating func setBody(json text: String) {
    headers["Content-Type"] = "application/json"
    body = Array(text.utf8)
  }

  /// Sends encoded fields of a form. Secret parameters are added when the request is sent.
  mutating func setBody(form: String) {
    headers["Content-Type"] = "application/x-www-form-urlencoded"
    body = Array(form.utf8)
  }

  /// Identifies equal requests. Secrets are not part of it.
  var key: String {
    let parts = [method.rawValue, url.absoluteString, String(decoding: body, as: UTF8.self)]
    return parts.joined(separator: "\n")
  }

  /// Whether the request proves who sends it.
  var hasCredentials: Bool {
    !secretHeaders.isEmpty || !secretParameters.isEmpty || secretTarget != nil
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
    case .redirected(let request, let url): .uncertain(request, reason: "redirected to \(url)")
    default: failure
    }
  }

  /// The failure of an answer that does not match the partner's documentation.
  package func invalid(_ detail: String) -> PartnerFailure { .invalid(summary, detail: detail) }

  /// A text of an answer for a message; nil if it may repeat a secret or name a player.
  func shown(_ text: String) -> String? { isPersonal || hasCredentials ? nil : printable(text) }

  /// The request, for an error message.
  var summary: String {
    guard isPersonal else { return "\(method.rawValue) \(url.absoluteString)" }
    // The query names the player.
    let address = url.absoluteString.prefix { $0 != "?" }
    return "\(method.rawValue) \(address) for a player"
  }
}
