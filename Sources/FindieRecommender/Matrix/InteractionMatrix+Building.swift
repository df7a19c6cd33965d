package import FindieDomain
package import FindieHistory
import FindieLinearAlgebra
package import FindieWorkers
import Foundation

extension InteractionMatrix {
  /// The matrix of the night of `day`.
  ///
  /// An element's confidence is the sum of: the latest verdict (like, superLike or dislike, so that
  /// a verdict replaces an earlier opposite one), and the newest wishlist, share and viewDetails;
  /// each weighed by its action and halved every half-life. After a dislike the element is an
  /// observed zero, whatever else happened. A skip only marks as seen, and for a time. A wishlist's item is one
  /// wishlist action; without a date it does not decay.
  ///
  /// - Parameter interactions: in the order of their instants.
  package init(
    interactions: EventTable, wishlists: [Wishlist], users: [User], games gameIds: [String],
    on day: Day, parameters: MatrixParameters, workers: Workers
  ) {
    let games = Identifiers(gameIds)
    let actors = interactions[.userId]
    var hasActed = [Bool](repeating: false, count: actors.vocabulary.count)
    for row in 0..<interactions.count where interactions.day(row) < day {
      hasActed[Int(actors.codes[row])] = true
    }
    let players = Identifiers(
      [
        users.map(\.id), wishlists.map(\.userId),
        hasActed.indices.filter { hasActed[$0] }.map { actors.vocabulary.text(UInt32($0)) },
      ].joined())
    let evidence = Evidence(
      interactions: interactions, wishlists: wishlists, players: players, games: games, day: day)
    let weighing = Weighing(parameters: parameters, day: day)
    let parts = Workers.ranges(of: players.count, size: 4096)
    let rows = workers.map(parts.count) { part in
      parts[part].reduce(into: RowBuilder()) { builder, player in
        builder.appendRow(of: evidence.items(of: player), weighing: weighing)
      }
    }
    let all = rows.reduce(into: RowBuilder()) { $0.append($1) }
    self.init(
      players: players, games: games,
      observed: SparseRows(
        rows: players.count, columns: games.count, offsets: all.observedOffsets,
        columnIndices: all.observedGames, values: all.confidences),
      strongestActions: all.strongestActions,
      seen: SparseRows(
        rows: players.count, columns: games.count, offsets: all.seenOffsets,
        columnIndices: all.seenGames, values: all.seenDays),
      interactionsWithUnknownGames: evidence.unknownGames)
  }
}

/// One thing a player did with a game, or one item of the player's wishlist.
struct EvidenceItem {
  var game: UInt32
  var action: UInt8
  /// Days since 1970; infinity where there is no date.
  var day: Float
}

/// All evidence, grouped by player, in the order of the instants.
private struct Evidence: Sendable {
  let offsets: [Int]
  let all: [EvidenceItem]
  let unknownGames: Int

  init(
    interactions: EventTable, wishlists: [Wishlist], players: Identifiers, games: Identifiers,
    day: Day
  ) {
    let userCodes = interactions[.userId]
    let gameCodes = interactions[.gameId]
    let playerIndices = (0..<userCodes.vocabulary.count).map {
      players.index(of: userCodes.vocabulary.text(UInt32($0)))
    }
    let gameIndices = (0..<gameCodes.vocabulary.count).map {
      games.index(of: gameCodes.vocabulary.text(UInt32($0)))
    }
    var unknownGames = 0
    var items: [(player: Int, item: EvidenceItem)] = []
    items.reserveCapacity(interactions.count)
    for row in 0..<interactions.count where interactions.day(row) < day {
      guard let player = playerIndices[Int(userCodes.codes[row])] else {
        preconditionFailure("every player of the interactions has an index")
      }
      guard let game = gameIndices[Int(gameCodes.codes[row])] else {
        unknownGames += 1
        continue
      }
      items.append(
        (
          player,
          EvidenceItem(
            game: UInt32(game), action: interactions.kinds[row],
            day: Float(interactions.day(row).daysSinceEpoch))
        ))
    }
    for wishlist in wishlists {
      guard let player = players.index(of: wishlist.userId) else { continue }
      for item in wishlist.items {
        guard let game = games.index(of: item.gameId) else { continue }
        if let added = item.addedDate, added >= day.start { continue }
        let addedDay = item.addedDate.map { Float($0.day.daysSinceEpoch) } ?? .infinity
        items.append(
          (
            player,
            EvidenceItem(game: UInt32(game), action: SwipeAction.wishlist.code, day: addedDay)
          ))
      }
    }
    var offsets = [Int](repeating: 0, count: players.count + 1)
    for (player, _) in items { offsets[player + 1] += 1 }
    for player in 0..<players.count { offsets[player + 1] += offsets[player] }
    var next = offsets
    var grouped = [EvidenceItem](
      repeating: EvidenceItem(game: 0, action: 0, day: 0), count: items.count)
    for (player, item) in items {
      grouped[next[player]] = item
      next[player] += 1
    }
    self.offsets = offsets
    self.all = grouped
    self.unknownGames = unknownGames
  }

  /// A player's items by game, those of one game in the order of their instants.
  func items(of player: Int) -> [EvidenceItem] {
    let own = Array(all[offsets[player]..<offsets[player + 1]])
    return own.indices.sorted { left, right in
      (own[left].game, left) < (own[right].game, right)
    }.map { own[$0] }
  }
}

struct Weighing: Sendable {
  let parameters: MatrixParameters
  let day: Day

  /// What the newest action of a kind weighs on the night.
  func weight(of action: SwipeAction, on lastDay: Float) -> Double {
    let weights = parameters.weights
    let weight =
      switch action {
      case .like: weights.like
      case .superLike: weights.superLike
      case .dislike: weights.dislike
      case .wishlist: weights.wishlist
      case .share: weights.share
      case .viewDetails: weights.viewDetails
      case .skip: 0.0
      }
    guard lastDay.isFinite else { return weight }
    return weight * pow(0.5, age(of: lastDay) / parameters.halfLifeInDays)
  }

  /// How many days ago a day was. A night sees nothing of its own day or later; what is folded in since
  /// counts as of the night.
  func age(of lastDay: Float) -> Double {
    max(0, Double(day.daysSinceEpoch) - Double(lastDay))
  }
}

/// Appends the rows of the matrix, a player after the other.
struct RowBuilder: Sendable {
  var observedOffsets = [0]
  var observedGames: [UInt32] = []
  var confidences: [Float] = []
  var strongestActions: [UInt8] = []
  var seenOffsets = [0]
  var seenGames: [UInt32] = []
  var seenDays: [Float] = []

  mutating func appendRow(of items: [EvidenceItem], weighing: Weighing) {
    var start = 0
    while start < items.count {
      var end = start + 1
      while end < items.count, items[end].game == items[start].game { end += 1 }
      appendElement(of: items[start..<end], weighing: weighing)
      start = end
    }
    observedOffsets.append(observedGames.count)
    seenOffsets.append(seenGames.count)
  }

  private mutating func appendElement(of items: ArraySlice<EvidenceItem>, weighing: Weighing) {
    guard let game = items.first?.game else { return }
    var newest = [Float?](repeating: nil, count: SwipeAction.allCases.count)
    var verdict: SwipeAction?
    for item in items {
      newest[Int(item.action)] = max(newest[Int(item.action)] ?? -.infinity, item.day)
      let action = SwipeAction.allCases[Int(item.action)]
      if action == .like || action == .superLike || action == .dislike { verdict = action }
    }
    let lastDay = items.reduce(-.infinity) { max($0, $1.day) }
    let isForgotten =
      items.allSatisfy { $0.action == SwipeAction.skip.code }
      && weighing.age(of: lastDay) > weighing.parameters.skipReturnsAfterDays
    if !isForgotten {
      seenGames.append(game)
      seenDays.append(lastDay)
    }

    let counted: [SwipeAction] =
      verdict == .dislike
      ? [.dislike] : [verdict, .wishlist, .share, .viewDetails].compactMap(\.self)
    var confidence = 0.0
    var strongest: (action: SwipeAction, weight: Double)?
    for action in counted {
      guard let day = newest[Int(action.code)] else { continue }
      let weight = weighing.weight(of: action, on: day)
      confidence += weight
      if weight > strongest?.weight ?? 0 { strongest = (action, weight) }
    }
    guard let strongest, Float(confidence) > 0 else { return }
    observedGames.append(game)
    confidences.append(Float(verdict == .dislike ? -confidence : confidence))
    strongestActions.append(strongest.action.code)
  }

  mutating func append(_ other: RowBuilder) {
    let (observed, seen) = (observedGames.count, seenGames.count)
    observedOffsets += other.observedOffsets.dropFirst().map { $0 + observed }
    seenOffsets += other.seenOffsets.dropFirst().map { $0 + seen }
    observedGames += other.observedGames
    confidences += other.confidences
    strongestActions += other.strongestActions
    seenGames += other.seenGames
    seenDays += other.seenDays
  }
}
