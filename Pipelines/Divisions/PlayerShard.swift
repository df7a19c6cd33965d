import FindieDomain
import FindieModels
import FindieRanking
import FindieWorkspace

/// The players of one task, with what their friends do.
///
/// Grain: one row per player and friend.
struct PlayerShard: Artifact {
  static var grain: String { "one row per player and friend" }
  static var formatVersion: Int { 3 }

  /// The players of the task and their friends.
  private let matrix: InteractionMatrix
  /// X[rows of the matrix, rank].
  private let factors: Matrix
  /// What lists depend on of these players.
  private let users: PackedRecords<User>
  /// The rows of the players of the task, ascending.
  private let players: [Int]
  /// Of the players of the task.
  private let hints: PlayerHints

  var counts: [String: Int] { ["players": players.count] }

  /// The players that lists are computed for.
  var audience: Audience {
    Audience(matrix, factors: factors, users: users).gathering(players).with(hints)
  }

  /// - Parameters:
  ///   - players: rows of the matrix.
  ///   - users: of the night, by id.
  ///   - factors: X[players, rank], of all players.
  ///   - hints: of all players.
  init(
    _ players: Range<Int>, of matrix: InteractionMatrix, users: [ExactText: PackedRecord<User>],
    factors: Matrix, hints: PlayerHints?
  ) {
    let ids = matrix.players
    let friends = players.flatMap { users[ExactText(ids[$0])]?.friendIds ?? [] }
      .compactMap { ids.index(of: $0) }
    let rows = Set(players).union(friends).sorted()
    self.matrix = matrix.gathering(rows)
    self.factors = factors.gathering(rows)
    self.users = PackedRecords(
      rows.lazy.compactMap { users[ExactText(ids[$0])]?.record.forLists })
    self.players = rows.indices.filter { players.contains(rows[$0]) }
    self.hints =
      hints?.gathering(Array(players))
      ?? PlayerHints(
        candidates: SparseRows(emptyRows: players.count, columns: matrix.games.count),
        directions: Matrix(rows: players.count, columns: 0))
  }

  func write(to file: inout ArtifactWriter) {
    matrix.write(to: &file)
    file.put("rank", [factors.columns])
    file.put("factors", factors.elements)
    file.put("users", json: users.records)
    file.put("ownRows", players)
    file.put("candidates", hints.candidates)
    file.put("directions", hints.directions.elements)
  }

  init(from file: ArtifactReader) throws {
    matrix = try InteractionMatrix(from: file)
    guard let rank = try file.numbers("rank", as: Int.self).first else {
      throw ArtifactDamage.array("rank")
    }
    factors = try file.matrix("factors", columns: rank)
    users = PackedRecords(try file.json("users", as: [User].self))
    players = try file.numbers("ownRows")
    let rows = factors.rows
    guard rows == matrix.players.count, players.allSatisfy({ $0 < rows }) else {
      throw ArtifactDamage.array("ownRows")
    }
    let directions: [Float] = try file.numbers("directions")
    hints = PlayerHints(
      candidates: try file.sparseRows(
        "candidates", rows: players.count, columns: matrix.games.count),
      directions: Matrix(
        rows: players.count, columns: directions.count / max(1, players.count),
        elements: directions))
  }
}

extension User {
  /// What lists depend on.
  fileprivate var forLists: User {
    var user = User(
      id: id, favoriteGenres: favoriteGenres, mutedGenres: mutedGenres ?? [],
      preferredPlatforms: preferredPlatforms, priceRange: priceRange, friendIds: friendIds,
      sharesActivityWithFriends: sharesActivityWithFriends)
    user.mutedTags = mutedTags
    user.showsMatureGames = showsMatureGames
    user.personalization = personalization
    return user
  }
}
