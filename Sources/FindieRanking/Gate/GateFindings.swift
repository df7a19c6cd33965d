package import FindieDomain

/// The results of the checks before publishing.
package struct GateFindings: Codable, Sendable, Equatable {
  package let day: Day
  /// The published night that the lists were compared with.
  package let champion: Day?
  package let checks: [GateCheck]
  /// The number of pairs of a player and a game that each filter excludes.
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
  package var failed: [GateCheck] { checks.filter { $0.verdict == .failed && !$0.isInvariant } }

  /// The violated invariants, which hold for any data: bugs in findie.
  package var violations: [GateCheck] {
    checks.filter { $0.verdict == .failed && $0.isInvariant }
  }

  /// Whether the lists may be published.
  ///
  /// - Parameter isOverridden: whether `--publish anyway` overrides failed checks.
  package func allowsPublishing(isOverridden: Bool) -> Bool {
    violations.isEmpty && (failed.isEmpty || isOverridden)
  }
}

/// Conditions for publishing a run's lists. The defaults are wide: they stop broken lists, not
/// unusual ones.
package struct GateParameters: Codable, Sendable, Equatable {
  /// The minimum share of players with a list, among those with games left to show.
  package var minimumCovered = 0.98
  /// The maximum share of players whose list is shorter than their remaining games allow.
  package var maximumShort = 0.02
  /// The maximum share of players without a list, among those who had one in the previous run.
  package var maximumEmptied = 0.1
  /// The maximum share of entries that were not on the player's previous list.
  package var maximumChanged = 0.9
  /// The maximum number of players whose lists are compared with the previous run, and of players
  /// on whom both runs' models are evaluated; sampled by a hash.
  package var players = 2000
  /// The minimum number of players for the comparison of lists and of models.
  package var minimumPlayers = 100
  /// The minimum share of the games that could have been shown that some list must show.
  package var minimumCoverage = 0.005
  /// The maximum Gini coefficient of exposure over games.
  package var maximumGini = 0.999
  /// The maximum loss against the previous run's models, as a share of their nDCG.
  package var maximumLoss = 0.05

  package init() {}
}
