import FindieDomain
import Foundation
import Synchronization

/// Sends the requests to all partners: rate-limited, retried, cached on disk, with no secrets in
/// any message or file.
///
/// A class, since all partners share its counters.
package final class Transport: Sendable {
  package let clock: TransportClock
  package let rates: RequestRates
  private let cache: AnswerCache
  private let retries: RetryRule
  private let client: HTTPClient
  private let isOffline: Bool
  private let secrets: Mutex<Set<Secret>>
  private let counts = Mutex<[String: Counts]>([:])

  /// What happened to the requests to one endpoint.
  package struct Counts: Codable, Hashable, Sendable {
    /// The number of requests sent, including retries.
    package var requests = 0
    package var retries = 0
    package var fromCache = 0
    package var olderAnswers = 0
    package var failures = 0

    package init() {}
  }

  /// - Parameter isOffline: whether to send no requests and use stored answers of any age.
  package init(
    rates: RequestRates, cache: AnswerCache, clock: TransportClock, isOffline: Bool = false,
    retries: RetryRule = RetryRule(), idleSeconds: Int = 30, totalSeconds: Int = 120
  ) {
    self.isOffline = isOffline
    self.rates = rates
    self.cache = cache
    self.clock = clock
    self.retries = retries
    client = HTTPClient(idleSeconds: idleSeconds, totalSeconds: totalSeconds)
    secrets = Mutex([])
  }

  /// The counts by endpoint name, for endpoints that were asked.
  package var countsByEndpoint: [String: Counts] { counts.withLock { $0 } }

  /// Sends a request and decodes its answer, or decodes the stored answer if it is new enough.
  ///
  /// If the partner does not answer, an older stored answer is used.
  ///
  /// - Parameters:
  ///   - maximumAge: in seconds. Nil if the answer is never stored.
  ///   - entries: the number of entries of an answer. One that has none, or lacks too many, is not
  ///     believed if the stored one has them. Nil if an answer is not a list.
  ///   - storesEmpty: whether an answer without entries is stored; else the next run asks again.
  ///   - decode: throws for an answer that does not match the partner's documentation. Such an
  ///     answer is not stored.
  /// - Throws: `PartnerFailure`, `SyncStopped`, `FileFailure`.
  package func fetch<Value: Sendable>(
    _ request: PartnerRequest, maximumAge: Double?, entries: ((Value) -> Int)? = nil,
    storesEmpty: Bool = true, decode: (PartnerAnswer) throws -> Value
  ) throws -> Fetched<Value> {
    // A stored answer that can no longer be decoded counts as absent, so that no 304 confirms it.
    let stored = maximumAge == nil ? nil : try cache.answer(to: request)
    let older = stored.flatMap { stored in decoded(stored, decode).map { (stored, $0) } }
    if let older, let maximumAge, isOffline || isFresh(older.0, maximumAge) {
      count(request) { $0.fromCache += 1 }
      return Fetched(value: older.1, receivedAt: older.0.receivedAt, origin: .cache)
    }
    guard !isOffline else {
      throw PartnerFailure.unreachable(request.summary, reason: "no request is sent")
    }
    do {
      let answer = try answer(to: request, older?.0)
      let value: Value
      do {
        value = try decode(answer)
      } catch let failure as PartnerFailure {
        throw request.afterSending(failure)
      } catch {
        throw request.afterSending(request.invalid(Transport.detail(of: error)))
      }
      let count = entries?(value)
      if let count, answer.status == 200, let last = older.map({ entries?($0.1) ?? 0 }),
        Loss.isTooLarge(from: last, to: count)
      {
        throw request.invalid(
          "it has \(count) entries, but the stored answer has \(last). The stored answer "
            + "is used. If the new one is right, remove sync/cache from the workspace")
      }
      if maximumAge != nil, storesEmpty || count != 0, !containsSecret(answer) {
        try cache.store(answer, to: request)
      }
      rates.succeeded(request.endpoint)
      return Fetched(value: value, receivedAt: answer.receivedAt, origin: .network)
    } catch let failure as PartnerFailure {
      count(request) { $0.failures += 1 }
      note(failure, request.endpoint)
      if maximumAge != nil, failure.isAboutRequest { try cache.markFailure(of: request) }
      let shown = failure.mapTexts { text in secrets.withLock { $0.removed(from: text) } }
      guard let older else { throw shown }
      count(request) { $0.olderAnswers += 1 }
      return Fetched(
        value: older.1, receivedAt: older.0.receivedAt, origin: .olderAnswer(shown))
    }
  }

  /// The items in the order in which to send their requests: first those that were never answered,
  /// in their order, then those with the oldest answer, then those that failed. So requests that
  /// always fail do not use up a run's allowance.
  package func inTurn<Item>(_ items: [Item], _ request: (Item) -> PartnerRequest) -> [Item] {
    let turns = items.map { cache.turn(of: request($0)) }
    return items.indices.sorted { (turns[$0], $0) < (turns[$1], $1) }.map { items[$0] }
  }

  private func containsSecret(_ answer: PartnerAnswer) -> Bool {
    secrets.withLock { secrets in
      secrets.occur(in: answer.body)
        || answer.headers.values.contains { secrets.occur(in: Data($0.utf8)) }
    }
  }

  private func isFresh(_ answer: PartnerAnswer, _ maximumAge: Double) -> Bool {
    // A time in the future comes from a wrong clock.
    let now = clock.now()
    return answer.receivedAt <= now.adding(seconds: 60)
      && answer.receivedAt.adding(seconds: maximumAge) > now
  }

  private func decoded<Value>(
    _ answer: PartnerAnswer, _ decode: (PartnerAnswer) throws -> Value
  ) -> Value? {
    do { return try decode(answer) } catch { return nil }
  }

  private func note(_ failure: PartnerFailure, _ endpoint: Endpoint) {
    switch failure {
    case .unreachable, .uncertain: rates.failed(endpoint)
    // Another status is about one request. A refusal without credentials may be of one page or of
    // all.
    case .status(_, let status):
      if RetryRule.isTransient(status) || RetryRule.refusals.contains(status) {
        rates.failed(endpoint)
      }
    case .unauthorized, .rateLimited, .refusedSecrets: rates.giveUp(endpoint)
    case .redirected, .invalid, .file, .allowanceUsed, .refusal: break
    }
  }

  private func count(_ request: PartnerRequest, _ change: (inout Counts) -> Void) {
    counts.withLock { change(&$0[request.endpoint.name, default: Counts()]) }
  }

  // MARK: - One request with its retries

  private func answer(
    to request: PartnerRequest, _ stored: PartnerAnswer?
  ) throws -> PartnerAnswer {
    var attempt = 0
    var isRenewed = false
    while true {
      if clock.isStopping() { throw SyncStopped() }
      let authorization = try request.authorization?.headers() ?? [:]
      try rates.wait(for: request.endpoint)
      count(request) { $0.requests += 1 }
      let outcome = try exchange(request.adding(authorization), stored)
      if case .failure(.unauthorized(_, 401)) = outcome, !authorization.isEmpty, !isRenewed {
        request.authorization?.discard(authorization)
        isRenewed = true
        count(request) { $0.retries += 1 }
        continue
      }
      guard case .retry(let failure, let retryAfter) = outcome else { return try outcome.answer() }
      if let retryAfter, retryAfter > retries.longestRetryAfterInSeconds {
        throw PartnerFailure.rateLimited(request.summary, seconds: retryAfter)
      }
      attempt += 1
      guard attempt < retries.attempts else { throw failure }
      count(request) { $0.retries += 1 }
      let pause = retries.pause(after: attempt - 1, of: request.key, now: clock.now())
      try clock.pause(max(pause, Double(retryAfter ?? 0)))
    }
  }

  private enum Outcome {
    case answer(PartnerAnswer)
    case failure(PartnerFailure)
    case retry(PartnerFailure, retryAfter: Int?)

    func answer() throws -> PartnerAnswer {
      switch self {
      case .answer(let answer): return answer
      case .failure(let failure), .retry(let failure, _): throw failure
      }
    }
  }

  /// How long a request that must not be repeated may continue after a stop, to learn its result.
  private static let secondsAfterStop = 5.0

  private func isStopping(_ request: PartnerRequest) -> () -> Bool {
    if request.isRepeatable { return clock.isStopping }
    var stoppedAt: Timestamp?
    return { [clock] in
      guard clock.isStopping() else { return false }
      let now = clock.now()
      let since = stoppedAt ?? now
      stoppedAt = since
      return now >= since.adding(seconds: Transport.secondsAfterStop)
    }
  }

  private func exchange(_ request: PartnerRequest, _ stored: PartnerAnswer?) throws -> Outcome {
    let answer: HTTPResponse
    do throws(HTTPFailure) {
      answer = try client.answer(
        to: httpRequest(request, stored), maximumBytes: request.maximumBytes,
        isStopping: isStopping(request))
    } catch {
      return try outcome(of: error, request)
    }
    let now = clock.now()
    if answer.status == 304, let stored {
      return .answer(
        PartnerAnswer(
          status: stored.status, headers: stored.headers, body: stored.body, receivedAt: now))
    }
    guard request.acceptedStatuses.contains(answer.status) else {
      return outcome(ofStatus: answer, request, now)
    }
    let type = answer.headers["content-type"] ?? ""
    let word = type.prefix { $0 != ";" }.trimmingCharacters(in: .whitespaces).lowercased()
    guard request.contentTypes.isEmpty || request.contentTypes.contains(word) else {
      let shown = request.shown(String(word.prefix(100))) ?? "…"
      return .failure(request.afterSending(request.invalid("its content type is '\(shown)'")))
    }
    return .answer(
      PartnerAnswer(
        status: answer.status, headers: answer.headers, body: Data(answer.body), receivedAt: now))
  }

  private func outcome(
    of failure: HTTPFailure, _ request: PartnerRequest
  ) throws(SyncStopped) -> Outcome {
    switch failure {
    case .notSent(let reason):
      return .retry(.unreachable(request.summary, reason: reason), retryAfter: nil)
    case .interrupted(let reason):
      return request.isRepeatable
        ? .retry(.unreachable(request.summary, reason: reason), retryAfter: nil)
        : .failure(.uncertain(request.summary, reason: reason))
    case .tooLarge:
      return .failure(
        request.afterSending(request.invalid("it exceeds \(request.maximumBytes) bytes")))
    case .stopped(let wasSent):
      guard wasSent, !request.isRepeatable else { throw SyncStopped() }
      return .failure(.uncertain(request.summary, reason: "findie was stopped"))
    case .redirected(let place, let wasRefused):
      let failure = PartnerFailure.redirected(
        request.summary, to: request.shown(place) ?? "another address")
      return .failure(wasRefused ? failure : request.afterSending(failure))
    case .redirectedTooOften:
      return .failure(request.afterSending(request.invalid("it redirects too often")))
    }
  }

  private func outcome(
    ofStatus answer: HTTPResponse, _ request: PartnerRequest, _ now: Timestamp
  ) -> Outcome {
    if RetryRule.refusals.contains(answer.status), request.hasCredentials {
      return .failure(.unauthorized(request.summary, answer.status))
    }
    guard request.isRepeatable || RetryRule.isRefusal(answer.status) else {
      return .failure(.uncertain(request.summary, reason: "status \(answer.status)"))
    }
    let failure = PartnerFailure.status(request.summary, answer.status)
    guard RetryRule.isTransient(answer.status) else { return .failure(failure) }
    let seconds = answer.headers["retry-after"].flatMap { RetryRule.retryAfter($0, now: now) }
    return .retry(
      failure, retryAfter: seconds ?? (answer.status == 429 ? request.secondsAfterTooMany : nil))
  }

  private func httpRequest(_ request: PartnerRequest, _ stored: PartnerAnswer?) -> HTTPRequest {
    secrets.withLock { known in
      known.formUnion(request.secretHeaders.values)
      known.formUnion(request.secretParameters.values)
      known.formUnion(request.targetParts)
      if let target = request.secretTarget { known.insert(target) }
    }
    let secret = request.secretParameters.sorted { $0.key < $1.key }
      .map { $0.key.percentEncoded + "=" + $0.value.revealed.percentEncoded }
      .joined(separator: "&")
    var result = HTTPRequest(
      url: request.url.absoluteString + (request.secretTarget?.revealed ?? ""))
    switch request.method {
    case .get where !secret.isEmpty:
      result.url += (result.url.contains("?") ? "&" : "?") + secret
    case .get: break
    case .post:
      let form = request.body.isEmpty || secret.isEmpty ? secret : "&" + secret
      result.body = request.body + Array(form.utf8)
    }
    result.headers = request.headers.merging(request.secretHeaders.mapValues(\.revealed)) { $1 }
    result.headers["User-Agent"] = "findie"
    result.headers["If-None-Match"] = stored?.headers["etag"]
    result.headers["If-Modified-Since"] = stored?.headers["last-modified"]
    return result
  }

  /// Where decoding failed, without values from the answer.
  private static func detail(of error: any Error) -> String {
    if let error = error as? Unreadable { return error.why }
    guard let error = error as? DecodingError else { return "it cannot be decoded" }
    func place(_ path: [any CodingKey]) -> String {
      path.isEmpty ? "the document" : path.map(\.stringValue).joined(separator: ".")
    }
    return switch error {
    case .keyNotFound(let key, let context): "\(place(context.codingPath + [key])) is missing"
    case .typeMismatch(_, let context), .valueNotFound(_, let context):
      "\(place(context.codingPath)) has another type"
    case .dataCorrupted(let context): "\(place(context.codingPath)) cannot be read"
    @unknown default: "it cannot be decoded"
    }
  }
}
