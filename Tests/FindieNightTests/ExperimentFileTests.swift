import FindieAnalytics
import FindieDomain
import FindieNight
import FindieRanking
import FindieWorkspace
import Testing

struct ExperimentFileTests {
  private let text = """
    explore:
      share: 0.1
      from: 2026-03-02
      parameters:
        recommendations.discovery: 0.4
        recommendations: {exploration.slots: 5, eligible: {tags: [indie, "two words"]}}
    plain: {share: 0.05, from: 2026-03-01, to: 2026-03-31, parameters: {ranker: off}}
    """

  @Test func experimentsAreRead() throws {
    let experiments = try ExperimentFile(yaml: text).experiments
    let days = try ["2026-03-01", "2026-03-02", "2026-03-31"].map { try #require(Day($0)) }
    #expect(
      experiments == [
        Experiment(
          name: "explore", share: 0.1, from: days[1],
          parameters: [
            "recommendations.discovery": "0.4", "recommendations.exploration.slots": "5",
            "recommendations.eligible.tags": #"["indie","two words"]"#,
          ]),
        Experiment(
          name: "plain", share: 0.05, from: days[0], to: days[2], parameters: ["ranker": "off"]),
      ])
    #expect(try ExperimentFile(yaml: "").experiments.isEmpty)
  }

  @Test func parametersOfAnArmReplaceThoseOfTheNight() throws {
    let experiment = try #require(ExperimentFile(yaml: text).experiments.first)
    var night = NightParameters()
    night.recommendations.listLength = 33
    night.recommendations.discovery = 0.2
    let own = try experiment.settings(from: ServedSettings(night))
    #expect(own.recommendations.discovery == 0.4)
    #expect(own.recommendations.listLength == 33)
    #expect(own.recommendations.exploration.slots == 5)
    #expect(own.recommendations.eligible.tags == ["indie", "two words"])
    #expect(own.matrix == night.matrix)
    #expect(experiment.ranker(from: .unlearned) == .unlearned)
  }

  @Test func allProblemsAreListed() throws {
    let problems = try #require(throws: SettingsProblems.self) {
      try ExperimentFile(
        yaml: """
          Bad_Name: {share: 0.1, from: 2026-03-02}
          large: {share: 0.95, from: 2026-03-02}
          late: {share: 0, from: tomorrow}
          reversed: {share: 0.5, from: 2026-03-02, to: 2026-03-01}
          other:
            share: 0.1
            parameters: {als.rank: 3, recommendations.discovery: 7, ranker: on}
            recommendations.currency: EUR
          """)
    }.problems
    let text = problems.joined(separator: "\n")
    for part in [
      "'Bad_Name' is no name", "large.share (line 2) is '0.95'", "late.share (line 3) is '0'",
      "late.from (line 3) is 'tomorrow'", "reversed.to is before",
      "other.from is missing", "other.parameters.als.rank (line 7) is unknown",
      "other.parameters.recommendations.discovery (line 7) is '7'",
      "other.parameters.ranker (line 7) is 'on', but must be off",
      "other.recommendations.currency (line 8) is unknown",
    ] {
      #expect(text.contains(part), "\(part) in:\n\(text)")
    }
    // A value out of range is not missing too.
    #expect(problems.count { $0.contains("missing") } == 1, "\(text)")
  }

  @Test func aRunningExperimentCannotChange() throws {
    let published = try ExperimentFile(yaml: text).experiments
    var changed = published
    changed[0].share = 0.2
    changed[1].to = nil
    let night = published[0].from.adding(days: 1)
    let problem = try #require(throws: SettingsProblems.self) {
      try Experiment.check(changed, since: published, night: night)
    }
    #expect(problem.problems.count == 1)
    #expect(problem.description.contains("explore changed (share: 0.1 → 0.2)"))
    // On its first night nothing is counted yet.
    try Experiment.check(changed, since: published, night: published[0].from)
    changed[0] = published[0]
    try Experiment.check(changed, since: published, night: night)
  }

  // MARK: - Pauses

  private func day(_ number: Int) -> Day { Day(daysSinceEpoch: 20_000).adding(days: number) }

  /// The pauses on a night with the experiment until `last`.
  ///
  /// - Parameter earlier: nights with the last day of their experiment, or without it.
  private func pauses(
    until last: Int?, on night: Int, after earlier: [(night: Int, experiment: End)]
  ) -> [ClosedRange<Int>] {
    var recipes: [(day: Day, experiments: [Experiment])] = []
    func experiment(_ last: Int?, _ night: Int) -> Experiment {
      Experiment(name: "test", share: 0.5, from: day(1), to: last.map { day($0) })
        .paused(before: day(night), recipes)
    }
    for (night, end) in earlier {
      let experiments: [Experiment] =
        switch end {
        case .absent: []
        case .open: [experiment(nil, night)]
        case .on(let last): [experiment(last, night)]
        }
      recipes.insert((day(night), experiments), at: 0)
    }
    return (experiment(last, night).pauses ?? []).map {
      $0.first.days(since: day(0))...$0.last.days(since: day(0))
    }
  }

  private enum End {
    case absent, open
    case on(Int)
  }

  @Test func daysBetweenTheEndAndAnExtensionArePauses() {
    let ended = (1...6).map { (night: $0, experiment: End.on(3)) }
    #expect(pauses(until: 3, on: 7, after: ended) == [])
    #expect(pauses(until: 20, on: 7, after: ended) == [4...6])
    #expect(pauses(until: nil, on: 7, after: ended) == [4...6])
    #expect(pauses(until: 5, on: 7, after: ended) == [4...5])
    // The next nights know it, and a second pause.
    let extended = ended + (7...10).map { (night: $0, experiment: End.on(8)) }
    #expect(pauses(until: 8, on: 11, after: extended) == [4...6])
    #expect(pauses(until: 30, on: 11, after: extended) == [4...6, 9...10])
    // It was extended before it ended.
    #expect(pauses(until: 20, on: 4, after: Array(ended[..<3])) == [])
  }

  @Test func nightsWithoutTheExperimentArePauses() {
    #expect(
      pauses(until: nil, on: 5, after: [(1, .open), (2, .open), (3, .absent), (4, .absent)])
        == [3...4])
    // The lists of the night of day 2 were shown on the days without a night.
    #expect(pauses(until: nil, on: 5, after: [(1, .open), (2, .open)]) == [])
    #expect(pauses(until: nil, on: 3, after: [(0, .absent), (2, .absent)]) == [1...2])
    // No night since its first day says anything. The run warns of it.
    #expect(pauses(until: nil, on: 3, after: [(0, .absent)]) == [])
    #expect(pauses(until: nil, on: 3, after: []) == [])
  }

  /// Expected values: Python's `hmac`.
  @Test func playersAreAssignedByHMAC() {
    let assignment = ExperimentAssignment([
      Experiment(name: "explore", share: 0.3, from: Day(daysSinceEpoch: 0))
    ])
    let inArm = (0..<20).filter {
      assignment.arm(of: "u\($0)", on: Day(daysSinceEpoch: 9)) != nil
    }
    #expect(inArm == [4, 6, 7, 8, 11, 18])
    let count = (0..<20_000).count {
      assignment.arm(of: "player \($0)", on: Day(daysSinceEpoch: 9)) != nil
    }
    #expect(abs(count - 6000) < 260)
  }
}
