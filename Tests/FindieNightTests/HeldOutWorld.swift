import FindieDomain
import FindieHistory
import FindieModels
import FindieModelsTestSupport
import FindieNight
import FindieRanking
import FindieTestSupport
import FindieWorkers

/// Players' events on sixty days, of which the last are held out.
struct HeldOutWorld {
  static let players = 110
  static let games = 50

  var acts: [Act]
  let catalogue: Catalogue
  var parameters = NightParameters()

  init(
    _ acts: [Act], games: Int = Self.games, wishlists: [Wishlist] = [], vectors: [GameVector] = []
  ) {
    // Results of BLAS depend on its number of threads, which is a setting of the process.
    BLASLibrary.useOneThread()
    self.acts = acts
    catalogue = Catalogue(
      games: (0..<games).map { game(numbered("g", $0), [Genre.allCases[$0 % 4]]) },
      developers: [], tags: [],
      packedUsers: PackedRecords(
        (0..<Self.players).map {
          User(id: numbered("u", $0), favoriteGenres: [Genre.allCases[$0 % 4]])
        }),
      packedWishlists: PackedRecords(wishlists), packedVectors: PackedRecords(vectors),
      annotations: [], promotions: [])
    (parameters.als.rank, parameters.als.iterations) = (4, 3)
    (parameters.ranker.minimumPlayers, parameters.ranker.players) = (10, 20)
  }

  /// Random events. The players from 100 on have a wishlist without dates, and no event before the
  /// last week.
  init(seed: UInt64) {
    var generator = SeededGenerator(seed: seed)
    let wishlists = (100..<Self.players).map { player in
      let items = (0..<3).map { _ in
        WishlistItem(gameId: numbered("g", Int.random(in: 0..<Self.games, using: &generator)))
      }
      return Wishlist(id: "w\(player)", userId: numbered("u", player), items: items)
    }
    let acts = (0..<1500).map { number in
      let isLate = number < 40
      return Self.act(
        user: isLate ? 100 + number % 10 : Int.random(in: 0..<100, using: &generator),
        ages: isLate ? 1...7 : -2...60, &generator)
    }
    self.init(acts, wishlists: wishlists)
  }

  private static let actions: [SwipeAction] = [
    .like, .like, .like, .superLike, .wishlist, .share, .viewDetails, .dislike, .skip, .skip,
  ]

  static func act(user: Int, ages: ClosedRange<Int>, _ generator: inout SeededGenerator) -> Act {
    Act(
      user: numbered("u", user), game: numbered("g", Int.random(in: 0..<games, using: &generator)),
      action: actions.randomElement(using: &generator) ?? .like,
      age: Int.random(in: ages, using: &generator), hour: Int.random(in: 0..<24, using: &generator))
  }

  func matrix(on day: Day = night, threads: Int = 2) -> InteractionMatrix {
    InteractionMatrix(
      interactions: EventTable(acts), wishlists: catalogue.packedWishlists,
      users: catalogue.packedUsers,
      games: catalogue.games.map(\.id), on: day, parameters: parameters.matrix,
      workers: Workers(threads: threads))
  }

  func heldOut(
    threads: Int = 2, lifts: ((Day) -> [Double?])? = nil
  ) -> HeldOut {
    HeldOut(
      EventTable(acts), catalogue: catalogue, matrix: matrix(threads: threads), on: night,
      parameters: parameters, workers: Workers(threads: threads), minimumPlayers: 20,
      suggestions: { _ in nil }, lifts: lifts ?? { _ in catalogue.games.map { _ in nil } })
  }

  func models(trainedOn observed: SparseRows) throws -> RankingModels {
    try RankingModels(
      trainedOn: observed, content: ContentModel(catalogue.games),
      parameters: parameters.modelParameters,
      workers: Workers(threads: 1))
  }

  /// Without the events of a day and of later ones.
  func before(_ day: Day) -> HeldOutWorld {
    var world = self
    let age = night.days(since: day)
    world.acts.removeAll { $0.age <= age }
    return world
  }
}

extension HeldOut {
  var halves: [Half] { [validation, evaluation] }

  /// A tested player's half, period, profile and held-out games.
  struct Tested: Equatable {
    let isOfValidation: Bool
    let period: Int
    let profile: SparseRows
    let seen: SparseRows
    let skips: SparseRows
    let heldOut: [UInt32]
  }

  var tested: [String: Tested] {
    var found: [String: Tested] = [:]
    for (index, half) in halves.enumerated() {
      let split = half.split
      for (row, player) in split.players.enumerated() {
        found[player] = Tested(
          isOfValidation: index == 0, period: half.periods[row],
          profile: split.profiles.gathering([row]), seen: split.seen.gathering([row]),
          skips: split.skips.gathering([row]), heldOut: split.heldOut[row])
      }
    }
    return found
  }
}
