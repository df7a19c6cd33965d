/// The crash-free shares of the app, which are metrics of the partner `crashlytics`.
///
/// Source: Firebase, "Understand crash-free metrics": a user is an installation of the app on a
/// device.
package enum CrashFreeMetric: String, CaseIterable, Sendable {
  /// The installations with a session that began on the day, without a crash in any of these
  /// sessions.
  case crashFreeUsers
  /// The sessions that began on the day, without a crash.
  case crashFreeSessions

  /// The partner of the metrics.
  package static let partner = PartnerName.crashlytics.rawValue

  /// The segment of sessions without a version.
  package static let unknownVersion = "unknown"

  /// The minimum number of users or sessions that alerts compare.
  package static let minimumTotal = 100

  package var name: String {
    switch self {
    case .crashFreeUsers: "Crash-free users"
    case .crashFreeSessions: "Crash-free sessions"
    }
  }

  /// The newest version with at least `minimumTotal` users or sessions; nil without one.
  package static func newestVersion(of totals: [ExactText: Int]) -> ExactText? {
    totals.filter {
      $0.value >= minimumTotal && !["", unknownVersion].contains($0.key.text)
    }.keys.max {
      let (left, right) = (numbers($0.text), numbers($1.text))
      return left == right ? $0 < $1 : left.lexicographicallyPrecedes(right)
    }
  }

  /// The numbers of a version: `2.10.1` has 2, 10 and 1.
  private static func numbers(_ version: String) -> [Int] {
    version.split { !("0"..."9").contains($0) }.map { Int($0) ?? .max }
  }
}
