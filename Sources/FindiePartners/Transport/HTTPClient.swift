import CCurl
import Foundation

/// Sends requests over HTTP by libcurl.
///
/// Each request has its own connection. On a reused connection, libcurl may send a request again,
/// and may take stray bytes from the server for its answer. On a new one it sends the request once.
package struct HTTPClient: Sendable {
  /// The longest time to connect, and between two pieces of an answer.
  package var idleSeconds: Int
  /// The longest time from the start to the end of the answer.
  package var totalSeconds: Int

  package init(idleSeconds: Int = 30, totalSeconds: Int = 120) {
    self.idleSeconds = idleSeconds
    self.totalSeconds = totalSeconds
  }

  /// Whether libcurl could be initialized, which happens once.
  private static let isReady = curl_global_init(Int(CURL_GLOBAL_DEFAULT)) == CURLE_OK

  /// Sends a request and waits for the whole answer, of any status. Redirects are not followed.
  ///
  /// Proxies come from the environment (`https_proxy`, `no_proxy`).
  ///
  /// - Parameters:
  ///   - maximumBytes: of the body, after decompression.
  ///   - isStopping: is called at least once a second, on this thread.
  package func send(
    _ request: HTTPRequest, maximumBytes: Int, isStopping: @escaping () -> Bool
  ) throws(HTTPFailure) -> HTTPResponse {
    guard request.hasValidHeaders else { throw .notSent("a header has a line break") }
    guard Self.isReady, let handle = unsafe curl_easy_init() else {
      throw .notSent("libcurl cannot be started")
    }
    defer { unsafe curl_easy_cleanup(handle) }
    // Without this, libcurl would wait for the server's consent before sending a large body.
    var headers = unsafe curl_slist_append(nil, "Expect:")
    for (name, value) in request.headers.sorted(by: { $0.key < $1.key }) {
      // libcurl expects a semicolon after a header without a value.
      let line = value.isEmpty ? "\(name);" : "\(name): \(value)"
      unsafe headers = curl_slist_append(headers, line)
    }
    defer { unsafe curl_slist_free_all(headers) }
    var codes = unsafe [
      findie_curl_set_list(handle, CURLOPT_HTTPHEADER, headers),
      findie_curl_set_text(handle, CURLOPT_URL, request.url),
      findie_curl_set_text(handle, CURLOPT_PROTOCOLS_STR, "http,https"),
      // Every compression that libcurl knows.
      findie_curl_set_text(handle, CURLOPT_ACCEPT_ENCODING, ""),
      findie_curl_set_long(handle, CURLOPT_NOSIGNAL, 1),
      findie_curl_set_long(handle, CURLOPT_CONNECTTIMEOUT, idleSeconds),
      // Less than one byte per second is no progress.
      findie_curl_set_long(handle, CURLOPT_LOW_SPEED_LIMIT, 1),
      findie_curl_set_long(handle, CURLOPT_LOW_SPEED_TIME, idleSeconds),
      findie_curl_set_long(handle, CURLOPT_TIMEOUT, totalSeconds),
      // In HTTP/2, a server can refuse a request, which libcurl then repeats.
      findie_curl_set_long(handle, CURLOPT_HTTP_VERSION, CURL_HTTP_VERSION_1_1),
    ]
    if let body = request.body {
      unsafe codes.append(findie_curl_set_long(handle, CURLOPT_POSTFIELDSIZE, body.count))
      // With the NUL, even an empty body has an address.
      unsafe (body + [0]).withUnsafeBytes {
        unsafe codes.append(
          findie_curl_set_text(
            handle, CURLOPT_COPYPOSTFIELDS, $0.assumingMemoryBound(to: CChar.self).baseAddress))
      }
    }
    guard unsafe headers != nil, codes.allSatisfy({ $0 == CURLE_OK }) else {
      throw .notSent("libcurl does not accept the request")
    }
    let answer = AnswerReader(maximumBytes: maximumBytes, isStopping: isStopping)
    let code = unsafe perform(handle, answer)
    let wasSent = unsafe long(CURLINFO_REQUEST_SIZE, of: handle) > 0
    if answer.isStopped { throw .stopped(wasSent: wasSent) }
    if answer.isTooLarge { throw .tooLarge }
    guard code == CURLE_OK else {
      let reason = Self.reason(code)
      throw wasSent ? .interrupted(reason) : .notSent(reason)
    }
    return unsafe HTTPResponse(
      status: long(CURLINFO_RESPONSE_CODE, of: handle), headers: answer.headers, body: answer.body)
  }

  /// Performs the request with the system's certificates.
  ///
  /// From the certificate folder, only those that a server needs are read. The file with all of
  /// them takes 25 ms to read, so it is used only if the folder does not verify a server; nothing
  /// was sent to that server.
  private func perform(_ handle: UnsafeMutableRawPointer, _ answer: AnswerReader) -> CURLcode {
    guard unsafe findie_curl_certificate_folder() != nil,
      unsafe findie_curl_set_text(handle, CURLOPT_CAINFO, nil) == CURLE_OK
    else { return unsafe answer.read(from: handle) }
    let code = unsafe answer.read(from: handle)
    guard code == CURLE_PEER_FAILED_VERIFICATION, let file = unsafe findie_curl_certificate_file(),
      unsafe findie_curl_set_text(handle, CURLOPT_CAINFO, file) == CURLE_OK
    else { return code }
    return unsafe answer.read(from: handle)
  }

  private func long(_ info: CURLINFO, of handle: UnsafeMutableRawPointer) -> Int {
    var value = 0
    unsafe findie_curl_get_long(handle, info, &value)
    return value
  }

  /// The reason for a failure, without any part of the request.
  private static func reason(_ code: CURLcode) -> String {
    switch code {
    case CURLE_OPERATION_TIMEDOUT: "timeout"
    case CURLE_COULDNT_RESOLVE_HOST: "the host name cannot be resolved"
    case CURLE_COULDNT_RESOLVE_PROXY: "the proxy's name cannot be resolved"
    case CURLE_COULDNT_CONNECT: "the connection was refused"
    case CURLE_GOT_NOTHING, CURLE_PARTIAL_FILE, CURLE_RECV_ERROR, CURLE_SEND_ERROR:
      "the connection was cut off"
    case CURLE_UNSUPPORTED_PROTOCOL, CURLE_WEIRD_SERVER_REPLY: "the answer is not HTTP"
    case CURLE_PEER_FAILED_VERIFICATION: "the certificate is not trusted"
    default: unsafe String(cString: curl_easy_strerror(code))
    }
  }
}

/// A request over HTTP.
package struct HTTPRequest: Sendable {
  /// Absolute, with the scheme `http` or `https`, fully encoded.
  package var url: String
  package var headers: [String: String]
  /// Of a POST; nil for a GET.
  package var body: [UInt8]?

  package init(url: String, headers: [String: String] = [:], body: [UInt8]? = nil) {
    self.url = url
    self.headers = headers
    self.body = body
  }

  /// Whether no header smuggles in another one.
  var hasValidHeaders: Bool {
    headers.allSatisfy { name, value in
      !(name + value).utf8.contains { [UInt8(ascii: "\r"), UInt8(ascii: "\n"), 0].contains($0) }
    }
  }
}

/// The whole answer to a request.
package struct HTTPResponse: Sendable {
  package let status: Int
  /// By name in lower case. If a header is repeated, the last value.
  package let headers: [String: String]
  /// Decompressed.
  package let body: [UInt8]
}

/// Why there is no complete answer. No case contains any part of the request.
package enum HTTPFailure: Error, Hashable, Sendable {
  /// No part of the request was sent.
  case notSent(String)
  /// The server may have received the request.
  case interrupted(String)
  /// The body is larger than allowed, or the head is larger than 256 KiB.
  case tooLarge
  /// A stop was requested. If something was sent, the server may have received the request.
  case stopped(wasSent: Bool)
  /// To this address, without its path, which is not allowed. The server did nothing if the request
  /// only has another address (`wasRefused`).
  case redirected(String, wasRefused: Bool)
  case redirectedTooOften
}

extension HTTPClient {
  private static let maximumRedirects = 5

  /// Sends a request and waits for the whole answer. Redirects to the same server are followed;
  /// those of a POST, if they ask for the same request at another address.
  func answer(
    to request: HTTPRequest, maximumBytes: Int, isStopping: @escaping () -> Bool
  ) throws(HTTPFailure) -> HTTPResponse {
    var request = request
    for _ in 0...HTTPClient.maximumRedirects {
      let answer = try send(
        request, maximumBytes: maximumBytes, isStopping: isStopping)
      guard [301, 302, 303, 307, 308].contains(answer.status),
        let location = answer.headers["location"]
      else { return answer }
      let wasRefused = RetryRule.isRefusal(answer.status)
      let origin = URL(string: request.url)
      // libcurl gets this URL, with invalid characters encoded.
      let url = URL(string: location, relativeTo: origin)
      guard let origin, let url, url.isOnSameServer(as: origin), wasRefused || request.body == nil
      else {
        // The rest of the location may repeat a secret.
        let place = (url?.scheme ?? "?") + "://" + (url?.host(percentEncoded: false) ?? "?")
        throw .redirected(place, wasRefused: wasRefused)
      }
      request.url = url.absoluteString
    }
    throw .redirectedTooOften
  }
}
