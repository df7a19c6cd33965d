import FindieDomain
import Foundation
import FoundationNetworking
import Synchronization

/// Sends one request over HTTP and waits for the whole answer.
///
/// It follows redirects to allowed hosts only, without secrets if the host changes, and it ends an answer
/// that is too large or too slow. Proxies come from the environment (`https_proxy`, `no_proxy`), and
/// compressed answers are decompressed, both by libcurl.
struct HTTPConnection: Sendable {
  /// Between two pieces of an answer.
  var idleSeconds = 30.0
  var totalSeconds = 120.0

  struct Answer: Sendable {
    let status: Int
    let headers: [String: String]
    let body: Data
  }

  enum Failure: Error {
    case network(String)
    case timedOut
    case tooLarge
    case redirected(String)
  }

  /// - Throws: `Failure`, `SyncStopped`.
  func answer(
    to request: URLRequest, of endpoint: Endpoint, maximumBytes: Int, clock: TransportClock
  ) throws -> Answer {
    let exchange = Exchange(endpoint, maximumBytes)
    let configuration = URLSessionConfiguration.ephemeral
    configuration.timeoutIntervalForRequest = idleSeconds
    configuration.httpCookieStorage = nil
    configuration.urlCache = nil
    let session = URLSession(configuration: configuration, delegate: exchange, delegateQueue: nil)
    defer { session.invalidateAndCancel() }
    let task = session.dataTask(with: request)
    task.resume()
    let end = clock.now().adding(seconds: totalSeconds)
    while !exchange.wait(milliseconds: 50) {
      if clock.isStopping() {
        task.cancel()
        throw SyncStopped()
      }
      if clock.now() > end {
        task.cancel()
        throw Failure.timedOut
      }
    }
    return try exchange.result()
  }
}

/// Collects an answer. A class, since URLSession calls its delegate.
private final class Exchange: NSObject, URLSessionDataDelegate, Sendable {
  private struct State {
    var response: (status: Int, headers: [String: String])?
    var body = Data()
    var failure: HTTPConnection.Failure?
  }

  private let endpoint: Endpoint
  private let maximumBytes: Int
  private let state = Mutex(State())
  private let isDone = DispatchSemaphore(value: 0)

  init(_ endpoint: Endpoint, _ maximumBytes: Int) {
    self.endpoint = endpoint
    self.maximumBytes = maximumBytes
  }

  func wait(milliseconds: Int) -> Bool {
    isDone.wait(timeout: .now() + .milliseconds(milliseconds)) == .success
  }

  func result() throws -> HTTPConnection.Answer {
    let state = state.withLock { $0 }
    if let failure = state.failure { throw failure }
    guard let response = state.response else {
      throw HTTPConnection.Failure.network("the connection was closed")
    }
    return HTTPConnection.Answer(
      status: response.status, headers: response.headers, body: state.body)
  }

  func urlSession(
    _ session: URLSession, task: URLSessionTask,
    willPerformHTTPRedirection response: HTTPURLResponse, newRequest request: URLRequest,
    completionHandler: @escaping @Sendable (URLRequest?) -> Void
  ) {
    guard let origin = response.url, let url = request.url,
      endpoint.mayRedirect(to: url, from: origin)
    else {
      // The location may repeat a secret of the query.
      let host = (request.url?.scheme ?? "?") + "://" + (request.url?.host() ?? "?")
      state.withLock { $0.failure = .redirected(host) }
      task.cancel()
      completionHandler(nil)
      return
    }
    guard url.host() != origin.host() else { return completionHandler(request) }
    var request = request
    for name in request.allHTTPHeaderFields?.keys.map({ $0 }) ?? [] where name != "User-Agent" {
      request.setValue(nil, forHTTPHeaderField: name)
    }
    completionHandler(request)
  }

  func urlSession(
    _ session: URLSession, dataTask: URLSessionDataTask, didReceive response: URLResponse,
    completionHandler: @escaping @Sendable (URLSession.ResponseDisposition) -> Void
  ) {
    if let response = response as? HTTPURLResponse {
      var headers: [String: String] = [:]
      for case (let name as String, let value as String) in response.allHeaderFields {
        headers[name.lowercased()] = value
      }
      state.withLock { $0.response = (response.statusCode, headers) }
    }
    completionHandler(.allow)
  }

  func urlSession(_ session: URLSession, dataTask: URLSessionDataTask, didReceive data: Data) {
    let isTooLarge = state.withLock { state in
      if state.failure == nil { state.body.append(data) }
      guard state.body.count > maximumBytes else { return false }
      state.failure = .tooLarge
      state.body = Data()
      return true
    }
    if isTooLarge { dataTask.cancel() }
  }

  func urlSession(
    _ session: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?
  ) {
    if let error {
      let text = Exchange.reason(of: error)
      state.withLock { state in
        if state.failure == nil { state.failure = text.map { .network($0) } ?? .timedOut }
      }
    }
    isDone.signal()
  }

  /// The reason without the URL, which may contain a secret. Nil for a timeout.
  private static func reason(of error: any Error) -> String? {
    let code = (error as? URLError)?.code
    return switch code {
    case .timedOut: nil
    case .cannotFindHost, .dnsLookupFailed: "the host name cannot be resolved"
    case .cannotConnectToHost: "the connection was refused"
    case .networkConnectionLost: "the connection was cut off"
    case .badServerResponse, .cannotParseResponse: "the answer is not HTTP"
    case .secureConnectionFailed, .serverCertificateUntrusted, .serverCertificateHasBadDate,
      .serverCertificateHasUnknownRoot, .serverCertificateNotYetValid:
      "the certificate is not trusted"
    default: "network error \(code?.rawValue ?? (error as NSError).code)"
    }
  }
}
