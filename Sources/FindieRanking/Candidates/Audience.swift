package import FindieDomain
package import FindieModels

/// The players that lists are built for. Row i of each member is player i.
package struct Audience: Sendable {
  private(set) var ids: [String]
  private var rows: PlayerRows
  /// The games that are not listed again [players, games].
  package private(set) var excluded: SparseRows
  /// X[players, rank], solved for the profiles.
  package private(set) var factors: Matrix
  /// The players' own limits.
  private(set) var preferences: [Eligibility.Preferences]
  private(set) var favorites: [GenreSet]
  private(set) var favoriteGenres: [[Genre]]
  /// For each player, the rows of `friendProfiles` that are friends: each names the other as a
  /// friend, and the friend's actions may count for friends.
  private(set) var friends: [[Int]]
  /// What fewer friends do with a game adds neither candidates nor score: it would reveal what one
  /// friend did.
  static let minimumFriends = 2
  /// Confidences [players that may be friends, games].
  let friendProfiles: SparseRows
  /// For each element of them the strongest kind of evidence; empty if unknown.
  let friendActions: [UInt8]
  /// What the operator's own model says about the players; nil if it says nothing.
  package private(set) var hints: PlayerHints?

  /// - Parameters:
  ///   - ids: of the players.
  ///   - rows: of the players.
  ///   - users: the players and their friends, in any order; some may be missing.
  ///   - friendProfiles: confidences [friends, games].
  ///   - friendIds: the ids of the rows of `friendProfiles`.
  package init(
    ids: [String], rows: PlayerRows, factors: Matrix, users: PackedRecords<User>,
    friendProfiles: SparseRows, friendActions: [UInt8] = [], friendIds: Identifiers
  ) {
    precondition(
      [rows.observed.rows, rows.seen.rows, rows.skips.rows, factors.rows]
        .allSatisfy { $0 == ids.count } && friendIds.count == friendProfiles.rows,
      "an audience of \(ids.count) players")
    var known = [PackedRecord<User>?](repeating: nil, count: ids.count)
    if !users.isEmpty {
      let positions = Dictionary(
        uniqueKeysWithValues: ids.enumerated().map { (ExactText($1), $0) })
      for user in users {
        if let position = positions[ExactText(user.id)] { known[position] = user }
      }
    }
    self.ids = ids
    self.rows = rows
    excluded = rows.seen.subtracting(rows.skips)
    self.factors = factors
    self.friendProfiles = friendProfiles
    self.friendActions = friendActions
    friends = Self.friends(of: ids, users: users, rows: friendIds)
    preferences = known.map { Eligibility.Preferences($0) }
    favoriteGenres = known.map { ($0?.hasProfile ?? false) ? $0?.favoriteGenres ?? [] : [] }
    favorites = favoriteGenres.map { GenreSet($0) }
  }

  /// All players of a matrix, with their stated preferences.
  package init(_ matrix: InteractionMatrix, factors: Matrix, users: PackedRecords<User>) {
    self.init(
      ids: matrix.players.ids, rows: matrix.rows, factors: factors, users: users,
      friendProfiles: matrix.observed, friendActions: matrix.strongestActions,
      friendIds: matrix.players)
  }

  /// - Parameter rows: the ids of the rows of `friendProfiles`.
  /// - Returns: for each player, the rows of the friends, ascending.
  private static func friends(
    of ids: [String], users: PackedRecords<User>, rows: Identifiers
  ) -> [[Int]] {
    var named: [Int: Set<Int>] = [:]
    var silent: Set<Int> = []
    for user in users where !user.friendIds.isEmpty && user.hasProfile {
      guard let row = rows.index(of: user.id) else { continue }
      named[row] = Set(user.friendIds.compactMap { rows.index(of: $0) }).subtracting([row])
      if user.sharesActivityWithFriends == false { silent.insert(row) }
    }
    guard !named.isEmpty else { return [[Int]](repeating: [], count: ids.count) }
    return ids.map { id in
      guard let row = rows.index(of: id) else { return [] }
      return (named[row] ?? []).filter {
        !silent.contains($0) && named[$0]?.contains(row) ?? false
      }.sorted()
    }
  }

  package var count: Int { ids.count }

  /// Confidences [players, games].
  package var profiles: SparseRows { rows.observed }
  /// Seen games [players, games], as `InteractionMatrix.seen`.
  package var seen: SparseRows { rows.seen }
  /// How often each game was skipped that the player only skipped [players, games].
  var skips: SparseRows { rows.skips }

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
    Self.kind(position, of: rows.strongestActions)
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
    var audience = self
    audience.factors = factors
    return audience
  }

  /// These players with what the operator's own model says about them.
  package func with(_ hints: PlayerHints?) -> Audience {
    precondition(hints.map { $0.candidates.rows == count } ?? true, "hints of other players")
    var audience = self
    audience.hints = hints
    return audience
  }

  /// The direction of a player's own vector, or else that of the player's positives with the length
  /// of their sum.
  func taste(
    of player: Int, by embeddings: Embeddings
  ) -> (direction: [Float], length: Double?) {
    if let own = hints?.direction(ofPlayer: player) { return (own, nil) }
    let (direction, length) = embeddings.taste(ofRow: player, of: profiles)
    return (direction, length)
  }

  /// The first players, with empty profiles: as if their taste were unknown. What another model
  /// says about them comes from their profiles.
  func withoutProfiles(first count: Int) -> Audience {
    var audience = gathering(Array(0..<count))
    audience.rows = PlayerRows(
      observed: SparseRows(emptyRows: count, columns: profiles.columns), strongestActions: [],
      seen: audience.seen, skips: audience.skips)
    audience.factors = Matrix(rows: count, columns: factors.columns)
    audience.hints = nil
    return audience
  }

  /// Some of the players, as rows in this order.
  package func gathering(_ rows: [Int]) -> Audience {
    var audience = self
    audience.ids = rows.map { ids[$0] }
    audience.rows = self.rows.gathering(rows)
    audience.excluded = excluded.gathering(rows)
    audience.factors = factors.gathering(rows)
    audience.preferences = rows.map { preferences[$0] }
    audience.favorites = rows.map { favorites[$0] }
    audience.favoriteGenres = rows.map { favoriteGenres[$0] }
    audience.friends = rows.map { friends[$0] }
    audience.hints = hints?.gathering(rows)
    return audience
  }
}
