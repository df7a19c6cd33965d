package import FindieDomain
package import FindieModels

/// What decides which weights rank a player's candidates.
package struct PlayerKind: Sendable, Equatable {
  /// The number of positives.
  package let positives: Int
  /// Whether most of the positives have no date, as in a library.
  package let isUndated: Bool

  package init(positives: Int, isUndated: Bool) {
    self.positives = positives
    self.isUndated = isUndated
  }
}

/// The players that lists are built for. Row i of each member is player i.
package struct Audience: Sendable {
  let ids: [String]
  /// Confidences [players, games].
  package let profiles: SparseRows
  /// For each element of the profiles, the code of the `EvidenceKind` with the largest weight;
  /// empty if unknown.
  let strongestActions: [UInt8]
  /// Seen games [players, games], as `InteractionMatrix.seen`.
  package let seen: SparseRows
  /// How often each game was skipped that the player only skipped [players, games].
  let skips: SparseRows
  /// The games that are not listed again [players, games].
  package let excluded: SparseRows
  /// X[players, rank], solved for the profiles.
  package let factors: Matrix
  /// The players' own limits.
  let preferences: [Eligibility.Preferences]
  let favorites: [GenreSet]
  let favoriteGenres: [[Genre]]
  /// For each player, the rows of `friendProfiles` that are friends: each names the other as a
  /// friend, and the friend's actions may count for friends.
  let friends: [[Int]]
  /// What fewer friends do with a game adds neither candidates nor score: it would reveal what one
  /// friend did.
  static let minimumFriends = 2
  /// Confidences [players that may be friends, games].
  let friendProfiles: SparseRows
  /// For each element of them the strongest kind of evidence; empty if unknown.
  let friendActions: [UInt8]

  /// - Parameters:
  ///   - ids: of the players.
  ///   - users: the players and their friends, in any order; some may be missing.
  ///   - friendProfiles: confidences [friends, games].
  ///   - friendIds: the ids of the rows of `friendProfiles`.
  package init(
    ids: [String], profiles: SparseRows, strongestActions: [UInt8] = [], seen: SparseRows,
    skips: SparseRows, factors: Matrix, users: [User],
    friendProfiles: SparseRows, friendActions: [UInt8] = [], friendIds: Identifiers
  ) {
    precondition(
      seen.rows == profiles.rows && skips.rows == profiles.rows && factors.rows == profiles.rows
        && ids.count == profiles.rows
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
    self.skips = skips
    excluded = seen.subtracting(skips)
    self.factors = factors
    self.friendProfiles = friendProfiles
    self.friendActions = friendActions
    friends = Self.friends(of: ids, users: users, rows: friendIds)
    preferences = known.map { Eligibility.Preferences($0) }
    favoriteGenres = known.map { $0?.favoriteGenres ?? [] }
    favorites = favoriteGenres.map { GenreSet($0) }
  }

  /// All players of a matrix, with their stated preferences.
  package init(_ matrix: InteractionMatrix, factors: Matrix, users: [User]) {
    self.init(
      ids: matrix.players.ids, profiles: matrix.observed,
      strongestActions: matrix.strongestActions, seen: matrix.seen, skips: matrix.skips,
      factors: factors, users: users,
      friendProfiles: matrix.observed, friendActions: matrix.strongestActions,
      friendIds: matrix.players)
  }

  /// - Parameter rows: the ids of the rows of `friendProfiles`.
  /// - Returns: for each player, the rows of the friends, ascending.
  private static func friends(
    of ids: [String], users: [User], rows: Identifiers
  ) -> [[Int]] {
    var named: [Int: Set<Int>] = [:]
    var silent: Set<Int> = []
    for user in users where !user.friendIds.isEmpty {
      guard let row = rows.index(of: user.id) else { continue }
      named[row] = Set(user.friendIds.compactMap { rows.index(of: $0) }).subtracting([row])
      if user.sharesActivityWithFriends == false { silent.insert(row) }
    }
    return ids.map { id in
      guard let row = rows.index(of: id) else { return [] }
      return (named[row] ?? []).filter {
        !silent.contains($0) && named[$0]?.contains(row) ?? false
      }.sorted()
    }
  }

  package var count: Int { profiles.rows }

  package func kind(of player: Int) -> PlayerKind {
    let (ofPlayer, end) = (profiles.range(ofRow: player), seen.range(ofRow: player).upperBound)
    var (positives, undated, position) = (0, 0, seen.range(ofRow: player).lowerBound)
    for element in ofPlayer where profiles.values[element] > 0 {
      let game = profiles.columnIndices[element]
      while position < end, seen.columnIndices[position] < game { position += 1 }
      positives += 1
      if position < end, seen.columnIndices[position] == game, seen.values[position] == .infinity {
        undated += 1
      }
    }
    return PlayerKind(positives: positives, isUndated: 2 * undated > positives)
  }

  /// The player's strongest evidence on the game of a positive element of the profiles.
  func reasonKind(_ position: Int) -> ReasonKind {
    Self.kind(position, of: strongestActions)
  }

  /// A friend's strongest evidence on a game; nil if the game is not a positive of the friend.
  func interest(ofFriend friend: Int, in game: UInt32) -> ReasonKind? {
    guard let position = friendProfiles.index(row: friend, column: game),
      friendProfiles.values[position] > 0
    else { return nil }
    return Self.kind(position, of: friendActions)
  }

  private static func kind(_ position: Int, of kinds: [UInt8]) -> ReasonKind {
    guard !kinds.isEmpty else { return .liked }
    return switch EvidenceKind(rawValue: kinds[position]) {
    case .superLike: .superLiked
    case .wishlist: .wishlisted
    case .owned: .owned
    case .share: .shared
    case .viewDetails: .viewed
    // A positive has no dislike, and a skip has no weight.
    case .like, .dislike, .skip, nil: .liked
    }
  }

  /// These players with other factors.
  func with(factors: Matrix) -> Audience {
    Audience(copying: self, players: count, profiles: profiles, factors: factors)
  }

  /// The first players, with empty profiles: as if their taste were unknown.
  func withoutProfiles(first count: Int) -> Audience {
    let empty = SparseRows(emptyRows: count, columns: profiles.columns)
    return Audience(
      copying: self, players: count, profiles: empty,
      factors: Matrix(rows: count, columns: factors.columns))
  }

  /// Some of the players, as rows in this order.
  package func gathering(_ rows: [Int]) -> Audience {
    Audience(gathering: rows, of: self)
  }

  private init(gathering rows: [Int], of other: Audience) {
    ids = rows.map { other.ids[$0] }
    profiles = other.profiles.gathering(rows)
    strongestActions =
      other.strongestActions.isEmpty
      ? []
      : rows.flatMap { other.strongestActions[other.profiles.range(ofRow: $0)] }
    seen = other.seen.gathering(rows)
    skips = other.skips.gathering(rows)
    excluded = other.excluded.gathering(rows)
    factors = other.factors.gathering(rows)
    preferences = rows.map { other.preferences[$0] }
    favorites = rows.map { other.favorites[$0] }
    favoriteGenres = rows.map { other.favoriteGenres[$0] }
    friends = rows.map { other.friends[$0] }
    friendProfiles = other.friendProfiles
    friendActions = other.friendActions
  }

  private init(copying other: Audience, players: Int, profiles: SparseRows, factors: Matrix) {
    let isSame = players == other.count
    ids = Array(other.ids[..<players])
    self.profiles = profiles
    strongestActions = other.strongestActions
    let rows = Array(0..<players)
    seen = isSame ? other.seen : other.seen.gathering(rows)
    skips = isSame ? other.skips : other.skips.gathering(rows)
    excluded = isSame ? other.excluded : other.excluded.gathering(rows)
    preferences = Array(other.preferences[..<players])
    favorites = Array(other.favorites[..<players])
    favoriteGenres = Array(other.favoriteGenres[..<players])
    friends = Array(other.friends[..<players])
    friendProfiles = other.friendProfiles
    friendActions = other.friendActions
    self.factors = factors
  }
}
