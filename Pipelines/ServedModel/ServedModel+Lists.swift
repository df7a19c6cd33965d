import FindieAnalytics
package import FindieDomain
package import FindieModels
import FindiePublishing
package import FindieRanking
import FindieStore
import FindieWorkers

/// A player whose list is computed.
private struct ListRequest {
  let id: String
  /// The player's row in the matrix; nil for a player whom the night does not know.
  let player: Int?
  /// The actions that the list is computed from.
  let row: PlayerRows
  /// Whether the operator's own model counts: the player has a profile.
  var hasHints = true
}

extension ServedModel {
  /// A player's list with what the player did since the night: the published one if that is
  /// nothing. Nil for a player of whom nothing is known.
  package func recommendations(
    userId: String, since interactions: [SwipeInteraction] = []
  ) throws -> RecommendationList? {
    try recommendations(of: [userId]) { _ in interactions }[0]
  }

  /// The lists of several players. They are those of one player after the other, and take less
  /// time.
  package func recommendations(
    of ids: [String], since interactions: (_ id: String) -> [SwipeInteraction]
  ) throws -> [RecommendationList?] {
    let users = try users(ids)
    var lists = [RecommendationList?](repeating: nil, count: ids.count)
    var (changed, places) = ([ListRequest](), [Int]())
    // By index in `changed`: the list whose top position counts.
    var published: [RecommendationList?] = []
    for (place, id) in ids.enumerated() {
      let player = matrix.players.index(of: id)
      let hasProfile = users[ExactText(id)]?.personalization ?? true
      let row =
        hasProfile
        ? matrix.row(
          of: player, id: id, with: interactions(id), since: night, parameters: settings.matrix)
        : PlayerRows(empty: 1, games: matrix.games.count)
      let hasChanged = changedUsers[ExactText(id)] != nil
      guard player != nil || row.seen.count > 0 || hasChanged else { continue }
      let own = try store.recommendationList(userId: id)
      if let player, let own, !hasChanged, row == ownRow(of: player, id: id) {
        lists[place] = own
        continue
      }
      changed.append(ListRequest(id: id, player: player, row: row, hasHints: hasProfile))
      places.append(place)
      published.append(player == nil || !hasProfile ? nil : own)
    }
    let new = try self.lists(of: changed, users)
    let capped = new.indices.filter { index in
      published[index].map { new[index].mayHaveOtherTop(than: $0) } ?? false
    }
    let own = try self.lists(
      of: capped.compactMap { index in
        let id = changed[index].id
        return changed[index].player.map {
          ListRequest(id: id, player: $0, row: ownRow(of: $0, id: id))
        }
      }, users)
    for (place, list) in zip(places, new) { lists[place] = list }
    for (index, own) in zip(capped, own) {
      guard let published = published[index] else { continue }
      lists[places[index]] = new[index].cappingTopPosition(as: published, from: own)
    }
    for place in places { lists[place] = lists[place]?.identified(arm: arm(of: ids[place])) }
    return lists
  }

  /// A player's list by the night's models and data, with the top position of the published list;
  /// nil for an unknown player.
  package func recomputedList(userId: String, as published: RecommendationList) throws
    -> RecommendationList?
  {
    guard let player = matrix.players.index(of: userId) else { return nil }
    let request = ListRequest(id: userId, player: player, row: ownRow(of: player, id: userId))
    let own = try lists(of: [request], users([userId]))[0]
    return own.cappingTopPosition(as: published, from: own)
  }

  private func ownRow(of player: Int, id: String) -> PlayerRows {
    matrix.row(of: player, id: id, with: [], since: night, parameters: settings.matrix)
  }

  /// The lists of players, in their order. Top positions are not distributed among them.
  private func lists(
    of requests: [ListRequest], _ users: [ExactText: User]
  ) throws -> [RecommendationList] {
    let byArm = Dictionary(grouping: requests.indices) {
      assignment.arm(of: requests[$0].id, on: night)
    }
    var lists = [RecommendationList?](repeating: nil, count: requests.count)
    for places in byArm.values {
      let players = places.map { requests[$0] }
      let tables = try recommender(of: players[0].id).with(audience(of: players, users))
        .separateLists(workers: Workers(threads: 1))
      for (place, table) in zip(places, tables) {
        lists[place] = table.list(
          ofPlayer: 0, id: requests[place].id, date: night, games: catalogue.games)
      }
    }
    return lists.compactMap(\.self)
  }

  /// One player with the actions of the row.
  package func audience(of player: Int?, id: String, _ row: PlayerRows) throws -> Audience {
    try audience(of: [ListRequest(id: id, player: player, row: row)], users([id]))
  }

  private func audience(
    of requests: [ListRequest], _ users: [ExactText: User]
  ) throws -> Audience {
    let factors = try requests.map { try factor(of: $0.player, $0.row) }
    return Audience(
      ids: requests.map(\.id), rows: PlayerRows(joining: requests.map(\.row)),
      factors: Matrix(
        rows: requests.count, columns: self.factors.games.columns,
        elements: factors.flatMap(\.elements)),
      users: PackedRecords(Array(users.values)), friendProfiles: matrix.observed,
      friendActions: matrix.strongestActions, friendIds: matrix.players
    ).with(hints?.gathering(requests.map { $0.hasHints ? $0.player : nil }))
  }

  /// [1, rank]: the night's factor if the row is unchanged, else the exact solution.
  private func factor(of player: Int?, _ row: PlayerRows) throws -> Matrix {
    if let player, matrix.observed.gathering([player]) == row.observed {
      return factors.players.gathering([player])
    }
    return try foldIn.factors(of: 0..<1, in: row.observed)
  }

  /// The records of players and of their friends, where known.
  private func users(_ ids: [String]) throws -> [ExactText: User] {
    let own = try records(of: ids)
    return try own.merging(records(of: own.values.flatMap(\.friendIds))) { known, _ in known }
  }

  private func records(of ids: [String]) throws -> [ExactText: User] {
    let stored = try store.users(ids: ids.filter { changedUsers[ExactText($0)] == nil })
    let users = stored + ids.compactMap { changedUsers[ExactText($0)] }
    return Dictionary(users.map { (ExactText($0.id), $0) }, uniquingKeysWith: { first, _ in first })
  }

  /// A player's record, with what changed since the night.
  package func user(_ id: String) throws -> User? { try records(of: [id])[ExactText(id)] }
}
