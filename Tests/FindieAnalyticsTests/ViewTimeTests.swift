import FindieAnalytics
import FindieAnalyticsTestSupport
import FindieDomain
import FindieHistory
import FindieWorkers
import Testing

@Suite struct ViewTimeTests {
  /// The view time of four weeks, of one view of some seconds per player.
  private func viewTime(_ seconds: [Float], details: [Float] = []) -> ViewTime? {
    let swipes =
      seconds.enumerated().map {
        Swipe(user: "u\($0)", game: "a", action: .like, day: day(200), viewSeconds: $1)
      }
      + details.enumerated().map {
        Swipe(user: "d\($0)", game: "a", action: .viewDetails, day: day(200), viewSeconds: $1)
      }
    let counting = StudioCounting(
      EventsByGame([EventTable(swipes), EventTable([Log]())]), games: games("a"),
      night: day(210), workers: Workers(threads: 1))
    return counting.numbers(ofGames: [0], followers: nil).studio[2].viewTime
  }

  @Test func `data without durations has no view time`() {
    #expect(viewTime([Float](repeating: 0, count: 30)) == nil)
    #expect(viewTime([Float](repeating: .nan, count: 30)) == nil)
    #expect(viewTime([Float](repeating: 0.2, count: 30)) == nil)
  }

  @Test func `the time in details is no view of the card`() {
    let details = [Float](repeating: 90, count: 30)
    let own = viewTime([Float](repeating: 2, count: 12), details: details)
    #expect(own?.quartiles.median == 2 && own?.views == 10)
    #expect(viewTime([Float](repeating: 2, count: 9), details: details) == nil)
  }

  @Test func `views of zero seconds were not timed`() {
    let own = viewTime([Float](repeating: 0, count: 30) + [Float](repeating: 2.6, count: 14))
    #expect(own?.quartiles.median == 3)
    #expect(own?.views == 10)
    #expect(viewTime([Float](repeating: 0, count: 30) + [Float](repeating: 2, count: 9)) == nil)
  }
}
