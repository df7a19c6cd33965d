import FindieDomain
import FindiePartners
import FindieWorkspace
import Foundation

/// The clocks of this program. No other file reads a clock.
enum Clock {
  /// Milliseconds since 1970.
  static var now: Int64 { Int64((Date().timeIntervalSince1970 * 1000).rounded(.down)) }

  /// Waits until the time has passed.
  ///
  /// - Throws: `Stopped` if a stop was requested.
  static func pause(_ seconds: Double) throws {
    let end = elapsedSeconds + seconds
    while elapsedSeconds < end {
      if StopSignal.isRequested { throw Stopped() }
      Thread.sleep(forTimeInterval: min(0.1, max(0, end - elapsedSeconds)))
    }
  }

  /// The clock for requests to partners.
  static let forTransport = TransportClock(
    now: { Timestamp(milliseconds: now) },
    pause: { seconds in
      do { try pause(seconds) } catch is Stopped { throw SyncStopped() }
    }, isStopping: { StopSignal.isRequested })

  /// Seconds of a monotonic clock.
  static var elapsedSeconds: Double { ProcessInfo.processInfo.systemUptime }
}
