package import FindieDomain
package import FindieLinearAlgebra

/// The players that lists are made for. Rows of all members are players.
package struct Audience: Sendable {
  let ids: [String]
  /// Confidences [players, games].
  package let profiles: SparseRows
  /// For each element of the profiles, the code of the action that weighs most in it; empty where that
  /// is not known.
  let strongestActions: [UInt8]
  /// What is not listed again [players, games].
  package let seen: SparseRows
  /// X[players, rank], solved for the profiles.
  package let factors: Matrix
  /// The players' own bounds.
  let preferences: [Eligibility.Preferences]
  let favorites: [GenreSet]
  let favoriteGenres: [[Genre]]
  /// Of each player, the rows of `friendProfiles` that are friends.
  let friends: [[Int]]
  /// Confidences [players that may be friends, games].
  let friendProfiles: SparseRows
  /// For each element of them the strongest action; empty where that is not known.
  private let friendActions: [UInt8]

  /// - Parameters:
  ///   - ids: of the players.
  ///   - users: in any order; nothing is known of players that are not among them.
  ///   - friendProfiles: confidences [friends, games].
  ///   - friendIds: of the rows of `friendProfiles`.
  package init(
    ids: [String], profiles: SparseRows, strongestActions: [UInt8] = [], seen: SparseRows,
    factors: Matrix, users: [User], friendProfiles: SparseRows, friendActions: [UInt8] = [],
    friendIds: Identifiers
  ) {
    precondition(
      seen.rows == profiles.rows && factors.rows == profiles.rows && ids.count == profiles.rows
        && friendIds.count == friendProfiles.rows, "an audience of \(profiles.rows) players")
    let rows = Dictionary(
      uniqueKeysWithValues: ids.enumerated().map { (ExactText($1), $0) })
    var known = [User?](repeating: nil, count: ids.count)
    for user in users {
      if let row = rows[ExactText(user.id)] { known[row] = user }
    }
    self.ids = ids
    self.profiles = profiles
    self.strongestActions = strongestActions
    self.seen = seen
    self.factors = factors
    self.friendProfiles = friendProfiles
    self.friendActions = friendActions
    friends = zip(ids, known).map { id, user in
      Set((user?.friendIds ?? []).filter { $0 != id }.compactMap { friendIds.index(of: $0) })
        .sorted()
    }
    preferences = known.map { Eligibility.Preferences($0) }
    favoriteGenres = known.map { $0?.favoriteGenres ?? [] }
    favorites = favoriteGenres.map { GenreSet($0) }
  }

  /// All players of a matrix, with what they said of themselves.
  package init(_ matrix: InteractionMatrix, factors: Matrix, users: [User]) {
    self.init(
      ids: matrix.players.ids, profiles: matrix.observed,
      strongestActions: matrix.strongestActions, seen: matrix.seen, factors: factors, users: users,
      friendProfiles: matrix.observed, friendActions: matrix.strongestActions,
      friendIds: matrix.players)
  }

  /// The tested players of a split of a matrix, as they were before what is to be found.
  ///
  /// - Parameter trained: the ids of the rows that trained.
  /// - Throws: where a profile's factor cannot be solved.
  package init(
    testedBy split: Split, trained: Identifiers, model: FactorModel, users: [User]
  ) throws(TrainingFailure) {
    self.init(
      ids: split.players, profiles: split.profiles, seen: split.excluded,
      factors: try model.factors(
        of: 0..<split.players.count, in: split.profiles,
        weightedGramian: model.weightedGamesGramian),
      users: users, friendProfiles: split.train, friendIds: trained)
  }

  package var count: Int { profiles.rows }

  /// What the player did most with the game of an element of the profiles.
  func strongestAction(_ place: Int) -> SwipeAction {
    Audience.action(place, of: strongestActions)
  }

  /// What a friend did most with a game; nil where the friend is not for it.
  func interest(ofFriend friend: Int, in game: UInt32) -> SwipeAction? {
    guard let place = friendProfiles.place(row: friend, column: game),
      friendProfiles.values[place] > 0
    else { return nil }
    return Audience.action(place, of: friendActions)
  }

  private static func action(_ place: Int, of actions: [UInt8]) -> SwipeAction {
    actions.isEmpty ? .like : SwipeAction.allCases[Int(actions[place])]
  }

  /// These players with other factors.
  func with(factors: Matrix) -> Audience {
    Audience(copying: self, factors: factors)
  }

  private init(copying other: Audience, factors: Matrix) {
    ids = other.ids
    profiles = other.profiles
    strongestActions = other.strongestActions
    seen = other.seen
    preferences = other.preferences
    favorites = other.favorites
    favoriteGenres = other.favoriteGenres
    friends = other.friends
    friendProfiles = other.friendProfiles
    friendActions = other.friendActions
    self.factors = factors
  }
}
