import Foundation

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
    Self.isSameServer(url, origin)
      || url.scheme == "https" && url.port == nil && redirectHosts.contains(url.host() ?? "")
  }

  static func isSameServer(_ url: URL, _ origin: URL) -> Bool {
    url.scheme == origin.scheme && url.host() == origin.host() && url.port == origin.port
  }
}

extension URL {
  /// Whether the host is this machine.
  var isLoopback: Bool { ["127.0.0.1", "localhost", "::1", "[::1]"].contains(host() ?? "") }
}
