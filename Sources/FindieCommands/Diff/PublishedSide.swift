import FindieDomain
import FindieNight
import FindieRanking
import FindieStore
import FindieWorkspace

/// One of two published nights: its lists, and which games were eligible.
struct PublishedSide: Sendable {
  private let store: PublishedStore
  private let eligibility: Eligibility
  private let games: [ExactText: Int]
  private let preferences: [ExactText: Eligibility.Preferences]
  /// The games in each player's wishlist or library.
  private let owned: [ExactText: Set<ExactText>]

  /// - Throws: `NotFound`.
  init(of day: Day, _ workspace: Workspace) throws {
    try workspace.checkPublished(day)
    store = try PublishedStore(at: workspace.publishedStore(day))
    let catalogue = try store.catalogue()
    let recipe = try NightRecipe(of: day, file: workspace.recipeFile(of: day))
    eligibility = Eligibility(
      games: catalogue.games, on: day, currency: recipe.parameters.recommendations.currency,
      isEligible: recipe.parameters.recommendations.eligible.isEligible(catalogue.games))
    games = Dictionary(
      catalogue.games.enumerated().map { (ExactText($1.id), $0) }, uniquingKeysWith: { $1 })
    preferences = Dictionary(
      catalogue.users.map { (ExactText($0.id), Eligibility.Preferences($0)) },
      uniquingKeysWith: { $1 })
    var owned: [ExactText: Set<ExactText>] = [:]
    for wishlist in catalogue.wishlists {
      owned[ExactText(wishlist.userId), default: []]
        .formUnion(wishlist.items.map { ExactText($0.gameId) })
    }
    self.owned = owned
  }

  /// Whether a game is released, and whether the parameters and the player's preferences allow it.
  func allows(_ gameId: String, to user: ExactText) -> (isOut: Bool, isAllowed: Bool) {
    guard let game = games[ExactText(gameId)] else { return (false, false) }
    let preferences = preferences[user] ?? Eligibility.Preferences(nil)
    return switch eligibility.filter(of: game, isListed: true, for: preferences) {
    case nil: (true, true)
    case .inactive, .cancelled, .unreleased: (false, false)
    default: (true, false)
    }
  }

  func owns(_ user: ExactText, _ gameId: String) -> Bool {
    owned[user]?.contains(ExactText(gameId)) ?? false
  }

  /// The lists of one player, or of all.
  func lists(of user: String?) throws(StoreFailure) -> [ExactText: [ListedEntry]] {
    var lists: [ExactText: [ListedEntry]] = [:]
    for player in try store.playersWithLists()
    where user.map({ $0.hasSameBytes(as: player) }) ?? true {
      lists[ExactText(player)] = try store.recommendationList(userId: player)?.games.map {
        ListedEntry($0.gameId, isDrawn: $0.probability != nil)
      }
    }
    return lists
  }
}
