import FindieCommands
import FindieTestSupport
import Testing

/// The causes of a changed list.
struct ListChangeTests {
  private func changes(
    _ before: [String], _ after: [String], hasActed: Bool = false, drawn: Set<String> = [],
    _ facts: [String: ChangeFacts] = [:]
  ) -> [ListChange] {
    func entries(_ ids: [String]) -> [ListedEntry] {
      ids.map { ListedEntry($0, isDrawn: drawn.contains($0)) }
    }
    return ListChange.changes(from: entries(before), to: entries(after), hasActed: hasActed) {
      facts[$0] ?? ChangeFacts()
    }
  }

  private func facts(_ change: (inout ChangeFacts) -> Void) -> ChangeFacts {
    var facts = ChangeFacts()
    change(&facts)
    return facts
  }

  @Test func `the same list has no change`() {
    #expect(changes(["a", "b"], ["a", "b"]) == [])
  }

  @Test func `a game seen since is removed by a filter, and those below move up`() {
    let found = changes(["a", "b", "c"], ["b", "c"], ["a": facts { $0.isSeenSince = true }])
    #expect(found.map(\.gameId) == ["a", "b", "c"])
    #expect(found.map(\.kind) == [.left, .moved, .moved])
    #expect(found.map(\.cause) == [.filter, .filter, .filter])
    #expect(found.map(\.from) == [1, 2, 3])
    #expect(found.map(\.to) == [nil, 1, 2])
  }

  @Test func `two spellings of an id are two games`() {
    let (first, second) = ("caf\u{E9}", "cafe\u{301}")
    let found = changes([first, second, "a"], [second, first, "b"])
    #expect(
      found.map { Array($0.gameId.utf8) } == ["a", "b", second, first].map { Array($0.utf8) })
    #expect(found.map(\.kind) == [.left, .entered, .moved, .moved])
  }

  @Test func `each cause of removed and added games is found`() {
    let left: [(ChangeFacts, ChangeCause)] = [
      (facts { $0.isOut = false }, .catalogue), (facts { $0.isAllowed = false }, .filter),
      (ChangeFacts(), .model),
    ]
    for (facts, cause) in left {
      #expect(changes(["x"], [], ["x": facts]).map(\.cause) == [cause])
    }
    let entered: [(ChangeFacts, ChangeCause)] = [
      (facts { $0.wasOut = false }, .catalogue), (facts { $0.wasAllowed = false }, .filter),
      (facts { $0.wasSeen = true }, .filter), (facts { $0.isRemovedFromWishlist = true }, .filter),
      (ChangeFacts(), .model),
    ]
    for (facts, cause) in entered {
      #expect(changes([], ["x"], ["x": facts]).map(\.cause) == [cause])
    }
    #expect(changes([], ["x"], drawn: ["x"]).map(\.cause) == [.exploration])
    #expect(changes(["x"], [], drawn: ["x"]).map(\.cause) == [.exploration])
  }

  @Test func `for a player with new actions, changes of scores count as interactions`() {
    #expect(changes(["x"], ["y"], hasActed: true).map(\.cause) == [.interactions, .interactions])
  }

  @Test func `a changed order is caused by the model, also next to removed games`() {
    let found = changes(["a", "b", "c"], ["c", "b"], ["a": facts { $0.isOut = false }])
    // b stays second: it did not move. c went from 3 to 1, past b.
    #expect(found.map(\.gameId) == ["a", "c"])
    #expect(found.map(\.cause) == [.catalogue, .model])
  }

  @Test func `the causes of random lists add up to the changed entries`() {
    var random = SeededGenerator(seed: 9)
    for _ in 0..<300 {
      func list() -> [String] {
        Array(
          (0..<12).map { "g\($0)" }.shuffled(using: &random).prefix(
            Int.random(in: 0...9, using: &random)))
      }
      let (before, after) = (list(), list())
      var known: [String: ChangeFacts] = [:]
      for game in 0..<12 {
        known["g\(game)"] = facts {
          $0.isSeenSince = Bool.random(using: &random)
          $0.wasOut = Bool.random(using: &random)
        }
      }
      let found = changes(
        before, after, hasActed: Bool.random(using: &random), drawn: ["g3", "g7"], known)
      let differing = Set(before).union(after).filter {
        before.firstIndex(of: $0) != after.firstIndex(of: $0)
      }
      #expect(Set(found.map(\.gameId)) == differing)
      #expect(found.count == differing.count)
    }
  }
}
