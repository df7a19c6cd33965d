import Foundation

/// A partner's address, with the limits on requests to it.
package struct Endpoint: Hashable, Sendable {
  /// Its key in the settings. Requests to one endpoint share one limit.
  package private(set) var name: String
  /// `{name}` in it stands for the name of a studio or of a project.
  package private(set) var address: String
  /// At most this many requests …
  package var requests: Int
  /// … in any period of this many seconds.
  package var seconds: Double
  /// The maximum number of requests per run.
  package var requestsPerRun: Int

  package init(
    name: String, address: String, requests: Int, seconds: Double, requestsPerRun: Int
  ) {
    self.name = name
    self.address = address
    self.requests = requests
    self.seconds = seconds
    self.requestsPerRun = requestsPerRun
  }

  /// The endpoint with `{name}` replaced.
  package func named(_ name: String) -> Endpoint {
    var named = self
    named.address = address.replacing("{name}", with: name.percentEncoded)
    return named
  }

  /// The endpoint with another address and the same limits.
  ///
  /// - Parameter name: endpoints with the same name share a count of requests; nil for the same.
  func at(_ address: String, name: String? = nil) -> Endpoint {
    var other = self
    other.address = address
    other.name = name ?? self.name
    return other
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

}

extension URL {
  /// An https address without a user or a fragment, or with `allowsLoopback` also an http address
  /// of this machine. Nil for any other text.
  init?(partner text: String, allowsLoopback: Bool = true) {
    guard let url = URL(string: text, encodingInvalidCharacters: false),
      !(url.host() ?? "").isEmpty, url.user() == nil, url.password() == nil,
      url.fragment() == nil,
      url.scheme == "https" || url.scheme == "http" && url.isLoopback && allowsLoopback
    else { return nil }
    self = url
  }

  func isOnSameServer(as other: URL) -> Bool {
    scheme == other.scheme && host() == other.host() && port == other.port
  }

  /// Whether the host is this machine.
  var isLoopback: Bool { ["127.0.0.1", "localhost", "::1", "[::1]"].contains(host() ?? "") }
}
