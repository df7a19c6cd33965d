import FindieDomain
import FindieModels
import FindieModelsTestSupport
import Foundation
import Testing

/// A player's row with the actions since the run.
struct FoldInTests {
  private let night = Day("2026-03-01")!
  private let matrix = InteractionMatrix(
    players: Identifiers(["u", "v"]), games: Identifiers(["a", "b", "c", "d"]),
    // u has a positive for a (1.5, mainly the wishlist) and a negative for b.
    observed: SparseRows(
      rows: 2, columns: 4, offsets: [0, 2, 2], columnIndices: [0, 1], values: [1.5, -0.25]),
    strongestActions: [SwipeAction.wishlist.code, SwipeAction.dislike.code],
    seen: SparseRows(
      rows: 2, columns: 4, offsets: [0, 2, 2], columnIndices: [0, 1], values: [.infinity, 20_000]),
    interactionsWithUnknownGames: 0)

  private func swipe(
    _ game: String, _ action: SwipeAction, by user: String = "u", hours: Int = 1, id: String = "1"
  ) -> SwipeInteraction {
    SwipeInteraction(
      id: id, userId: user, gameId: game, action: action,
      timestamp: night.start.adding(milliseconds: Int64(hours) * 3_600_000), sessionId: "s")
  }

  private func row(
    _ swipes: [SwipeInteraction], of user: String = "u"
  ) -> [UInt32: Float] {
    let row = matrix.row(
      of: matrix.players.index(of: user), id: user, with: swipes, since: night,
      parameters: MatrixParameters())
    return Dictionary(
      uniqueKeysWithValues: zip(row.observed.columnIndices, row.observed.values))
  }

  private func seen(_ swipes: [SwipeInteraction]) -> [UInt32] {
    matrix.row(of: 0, id: "u", with: swipes, since: night, parameters: MatrixParameters())
      .seen.columnIndices
  }

  @Test func `without new actions the row is the run's`() {
    let row = matrix.row(of: 0, id: "u", with: [], since: night, parameters: MatrixParameters())
    #expect(row.observed == matrix.observed.gathering([0]))
    #expect(row.seen == matrix.seen.gathering([0]))
    #expect(row.strongestActions == matrix.strongestActions)
  }

  @Test func `a new action has the run's weight, without decay`() {
    // like 2, wishlist 1, share 1, viewDetails 0.3: those of one game add up.
    #expect(row([swipe("c", .like, hours: 90 * 24)]) == [0: 1.5, 1: -0.25, 2: 2])
    #expect(
      row([swipe("c", .share), swipe("c", .like), swipe("c", .wishlist, hours: 2)])
        == [0: 1.5, 1: -0.25, 2: 4])
    #expect(row([swipe("d", .superLike, by: "v")], of: "v") == [3: 3])
    #expect(row([swipe("d", .superLike, by: "new")], of: "new") == [3: 3])
    for action in [SwipeAction.viewDetails, .neutral] {
      #expect(row([swipe("d", action, by: "new")], of: "new") == [3: 0.3])
    }
  }

  @Test func `the last verdict counts, whatever the order of the actions`() {
    let swipes = [
      swipe("c", .like, id: "1"), swipe("c", .dislike, hours: 2, id: "2"),
      swipe("d", .viewDetails, id: "3"), swipe("d", .like, hours: 5, id: "4"),
    ]
    // A dislike is an observed zero of 0.3, whatever happened before; 0.3 and 2 add up.
    for order in [swipes, swipes.reversed()] {
      #expect(row(order.map { by($0, "v") }, of: "v") == [2: -0.3, 3: 2.3])
    }
  }

  private func by(_ swipe: SwipeInteraction, _ user: String) -> SwipeInteraction {
    var swipe = swipe
    swipe.userId = user
    return swipe
  }

  @Test func `a dislike wins, a like replaces an earlier dislike, a share does not`() {
    #expect(row([swipe("a", .dislike)]) == [0: -0.3, 1: -0.25])
    #expect(row([swipe("b", .like)]) == [0: 1.5, 1: 2])
    #expect(row([swipe("b", .share)]) == [0: 1.5, 1: -0.25])
  }

  @Test func `of two positive confidences the larger one stays`() {
    #expect(row([swipe("a", .like)]) == [0: 2, 1: -0.25])
    #expect(row([swipe("a", .viewDetails)]) == [0: 1.5, 1: -0.25])
  }

  @Test func `a skip marks the game as seen and skipped only`() {
    #expect(row([swipe("c", .skip)]) == [0: 1.5, 1: -0.25])
    #expect(seen([swipe("c", .skip)]) == [0, 1, 2])
    #expect(skips([swipe("c", .skip)]) == [2: 1])
  }

  @Test func `new skips add to those of the run, and another action ends them`() {
    // The run has two skips of d.
    #expect(skips([swipe("d", .skip), swipe("d", .skip, id: "2")], of: skipping) == [3: 4])
    #expect(skips([swipe("c", .skip)], of: skipping) == [2: 1, 3: 2])
    for action in SwipeAction.allCases where action != .skip {
      #expect(skips([swipe("d", action)], of: skipping) == [:])
      #expect(skips([swipe("d", action), swipe("d", .skip, id: "2")], of: skipping) == [:])
    }
    // The run has evidence of a and b.
    #expect(skips([swipe("a", .skip), swipe("b", .skip)]) == [:])
  }

  private func skips(
    _ swipes: [SwipeInteraction], of matrix: InteractionMatrix? = nil
  ) -> [UInt32: Float] {
    let row = (matrix ?? self.matrix).row(
      of: 0, id: "u", with: swipes, since: night, parameters: MatrixParameters())
    return Dictionary(uniqueKeysWithValues: zip(row.skips.columnIndices, row.skips.values))
  }

  private var skipping: InteractionMatrix {
    InteractionMatrix(
      players: matrix.players, games: matrix.games, observed: matrix.observed,
      strongestActions: matrix.strongestActions,
      seen: SparseRows(dense: [[.infinity, 20_000, 0, 20_000], [0, 0, 0, 0]]),
      skips: SparseRows(dense: [[0, 0, 0, 2], [0, 0, 0, 0]]), interactionsWithUnknownGames: 0)
  }

  @Test func `old actions, other players' actions and unknown games are left out`() {
    let others = [
      swipe("c", .like, hours: -1), swipe("c", .like, by: "v"), swipe("unknown", .like),
    ]
    #expect(row(others) == [0: 1.5, 1: -0.25])
    #expect(seen(others) == [0, 1])
  }
}
