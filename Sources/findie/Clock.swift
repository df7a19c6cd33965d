import FindiePipelines
import Foundation

/// The clocks of this program: they are read here and nowhere else.
enum Clock {
  /// Milliseconds since 1970.
  static var now: Int64 { Int64((Date().timeIntervalSince1970 * 1000).rounded(.down)) }

  /// Seconds of a clock that only goes forward.
  static var elapsedSeconds: Double { ProcessInfo.processInfo.systemUptime }
}
