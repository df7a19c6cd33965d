import FindieDomain
import FindieFiles
import FindiePartners
import FindieTestSupport
import Foundation
import Testing

struct MatchDecisionsTests {
  private func decision(_ game: String, _ isAccepted: Bool, _ time: Int64) -> MatchDecision {
    MatchDecision(
      shop: .itch, shopId: "7", gameId: game, isAccepted: isAccepted,
      decidedAt: Timestamp(milliseconds: time))
  }

  @Test func `decisions are written and read`() throws {
    let folder = try TemporaryFolder()
    let file = folder.url.appending(path: "decisions.ndjson")
    #expect(try MatchDecisions(file: file).all == [])
    let decisions = [decision("a/ü", true, 1), decision("b", false, 2)]
    for decision in decisions { try MatchDecisions.add(decision, to: file) }
    #expect(try MatchDecisions(file: file) == MatchDecisions(decisions))
    let text = String(decoding: try DurableFile.read(file), as: UTF8.self)
    #expect(
      text.hasPrefix(
        """
        {"decidedAt":"1970-01-01T00:00:00.001Z","gameId":"a/ü","isAccepted":true,"shop":"itch","shopId":"7"}

        """))
  }

  @Test func `decisions of several processes at the same time are all stored`() async throws {
    let folder = try TemporaryFolder()
    let file = folder.url.appending(path: "decisions.ndjson")
    try await withThrowingTaskGroup(of: Void.self) { group in
      for number in 0..<20 {
        group.addTask { try MatchDecisions.add(decision("g\(number)", false, 1), to: file) }
      }
      try await group.waitForAll()
    }
    #expect(
      try Set(MatchDecisions(file: file).all.map(\.gameId)) == Set((0..<20).map { "g\($0)" }))
  }

  @Test func `a damaged line is named`() throws {
    let folder = try TemporaryFolder()
    let file = folder.url.appending(path: "decisions.ndjson")
    try MatchDecisions.add(decision("a", true, 1), to: file)
    try DurableFile.append(Array("{\"shop\":".utf8), to: file)
    let failure = #expect(throws: LocalFailure.self) { try MatchDecisions(file: file) }
    #expect(failure?.description.hasPrefix("\(file.path), line 2, cannot be read. Correct") == true)
  }

  @Test func `a decision counts after one of a clock that was ahead`() throws {
    let folder = try TemporaryFolder()
    let file = folder.url.appending(path: "matches.ndjson")
    func decide(_ isAccepted: Bool, at time: Int64) throws -> ExactText? {
      let decision = MatchDecision(
        shop: .steam, shopId: "7", gameId: "g", isAccepted: isAccepted,
        decidedAt: Timestamp(milliseconds: time))
      try MatchDecisions.add(decision, to: file)
      return try MatchDecisions(file: file).verdicts(of: .steam, "7").accepted
    }
    #expect(try decide(true, at: 9000) == "g")
    #expect(try decide(false, at: 5) == nil)
    #expect(try decide(true, at: 6) == "g")
  }

  @Test func `the later decision counts, and at the same time the one added last`() {
    func verdicts(_ decisions: MatchDecision...) -> MatchDecisions.Verdicts {
      MatchDecisions(decisions).verdicts(of: .itch, "7")
    }
    #expect(verdicts(decision("a", true, 2), decision("a", false, 1)).accepted == "a")
    #expect(verdicts(decision("a", true, 1), decision("a", false, 1)).accepted == nil)
    #expect(verdicts(decision("a", true, 1), decision("b", true, 2)).accepted == "b")
    #expect(verdicts(decision("a", false, 1), decision("b", false, 2)).rejected == ["a", "b"])
    #expect(MatchDecisions([decision("a", true, 1)]).verdicts(of: .steam, "7").accepted == nil)
  }
}
