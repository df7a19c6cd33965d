import FindieAnalytics
import FindieDomain
import FindieRanking
import FindieReports
import Testing

/// The sentences about an evaluation and the checks of a night.
@Suite struct WordsTests {
  @Test func `the verdict names the models that one is better or worse than`() {
    #expect(
      GateFixtures.evaluation().verdict
        == "ALS, by nDCG@20 (50 players): better than Popularity."
    )
  }

  @Test func `a comparison names the champion's night and the difference`() {
    let loss = #"{"mean":-0.1667,"low":-0.25,"high":-0.08}"#
    let worse: Comparison = GateFixtures.decoded(
      """
      {"verdict":"worse","championDay":"2016-07-17","players":200,"k":20,"challenger":0.1,
      "champion":0.12,"relative":\(loss),"bound":0.05,
      "reference":{"name":"2016-07-01","nDCG":0.12,"relative":\(loss),"isBetter":false}}
      """)
    #expect(
      worse.sentence
        == "The new models are significantly worse than those of the night of 2016-07-17: nDCG@20 "
        + "0.1 against 0.12 of the published ones, −16.7% (95% interval −25.0% to −8.0%); against "
        + "those of 2016-07-01, the best so far, −16.7% (95% interval −25.0% to −8.0%) "
        + "(200 players). A loss of up to 5.0% is allowed.")
    let few = Comparison(notEvaluated: .tooFewPlayers(99, needed: 100), k: 20, bound: 0.05)
    #expect(
      few.sentence
        == "The new models were not compared with the published ones: 99 players could be "
        + "evaluated, and at least 100 are needed.")
  }

  @Test func `a check names its value, its bound and its note`() {
    let violation = GateCheck.Note.firstViolation(rank: 3, player: "b")
    #expect(
      GateCheck("repeated entries", 1, .atMost(0), isInvariant: true, note: violation).sentence
        == "repeated entries: 1, at most 0, FAILED (first: rank 3 of the list of b)")
    #expect(
      GateCheck("catalogue coverage", .atLeast(0.5), notEvaluated: .noGameShown).sentence
        == "catalogue coverage: not evaluated (no game is shown)")
  }

  @Test func `effects of positions that cannot be estimated have a reason`() {
    let none = [[PositionEffects.Cell]]()
    #expect(
      PositionEffects(none, withoutPosition: 2).sentence
        == "The effect of a card's position on its like rate is not identifiable: no card with a "
        + "verdict has a position (2 have none).")
  }
}
