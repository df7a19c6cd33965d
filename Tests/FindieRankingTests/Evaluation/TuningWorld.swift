import FindieDomain
import FindieRanking
import FindieHistory
import FindieModels
import FindieModelsTestSupport
import FindieTestSupport
import FindieWorkers

/// Players of four tastes, each for a quarter of the games. Most of their likes and all of their
/// shares match their taste; their views are drawn among all games and carry no information.
struct TuningWorld {
  static let players = 240
  static let games = 48
  let acts: [Act]

  /// - Parameters:
  ///   - liked: the number of games of the own taste that each player likes.
  ///   - astray: the number of liked games of other tastes.
  ///   - shared: the number of games of the own taste that each player shares.
  ///   - viewed: the number of random games that each player views.
  init(seed: UInt64 = 5, liked: Int = 5, astray: Int = 2, shared: Int = 0, viewed: Int = 0) {
    // Results of BLAS depend on its number of threads, which is a setting of the process.
    BLASLibrary.useOneThread()
    var generator = SeededGenerator(seed: seed)
    acts = (0..<Self.players).flatMap { player -> [Act] in
      let own = (0..<Self.games / 4).map { $0 * 4 + player % 4 }.shuffled(using: &generator)
      let any = (0..<Self.games).shuffled(using: &generator)
      func acts(_ games: some Sequence<Int>, _ action: SwipeAction) -> [Act] {
        games.map { Act(user: numbered("p", player), game: numbered("g", $0), action: action) }
      }
      let likes = own.prefix(liked) + any.filter { !own.contains($0) }.prefix(astray)
      return acts(likes, .like) + acts(own.dropFirst(liked).prefix(shared), .share)
        + acts(any.shuffled(using: &generator).prefix(viewed), .viewDetails)
    }
  }

  func matrix(_ parameters: MatrixParameters) -> InteractionMatrix {
    InteractionMatrix(
      interactions: EventTable(acts), wishlists: [], users: [],
      games: (0..<Self.games).map { numbered("g", $0) }, on: night, parameters: parameters,
      workers: Workers(threads: 1))
  }

  /// Held-out games are likes, since views are not positives here.
  var reference: MatrixParameters {
    var reference = MatrixParameters()
    reference.weights.viewDetails = 0
    reference.weights.share = 0
    return reference
  }
}
