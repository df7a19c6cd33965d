package import FindieDomain

/// The results of the checks before publishing.
package struct GateFindings: Codable, Sendable, Equatable {
  package let day: Day
  /// The published night that the lists were compared with.
  package let champion: Day?
  package let checks: [GateCheck]
  /// The number of candidates that each filter removed.
  package let filters: FilterCounts
  package let exposure: [StudioExposure]

  package init(
    day: Day, champion: Day?, checks: [GateCheck], filters: FilterCounts = FilterCounts(),
    exposure: [StudioExposure] = []
  ) {
    self.day = day
    self.champion = champion
    self.checks = checks
    self.filters = filters
    self.exposure = exposure
  }

  /// The failed checks that stop publication unless `--publish anyway` overrides them.
  package var failed: [GateCheck] { checks.filter { $0.verdict == .failed && !$0.isContract } }

  /// The violated invariants, which hold for any data: bugs in findie.
  package var violations: [GateCheck] {
    checks.filter { $0.verdict == .failed && $0.isContract }
  }

  /// Whether the lists may be published.
  ///
  /// - Parameter isOverridden: whether `--publish anyway` overrides failed checks.
  package func allowsPublishing(isOverridden: Bool) -> Bool {
    violations.isEmpty && (failed.isEmpty || isOverridden)
  }
}
