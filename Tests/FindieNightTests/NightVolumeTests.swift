import FindieRanking
import FindieNight
import Testing

/// Whether a night's data shrank since the last night.
struct NightVolumeTests {
  private let before = NightVolume(events: 1000, players: 100, positives: 400)

  private func failed(
    _ events: Int, _ players: Int, _ positives: Int, lost: Int = 0, removed: Int = 0
  ) -> [String] {
    NightVolume(events: events, players: players, positives: positives)
      .checks(since: before, lost: lost, removed: removed, note: "").filter {
        $0.verdict == .failed
      }
      .map(\.name)
  }

  @Test func `a night with as much or more passes`() {
    #expect(failed(1000, 100, 400) == [])
    #expect(failed(1200, 110, 500) == [])
  }

  @Test func `lost events fail, however few`() {
    #expect(failed(999, 100, 400, lost: 1) == ["lost events"])
  }

  @Test func `an unexplained fall of more than a tenth fails`() {
    #expect(failed(1000, 90, 360) == [])
    #expect(failed(1000, 89, 359) == ["lost players", "lost positives"])
    #expect(failed(1000, 0, 0) == ["lost players", "lost positives"])
  }

  @Test func `removed events explain a fall of as many players and positives`() {
    #expect(failed(900, 0, 300, removed: 100) == [])
    #expect(failed(900, 0, 0, removed: 100) == ["lost positives"])
  }

  @Test func `new events may be dislikes of what was liked`() {
    #expect(failed(1400, 100, 0) == [])
    #expect(failed(1300, 100, 60) == [])
    #expect(failed(1300, 100, 0) == ["lost positives"])
  }

  @Test func `a first night with nothing is compared with nothing`() {
    let none = NightVolume(events: 0, players: 0, positives: 0)
    #expect(
      none.checks(since: none, lost: 0, removed: 0, note: "").allSatisfy { $0.verdict == .passed })
  }
}
