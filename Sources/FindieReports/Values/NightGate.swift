/// The outcome of the checks before a run is published.
package struct NightGate: Hashable, Sendable {
  package let checks: Int
  package let failed: Int
  /// Whether the run's lists are published.
  package let isPublished: Bool

  package init(checks: Int, failed: Int, isPublished: Bool) {
    self.checks = checks
    self.failed = failed
    self.isPublished = isPublished
  }
}
