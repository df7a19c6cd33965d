import FindieDomain
import FindieFiles
package import Foundation
import Synchronization

/// Limits the requests to each endpoint with a token bucket.
///
/// A bucket holds at most `burst` tokens and gains (requests − burst) / seconds per second, so that
/// no period of `seconds` has more than `requests` requests. It is stored in a file, so that
/// concurrent and restarted programs respect the limit too. For fast endpoints, a run takes several
/// tokens at a time from the file, and the bucket gains a little less.
///
/// A class, since all threads share the buckets.
package final class RequestRates: Sendable {
  struct Bucket: Codable {
    var tokens: Double
    /// Milliseconds since 1970.
    var at: Int64
  }

  private struct State {
    /// Tokens that were taken from the file and not used.
    var taken = 0
    var sent = 0
    var failuresInARow = 0
    var isGivenUp = false
    /// Whether the remaining requests are left for the next run.
    var isUsedUp = false
  }

  private let folder: URL
  private let clock: TransportClock
  private let states = Mutex<[String: State]>([:])

  /// An endpoint is given up after this many requests in a row failed despite all retries.
  private static let failuresUntilGivenUp = 3

  package init(folder: URL, clock: TransportClock) {
    self.folder = folder
    self.clock = clock
  }

  /// The number of requests that were sent to an endpoint in this run.
  package func sent(to endpoint: String) -> Int { states.withLock { $0[endpoint]?.sent ?? 0 } }

  /// Waits until the endpoint's limit allows a request, and counts it.
  ///
  /// - Throws: `PartnerFailure.givenUp` and `.allowanceUsed`, `SyncStopped`, `FileFailure`.
  package func wait(for endpoint: Endpoint) throws {
    while true {
      let seconds = try states.withLock { states in
        var state = states[endpoint.name] ?? State()
        defer { states[endpoint.name] = state }
        return try secondsToWait(&state, endpoint)
      }
      if seconds <= 0 { return }
      try clock.pause(seconds)
    }
  }

  /// Takes a token and returns 0, or returns the seconds until there is one.
  private func secondsToWait(_ state: inout State, _ endpoint: Endpoint) throws -> Double {
    if state.isUsedUp { throw PartnerFailure.allowanceUsed(endpoint.name, state.sent) }
    if state.isGivenUp { throw PartnerFailure.givenUp(endpoint.name) }
    guard state.sent < endpoint.requestsPerRun else {
      throw PartnerFailure.allowanceUsed(endpoint.name, endpoint.requestsPerRun)
    }
    if state.taken > 0 {
      state.taken -= 1
      state.sent += 1
      return 0
    }
    let burst = max(1, (Double(endpoint.requests) / 20).rounded(.down))
    let most = max(1, (burst / 5).rounded(.down))
    // Up to most − 1 tokens may be older than a period. An endpoint with one request per period has
    // no room for a burst.
    let rate = max(Double(endpoint.requests) - burst - (most - 1), 1) / endpoint.seconds
    var bucket = Bucket(tokens: 0, at: 0)
    var taken = 0.0
    try DurableFile.update(folder.appending(path: "\(endpoint.name).json")) { bytes in
      // Other processes may have waited for the file too.
      let now = clock.now().milliseconds
      let known = try bytes.flatMap { try RequestRates.bucket(of: $0) }
      // A damaged file has no tokens.
      let stored = known ?? Bucket(tokens: bytes == nil ? burst : 0, at: now)
      // A clock that is set back gives no tokens; one that is set forward fills the bucket once.
      let elapsed = max(0, (Double(now) - Double(stored.at)) / 1000)
      bucket.at = now
      bucket.tokens = min(burst, max(0, stored.tokens) + elapsed * rate)
      taken = min(bucket.tokens.rounded(.down), most)
      bucket.tokens -= taken
      // While there is no token, the file stays unchanged.
      if taken == 0, let known, known.at <= now { return nil }
      return try Array(JSONEncoder().encode(bucket))
    }
    guard taken > 0 else { return (1 - bucket.tokens) / rate }
    state.taken = Int(taken) - 1
    state.sent += 1
    return 0
  }

  /// Nil for a damaged file.
  private static func bucket(of bytes: [UInt8]) throws -> Bucket? {
    do {
      return try JSONDecoder().decode(Bucket.self, from: Data(bytes))
    } catch is DecodingError {
      return nil
    }
  }

  func succeeded(_ endpoint: Endpoint) {
    states.withLock { $0[endpoint.name]?.failuresInARow = 0 }
  }

  /// Counts a request that failed after all retries.
  func failed(_ endpoint: Endpoint) {
    states.withLock { states in
      var state = states[endpoint.name] ?? State()
      state.failuresInARow += 1
      state.isGivenUp = state.failuresInARow >= RequestRates.failuresUntilGivenUp
      states[endpoint.name] = state
    }
  }

  /// Leaves all further requests to the endpoint for the next run: the partner's limit is reached.
  func useUp(_ endpoint: Endpoint) {
    states.withLock { $0[endpoint.name, default: State()].isUsedUp = true }
  }

  /// Sends no more requests to the endpoint in this run.
  func giveUp(_ endpoint: Endpoint) {
    states.withLock { $0[endpoint.name, default: State()].isGivenUp = true }
  }
}
