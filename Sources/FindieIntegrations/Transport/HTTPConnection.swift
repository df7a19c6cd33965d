import Dispatch
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
    /// The request was not sent.
    case notConnected(String)
    case network(String)
    case timedOut
    case tooLarge
    case redirected(String)
    case redirectedTooOften
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
    defer { session.finishTasksAndInvalidate() }
    let task = session.dataTask(with: request)
    task.resume()
    // The waits are counted, since a clock may be set while the answer arrives. Foundation's own timeout
    // has been seen to fail on a busy machine.
    let interval = 0.05
    var idle = 0.0
    for _ in 0..<Int((totalSeconds / interval).rounded(.up)) {
      if exchange.wait(seconds: interval) { return try exchange.result() }
      idle = exchange.takeProgress() ? 0 : idle + interval
      if idle > idleSeconds { break }
      if clock.isStopping() {
        exchange.abandon()
        throw SyncStopped()
      }
    }
    exchange.abandon()
    throw Failure.timedOut
  }
}

/// Collects an answer. A class, since URLSession calls its delegate.
private final class Exchange: NSObject, URLSessionDataDelegate, Sendable {
  private struct State {
    var response: (status: Int, headers: [String: String])?
    var body = Data()
    var redirects = 0
    var hasProgress = false
    var failure: HTTPConnection.Failure?
  }

  private static let maximumRedirects = 5

  private let endpoint: Endpoint
  private let maximumBytes: Int
  private let state = Mutex(State())
  private let isDone = DispatchSemaphore(value: 0)

  init(_ endpoint: Endpoint, _ maximumBytes: Int) {
    self.endpoint = endpoint
    self.maximumBytes = maximumBytes
  }

  func wait(seconds: Double) -> Bool { isDone.wait(timeout: .now() + seconds) == .success }

  /// Whether a part of the answer has arrived since the last call.
  func takeProgress() -> Bool {
    state.withLock { state in
      defer { state.hasProgress = false }
      return state.hasProgress
    }
  }

  /// Ends the request with the next piece of its answer, or when its idle time is over.
  ///
  /// Foundation ends the process if a task is cancelled while it waits for a decision about a redirect, so
  /// a task is cancelled only where it receives its body.
  func abandon() {
    state.withLock { $0.failure = .timedOut }
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
    func refuse(_ failure: HTTPConnection.Failure) {
      state.withLock { $0.failure = $0.failure ?? failure }
      completionHandler(nil)
    }
    let mayContinue = state.withLock { state in
      state.redirects += 1
      state.hasProgress = true
      return state.failure == nil && state.redirects <= Exchange.maximumRedirects
    }
    guard mayContinue else { return refuse(.redirectedTooOften) }
    guard let origin = response.url, let url = request.url,
      endpoint.mayRedirect(to: url, from: origin),
      // A form may contain a secret.
      url.host() == origin.host() || request.httpMethod == "GET"
    else {
      // The rest of the location may repeat a secret.
      return refuse(
        .redirected((request.url?.scheme ?? "?") + "://" + (request.url?.host() ?? "?")))
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
      state.withLock { state in
        state.response = (response.statusCode, headers)
        state.hasProgress = true
      }
    }
    completionHandler(.allow)
  }

  func urlSession(_ session: URLSession, dataTask: URLSessionDataTask, didReceive data: Data) {
    let hasFailed = state.withLock { state in
      state.hasProgress = true
      if state.failure == nil { state.body.append(data) }
      if state.body.count > maximumBytes { state.failure = .tooLarge }
      if state.failure != nil { state.body = Data() }
      return state.failure != nil
    }
    if hasFailed { dataTask.cancel() }
  }

  func urlSession(
    _ session: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?
  ) {
    if let error {
      let failure = Exchange.failure(of: error)
      state.withLock { $0.failure = $0.failure ?? failure }
    }
    isDone.signal()
  }

  /// The reason without the URL, which may contain a secret.
  private static func failure(of error: any Error) -> HTTPConnection.Failure {
    let code = (error as? URLError)?.code
    return switch code {
    case .timedOut: .timedOut
    case .cannotFindHost, .dnsLookupFailed: .notConnected("the host name cannot be resolved")
    case .cannotConnectToHost: .notConnected("the connection was refused")
    case .networkConnectionLost: .network("the connection was cut off")
    case .badServerResponse, .cannotParseResponse: .network("the answer is not HTTP")
    case .secureConnectionFailed, .serverCertificateUntrusted, .serverCertificateHasBadDate,
      .serverCertificateHasUnknownRoot, .serverCertificateNotYetValid:
      .notConnected("the certificate is not trusted")
    default: .network("network error \(code?.rawValue ?? (error as NSError).code)")
    }
  }
}
