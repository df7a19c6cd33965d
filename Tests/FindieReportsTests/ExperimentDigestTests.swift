import FindieAnalytics
import FindieDomain
import FindieReports
import FindieTestSupport
import Testing

/// The lines of experiments in the team's `digest.md`, which say what the page says.
struct ExperimentDigestTests {
  private let world = ReportWorld()

  private var night: Day { world.reports.period.last.adding(days: 1) }

  /// - Parameters:
  ///   - arm: of a hundred players in the arm, the likes of ten impressions each.
  ///   - players: in each group.
  private func result(
    _ name: String, share: Double = 0.5, days: Int = 12, endedDaysAgo: Int? = nil, arm: Int = 5,
    players: Int = 1000
  ) -> ExperimentResult {
    var numbers = ExperimentNumbers()
    for player in 0..<2 * players {
      let isInArm = player % 2 == 0
      numbers[.likes, isInArm].add(max(0, (isInArm ? arm : 5) + player / 2 % 3 - 1), of: 10)
    }
    return ExperimentResult(
      of: Experiment(
        name: name, share: share, from: night.adding(days: -days),
        to: endedDaysAgo.map { night.adding(days: -$0) }), numbers, before: night)
  }

  private func digest(_ results: ExperimentResult...) throws -> (lines: [String], page: String) {
    var findings = world.findings
    findings.experiments = results
    let files = world.reports.teamFiles(findings)
    let digest = try #require(files.first { $0.path == "digest.md" }).text
    let page = try #require(files.first { $0.path == "index.html" }).text
    return (
      digest.split(separator: "\n").filter { $0.hasPrefix("- Experiment ") }.map(String.init), page
    )
  }

  @Test func `each running experiment has a line, with the sentence of the page`() throws {
    let results = [
      result("better", arm: 7), result("worse", arm: 3), result("open", players: 150),
      result("few", players: 20), result("wrong", share: 0.1), result("first", days: 0),
    ]
    let (lines, page) = try digest(
      results[0], results[1], results[2], results[3], results[4], results[5])
    #expect(lines.count == 6)
    let starts = [
      "better, day 12: Adopt the arm. Likes per impression: +40.0% (",
      "worse, day 12: Stop: the arm is worse. Likes per impression: −40.0% (",
      "open, day 12: No clear difference yet. Likes per impression: +0.0% (−",
      "few, day 12: Go on: an interval needs 100 players in the arm",
      "wrong, day 12: Do not use these results. The arm has 1,000 of 2,000 players",
      "first: The arm has its first lists tonight.",
    ]
    for (line, start) in zip(lines, starts) {
      #expect(line.hasPrefix("- Experiment \(start)"), "\(line)")
    }
    #expect(lines[2].contains("%). Go on: "))
    // After the name and what is not clear, a line is what the page says.
    for line in lines {
      let said = line.split(separator: /: (?:No clear difference yet\..*?\)\. )?/, maxSplits: 1)
      let text = try #require(said.last).replacing("'", with: "&#39;")
      #expect(page.contains(text), "\(line)")
    }
  }

  @Test func `an experiment that ended has a line on the night with its last day only`() throws {
    let lines = try digest(
      result("ended", endedDaysAgo: 1), result("over", endedDaysAgo: 2),
      result("ends", endedDaysAgo: 0)
    ).lines
    #expect(lines.map { $0.split(separator: " ")[2] } == ["ended,", "ends,"])
    #expect(try digest().lines.isEmpty)
  }
}
