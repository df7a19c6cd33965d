/// A request over HTTP.
package struct HTTPRequest: Sendable {
  /// Absolute, of the scheme `http` or `https`, with everything encoded.
  package var url: String
  package var headers: [String: String]
  /// Of a POST; nil for a GET.
  package var body: [UInt8]?

  package init(url: String, headers: [String: String] = [:], body: [UInt8]? = nil) {
    self.url = url
    self.headers = headers
    self.body = body
  }

  /// Whether no header contains another one.
  var hasValidHeaders: Bool {
    headers.allSatisfy { name, value in
      !(name + value).utf8.contains { [UInt8(ascii: "\r"), UInt8(ascii: "\n"), 0].contains($0) }
    }
  }
}

/// The whole answer to a request.
package struct HTTPResponse: Sendable {
  package let status: Int
  /// By name in lower case. Of a repeated header, the last value.
  package let headers: [String: String]
  /// Decompressed.
  package let body: [UInt8]
}

/// Why there is no whole answer. No case contains anything of the request.
package enum HTTPFailure: Error, Hashable, Sendable {
  /// Nothing of the request was sent.
  case notSent(String)
  /// The server may have received the request.
  case interrupted(String)
  /// The body is larger than allowed, or the head than 256 KiB.
  case tooLarge
  /// A stop was requested. If something was sent, the server may have received the request.
  case stopped(wasSent: Bool)
}
