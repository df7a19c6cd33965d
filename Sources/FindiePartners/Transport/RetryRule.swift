import CCurl
import FindieDomain
import FindieWorkspace
import Foundation

/// When a failed request is repeated: exponential backoff with full jitter, and `Retry-After`.
///
/// Source: M. Brooker, *Exponential Backoff And Jitter* (AWS Architecture Blog, 2015): the pause is
/// uniform between 0 and min(longest, first · 2ⁿ).
package struct RetryRule: Sendable {
  package var attempts = 4
  package var firstPauseInSeconds = 1.0
  package var longestPauseInSeconds = 60.0
  /// A server that asks for a longer pause is not asked again in this run.
  package var longestRetryAfterInSeconds = 120

  package init() {}

  /// Whether a status is worth another attempt.
  static func isTransient(_ status: Int) -> Bool {
    [408, 425, 429, 500, 502, 503, 504].contains(status)
  }

  /// The statuses of a refusal. If a request has credentials, they are what is refused.
  static let refusals = [401, 403]

  /// Whether a status says that the partner did not do what was requested. 408 and gateway statuses
  /// leave that open; so do 302 and 303, which may lead to the result.
  static func isRefusal(_ status: Int) -> Bool {
    (400..<500).contains(status) && status != 408 || [301, 307, 308, 503].contains(status)
  }

  /// The seconds before the next attempt. Requests and programs that fail at the same time get
  /// different pauses, computed from a hash of the request and the time.
  ///
  /// - Parameter attempt: from 0.
  func pause(after attempt: Int, of request: String, now: Timestamp) -> Double {
    let hash = Fingerprint(of: "\(request)\n\(attempt)\n\(now.milliseconds)").hexadecimal
    let fraction = Double(UInt32(hash.prefix(8), radix: 16) ?? 0) / Double(UInt32.max)
    return min(longestPauseInSeconds, firstPauseInSeconds * pow(2, Double(attempt))) * fraction
  }

  /// The seconds of a `Retry-After` header, which has a number of seconds or an HTTP date (RFC
  /// 9110, section 10.2.3). Nil if the header has no such number.
  static func retryAfter(_ header: String, now: Timestamp) -> Int? {
    let text = header.trimmingCharacters(in: .whitespaces)
    if !text.isEmpty, text.utf8.allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) })
    {
      return min(Int(text) ?? longest, longest)
    }
    let date = unsafe curl_getdate(text, nil)
    guard date >= 0 else { return nil }
    let seconds = Double(date) - Double(now.milliseconds) / 1000
    return max(0, Int(min(seconds.rounded(.up), Double(longest))))
  }

  private static let longest = 1_000_000_000
}
