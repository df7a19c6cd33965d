import FindiePipelines
import Foundation
import FoundationNetworking
import Synchronization

/// Posts lineage events, one after the other, on a thread of its own.
///
/// After three failures in a row no more are tried: an address where nobody answers would else hold the
/// night's end. A class, since the night and the thread share it.
final class LineageSender: LineageSink {
  private struct State {
    var waiting: [String] = []
    var isSending = false
    var sent = 0
    var unsent = 0
    var failuresInARow = 0
    var lastFailure = ""
  }

  private let url: URL
  private let key: String?
  private let state = Mutex(State())
  private let queue = DispatchQueue(label: "findie.lineage")
  private let session: URLSession
  private let answers = Answers()
  private static let secondsAnEvent = 3.0
  private static let failuresToGiveUp = 3

  init(to url: URL, key: String?) {
    self.url = url
    self.key = key
    let configuration = URLSessionConfiguration.ephemeral
    configuration.timeoutIntervalForRequest = Self.secondsAnEvent
    configuration.timeoutIntervalForResource = Self.secondsAnEvent
    session = URLSession(configuration: configuration, delegate: answers, delegateQueue: nil)
  }

  func send(_ event: String) {
    let begins = state.withLock { state in
      state.waiting.append(event)
      defer { state.isSending = true }
      return !state.isSending
    }
    if begins { queue.async { self.sendWaiting() } }
  }

  func finish(within seconds: Double) -> String? {
    let end = Clock.elapsedSeconds + seconds
    // A night that was stopped has its own short time; a stop that comes now ends the wait.
    let wasAsked = StopSignal.isAsked
    while state.withLock({ $0.isSending }), Clock.elapsedSeconds < end,
      wasAsked || !StopSignal.isAsked
    {
      Thread.sleep(forTimeInterval: 0.01)
    }
    return state.withLock { state in
      let lost = state.unsent + state.waiting.count
      guard lost > 0 else { return nil }
      let why = state.lastFailure.isEmpty ? "there was no time left" : state.lastFailure
      let host = url.host() ?? "the address"
      return "\(lost) of \(lost + state.sent) lineage events could not be posted to \(host): \(why)"
    }
  }

  private func sendWaiting() {
    while let event = next() {
      let failure = post(event)
      state.withLock { state in
        if let failure {
          state.unsent += 1
          state.failuresInARow += 1
          state.lastFailure = failure
        } else {
          state.sent += 1
          state.failuresInARow = 0
        }
      }
    }
  }

  /// The event to send; nil where none is left, or it makes no sense to go on.
  private func next() -> String? {
    state.withLock { state in
      if state.failuresInARow >= Self.failuresToGiveUp {
        state.unsent += state.waiting.count
        state.waiting = []
      }
      guard !state.waiting.isEmpty else {
        state.isSending = false
        return nil
      }
      return state.waiting.removeFirst()
    }
  }

  /// What went wrong; nil where the event was taken.
  private func post(_ event: String) -> String? {
    var request = URLRequest(url: url, timeoutInterval: Self.secondsAnEvent)
    request.httpMethod = "POST"
    request.setValue("application/json", forHTTPHeaderField: "Content-Type")
    if let key { request.setValue("Bearer \(key)", forHTTPHeaderField: "Authorization") }
    request.httpBody = Data(event.utf8)
    let answered = DispatchSemaphore(value: 0)
    let outcome = Mutex<String?>("it did not answer within \(Int(Self.secondsAnEvent)) s")
    let task = session.dataTask(with: request)
    answers.expect(task) { response, error in
      outcome.withLock { outcome in
        let status = (response as? HTTPURLResponse)?.statusCode
        outcome =
          error.map { $0.localizedDescription }
          ?? status.flatMap { (200..<300).contains($0) ? nil : "it answered with status \($0)" }
      }
      answered.signal()
    }
    task.resume()
    if answered.wait(timeout: .now() + Self.secondsAnEvent + 1) == .timedOut { task.cancel() }
    return outcome.withLock { $0 }
  }
}

/// Hands answers to who awaits them, and follows no redirection: the key is for the address that was
/// named, and what is redirected as a GET has lost its event.
private final class Answers: NSObject, URLSessionTaskDelegate, Sendable {
  typealias Answered = @Sendable (URLResponse?, (any Error)?) -> Void

  private let awaited = Mutex<[Int: Answered]>([:])

  func expect(_ task: URLSessionTask, _ body: @escaping Answered) {
    awaited.withLock { $0[task.taskIdentifier] = body }
  }

  func urlSession(
    _ session: URLSession, task: URLSessionTask,
    willPerformHTTPRedirection response: HTTPURLResponse, newRequest request: URLRequest,
    completionHandler: @escaping @Sendable (URLRequest?) -> Void
  ) {
    completionHandler(nil)
  }

  func urlSession(
    _ session: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?
  ) {
    awaited.withLock { $0.removeValue(forKey: task.taskIdentifier) }?(task.response, error)
  }
}
