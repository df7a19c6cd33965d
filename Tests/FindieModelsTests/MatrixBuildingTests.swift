import FindieDomain
import FindieHistory
import FindieModels
import FindieModelsTestSupport
import FindieWorkers
import Testing

/// Observed confidences, for one player u and one game g unless stated otherwise.
struct MatrixBuildingTests {
  /// Every action has its own weight, and weights do not decay within the tests' few days.
  private var parameters: MatrixParameters {
    var parameters = MatrixParameters()
    parameters.weights.like = 1
    parameters.weights.superLike = 2
    parameters.weights.wishlist = 4
    parameters.weights.share = 8
    parameters.weights.viewDetails = 16
    parameters.weights.dislike = 32
    parameters.halfLifeInDays = 1e9
    return parameters
  }

  private func matrix(
    _ acts: [(SwipeAction, age: Int)], wishlist: [WishlistItem] = [],
    parameters: MatrixParameters? = nil
  ) -> InteractionMatrix {
    InteractionMatrix(
      interactions: EventTable(acts.map { Act(user: "u", game: "g", action: $0, age: $1) }),
      wishlists: wishlist.isEmpty ? [] : [Wishlist(id: "w", userId: "u", items: wishlist)],
      users: [], games: ["f", "g", "h"], on: night, parameters: parameters ?? self.parameters,
      workers: Workers(threads: 2))
  }

  @Test(arguments: [
    (SwipeAction.like, 1.0), (.superLike, 2), (.wishlist, 4), (.share, 8), (.viewDetails, 16),
    (.neutral, 16), (.dislike, -32),
  ])
  func `an action has its weight, and a dislike a negative one`(
    of: (action: SwipeAction, weight: Double)
  ) {
    let matrix = matrix([(of.action, age: 1)])
    #expect(isClose(matrix.observed.values, [of.weight]))
    #expect(matrix.observed.columnIndices == [1])
    let evidence = of.action == .neutral ? SwipeAction.viewDetails : of.action
    #expect("\(matrix.strongestAction(0))" == evidence.rawValue)
  }

  @Test func `a skip is seen and not observed, and may be listed again`() {
    let matrix = matrix([(.skip, age: 1)])
    #expect(matrix.observed.count == 0)
    #expect(matrix.seen.columnIndices == [1])
    #expect(matrix.skips.columnIndices == [1])
    #expect(matrix.excluded.count == 0)
  }

  @Test func `the day of a positive is the day on which the game was last seen`() {
    let matrix = matrix(
      [(.like, age: 9), (.viewDetails, age: 4)], wishlist: [WishlistItem(gameId: "h")])
    #expect(matrix.observed.columnIndices == [1, 2])
    #expect(matrix.days == [Float(night.daysSinceEpoch - 4), .infinity])
  }

  @Test func `skips of a game are counted, whenever they happened`() {
    let matrix = matrix([(.skip, age: 400), (.skip, age: 7), (.skip, age: 7), (.skip, age: 0)])
    #expect(matrix.skips.values == [3])
    #expect(matrix.seen.values == [Float(night.daysSinceEpoch - 7)])
  }

  @Test(arguments: SwipeAction.allCases.filter { $0 != .skip })
  func `a game with another action is not one that was only skipped`(action: SwipeAction) {
    for ages in [(2, 1), (1, 2)] {
      let matrix = matrix([(.skip, age: ages.0), (action, age: ages.1)])
      #expect(matrix.skips.count == 0)
      #expect(matrix.excluded.columnIndices == [1])
    }
  }

  @Test func `a skipped game in the wishlist is not one that was only skipped`() {
    for added in [nil, Timestamp.before(20)] {
      let item = WishlistItem(gameId: "g", addedDate: added)
      let matrix = matrix([(.skip, age: 1)], wishlist: [item])
      #expect(matrix.skips.count == 0)
      #expect(matrix.excluded.columnIndices == [1])
    }
  }

  @Test func `a skip after a like does not change the like`() {
    #expect(isClose(matrix([(.like, age: 2), (.skip, age: 1)]).observed.values, [1]))
  }

  @Test func `different actions add up`() {
    let matrix = matrix([
      (.like, age: 4), (.wishlist, age: 3), (.share, age: 2), (.viewDetails, age: 1),
    ])
    #expect(isClose(matrix.observed.values, [1 + 4 + 8 + 16]))
    #expect(matrix.strongestAction(0) == .viewDetails)
  }

  @Test func `a repeated action counts once, and so do a neutral rating and a detail view`() {
    #expect(isClose(matrix([(.share, age: 3), (.share, age: 2)]).observed.values, [8]))
    #expect(isClose(matrix([(.viewDetails, age: 3), (.neutral, age: 2)]).observed.values, [16]))
  }

  @Test func `a dislike replaces an earlier like`() {
    #expect(isClose(matrix([(.like, age: 2), (.dislike, age: 1)]).observed.values, [-32]))
  }

  @Test func `a like replaces an earlier dislike`() {
    #expect(isClose(matrix([(.dislike, age: 2), (.like, age: 1)]).observed.values, [1]))
  }

  @Test func `a superLike replaces an earlier like, and a like an earlier superLike`() {
    #expect(isClose(matrix([(.like, age: 2), (.superLike, age: 1)]).observed.values, [2]))
    #expect(isClose(matrix([(.superLike, age: 2), (.like, age: 1)]).observed.values, [1]))
  }

  @Test func `the latest verdict wins within a day too`() {
    let acts = [
      Act(user: "u", game: "g", action: .dislike, age: 1, hour: 20),
      Act(user: "u", game: "g", action: .like, age: 1, hour: 9),
    ]
    let matrix = InteractionMatrix(
      interactions: EventTable(acts), wishlists: [], users: [], games: ["g"], on: night,
      parameters: parameters, workers: Workers(threads: 1))
    #expect(isClose(matrix.observed.values, [-32]))
  }

  @Test func `after a dislike nothing else counts`() {
    let matrix = matrix([(.share, age: 3), (.dislike, age: 2), (.wishlist, age: 1)])
    #expect(isClose(matrix.observed.values, [-32]))
    #expect(matrix.strongestAction(0) == .dislike)
  }

  @Test func `after a half-life an action counts half`() {
    var parameters = parameters
    parameters.halfLifeInDays = 365
    #expect(isClose(matrix([(.like, age: 365)], parameters: parameters).observed.values, [0.5]))
    #expect(
      isClose(matrix([(.dislike, age: 730)], parameters: parameters).observed.values, [-32 * 0.25]))
  }

  @Test func `each action decays from its own newest day`() {
    var parameters = parameters
    parameters.halfLifeInDays = 10
    // A like of 20 days: 1/4. A share of 10 days, not of 30: 8/2.
    let matrix = matrix(
      [(.like, age: 20), (.share, age: 30), (.share, age: 10)], parameters: parameters)
    #expect(isClose(matrix.observed.values, [0.25 + 4]))
  }

  @Test func `an action of weight zero is seen and not observed`() {
    var parameters = parameters
    parameters.weights.like = 0
    let matrix = matrix([(.like, age: 1)], parameters: parameters)
    #expect(matrix.observed.count == 0)
    #expect(matrix.seen.count == 1)
  }

  @Test func `an undated wishlist item does not decay`() {
    var parameters = parameters
    parameters.halfLifeInDays = 1
    let matrix = matrix([], wishlist: [WishlistItem(gameId: "g")], parameters: parameters)
    #expect(matrix.observed.values == [4])
    #expect(matrix.seen.values == [.infinity])
    #expect(matrix.strongestAction(0) == .wishlist)
  }

  @Test func `an owned game is the same evidence as a wishlist item`() {
    for added in [nil, Timestamp.before(20)] {
      let items = [false, true].map { WishlistItem(gameId: "g", addedDate: added, owned: $0) }
      let (wished, owned) = (matrix([], wishlist: [items[0]]), matrix([], wishlist: [items[1]]))
      #expect(owned.observed == wished.observed && owned.seen == wished.seen)
      #expect(owned.strongestAction(0) == .owned && wished.strongestAction(0) == .wishlist)
    }
  }

  @Test func `a game that is wished for and owned counts once, as owned`() {
    let items = [
      WishlistItem(gameId: "g"), WishlistItem(gameId: "g", addedDate: .before(3), owned: true),
    ]
    for items in [items, items.reversed()] {
      let matrix = matrix([(.wishlist, age: 1)], wishlist: items)
      #expect(isClose(matrix.observed.values, [4]))
      #expect(matrix.strongestAction(0) == .owned)
    }
    let disliked = matrix([(.dislike, age: 1)], wishlist: items)
    #expect(isClose(disliked.observed.values, [-32]))
    #expect(disliked.strongestAction(0) == .dislike)
  }

  @Test func `actions have the codes of their evidence`() {
    for action in SwipeAction.allCases where action != .neutral {
      #expect(EvidenceKind(rawValue: action.code).map { "\($0)" } == action.rawValue)
    }
  }

  @Test func `a dated wishlist item decays`() {
    var parameters = parameters
    parameters.halfLifeInDays = 10
    let item = WishlistItem(gameId: "g", addedDate: .before(20))
    let matrix = matrix([], wishlist: [item], parameters: parameters)
    #expect(isClose(matrix.observed.values, [4 * 0.25]))
    #expect(matrix.seen.values == [Float(night.daysSinceEpoch - 20)])
  }

  @Test func `a wishlist item and a wishlist swipe are one action`() {
    let matrix = matrix([(.wishlist, age: 1)], wishlist: [WishlistItem(gameId: "g")])
    #expect(isClose(matrix.observed.values, [4]))
  }
}
