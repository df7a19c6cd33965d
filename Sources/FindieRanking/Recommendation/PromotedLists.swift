import FindieDomain
import FindieHistory
import FindieModels

/// A promoted game of one player's list.
struct PromotedEntry: Codable, Sendable {
  let entry: PlayerList.Entry
  let place: ActivePromotions.Place
}

/// The promoted games of players' lists.
package struct PromotedLists: Codable, Sendable {
  /// The row of each player with promoted games, ascending.
  private(set) var players: [Int] = []
  /// By player: in the order of `ActivePromotions`.
  private(set) var entries: [[PromotedEntry]] = []

  var isEmpty: Bool { players.isEmpty }

  mutating func append(_ promoted: [PromotedEntry], ofPlayer player: Int) {
    guard !promoted.isEmpty else { return }
    players.append(player)
    entries.append(promoted)
  }

  /// A player's promoted games.
  func entries(ofPlayer player: Int) -> [PromotedEntry] {
    let index = players.indices.partitionPoint { players[$0] < player }
    return index < players.count && players[index] == player ? entries[index] : []
  }

  /// - Parameter start: the row of the first player of `other`.
  mutating func append(_ other: PromotedLists, from start: Int) {
    players += other.players.map { $0 + start }
    entries += other.entries
  }
}

/// Puts promoted games into finished lists. All other entries keep their order; those at the end of
/// a full list, which were not drawn, make room.
///
/// - A pinned game stands at its rank, the second one of the same rank after it. A boosted game
///   stands after the entries, other than drawn and promoted ones, whose scores are at least its
///   own with the boost; never lower than without the promotion. It is not added to the end of a
///   full list.
/// - A game is not added if its studio then had more entries than the cap allows, and more than
///   without promotions: few studios may fill a list.
/// - A list's first entry was drawn, was first without promotions, or is first on no more lists
///   than `TopPositions` allows, as long as any of the next entries is: these two are swapped.
struct ListPromotion {
  private let table: RecommendationTable
  private let promoted: PromotedLists
  /// The length of a full list.
  private let length: Int
  private let studios: [UInt32]
  private let studioCap: Int
  private let topPositions: TopPositionParameters

  /// - Parameters:
  ///   - table: the lists without promotions.
  ///   - studios: by game.
  init(
    _ table: RecommendationTable, _ promoted: PromotedLists, studios: [UInt32],
    parameters: RecommendationParameters
  ) {
    self.table = table
    self.promoted = promoted
    self.studios = studios
    length = parameters.listLength
    // As in `RelevanceBudget`.
    studioCap = max(1, Int(min(1, parameters.variety.maximumStudioShare) * Double(length) + 1e-9))
    topPositions = parameters.topPositions
  }

  /// An entry of a list with promotions.
  private enum Item: Equatable {
    /// By its position in the table.
    case organic(Int)
    /// By its index among the player's.
    case promoted(Int)
  }

  /// The lists with promotions.
  ///
  /// - Parameters:
  ///   - ids: of the players; they decide who has a turn first for the first place.
  ///   - cap: the largest number of lists on which a game is first.
  func lists(of ids: [String], cap: Int) -> RecommendationTable {
    let orders = firstPlaces(of: ids, cap: cap)
    var lists = RecommendationTable()
    lists.reserve(lists: table.count, entries: table.games.count)
    var next = 0
    for player in 0..<table.count {
      guard next < promoted.players.count, promoted.players[next] == player else {
        lists.append(listOf: player, from: table)
        continue
      }
      lists.begin(listOf: player, from: table)
      for item in orders[next] {
        switch item {
        case .organic(let position): lists.append(entry: position, from: table)
        case .promoted(let index): lists.append(promoted: promoted.entries[next][index].entry)
        }
      }
      lists.endList()
      next += 1
    }
    return lists
  }

  private func game(_ item: Item, _ list: Int) -> UInt32 {
    switch item {
    case .organic(let position): table.games[position]
    case .promoted(let index): promoted.entries[list][index].entry.game
    }
  }

  private func isDrawn(_ item: Item) -> Bool {
    if case .organic(let position) = item {
      table.probability(ofEntry: position) != nil
    } else {
      false
    }
  }

  private func isPromoted(_ item: Item) -> Bool {
    if case .promoted = item { true } else { false }
  }

  /// The order of each list with promotions, with the limit on first places.
  private func firstPlaces(of ids: [String], cap: Int) -> [[Item]] {
    var orders = promoted.players.indices.map { order(ofList: $0) }
    var counts = [Int](repeating: 0, count: studios.count)
    var changed: [(hash: UInt64, list: Int)] = []
    var next = 0
    for player in 0..<table.count {
      let first = table.games(ofPlayer: player).first
      guard next < promoted.players.count, promoted.players[next] == player else {
        if let first { counts[Int(first)] += 1 }
        continue
      }
      if let item = orders[next].first {
        if game(item, next) == first || isDrawn(item) {
          counts[Int(game(item, next))] += 1
        } else {
          changed.append((hash64(of: ids[player].utf8.span, seed: topPositions.seed), next))
        }
      }
      next += 1
    }
    for (_, list) in changed.sorted(by: { ($0.hash, $0.list) < ($1.hash, $1.list) }) {
      let head = orders[list].prefix(topPositions.searchDepth)
      let chosen = head.firstIndex {
        !isDrawn($0) && counts[Int(game($0, list))] < cap
      }
      if let chosen, chosen > 0 { orders[list].swapAt(0, chosen) }
      counts[Int(game(orders[list][0], list))] += 1
    }
    return orders
  }

  private func order(ofList list: Int) -> [Item] {
    let player = promoted.players[list]
    let all = table.offsets[player]..<table.offsets[player + 1]
    let entries = allowed(promoted.entries[list], on: all)
    let games = Set(entries.map { promoted.entries[list][$0].entry.game })
    var order: [Item] = all.filter { !games.contains(table.games[$0]) }.map { .organic($0) }
    let pinned = insertBoosted(entries, ofList: list, all, into: &order)
    // Before pinned games are placed, so that none of them moves up.
    while order.count + pinned.count > max(length, all.count),
      let last = order.lastIndex(where: { !isPromoted($0) && !isDrawn($0) })
        ?? order.lastIndex(where: isPromoted)
    {
      order.remove(at: last)
    }
    var placed: [Item] = []
    var (left, index) = (order[...], 0)
    while index < pinned.count || !left.isEmpty {
      if index < pinned.count, left.isEmpty || pinned[index].at <= placed.count {
        placed.append(.promoted(pinned[index].index))
        index += 1
      } else {
        placed.append(left.removeFirst())
      }
    }
    return Array(placed.prefix(max(length, all.count)))
  }

  /// Inserts the boosted games.
  ///
  /// - Returns: the pinned ones, by rank.
  private func insertBoosted(
    _ entries: [Int], ofList list: Int, _ all: Range<Int>, into order: inout [Item]
  ) -> [(at: Int, index: Int)] {
    var pinned: [(at: Int, index: Int)] = []
    var boosted: [(at: Int, score: Double, index: Int)] = []
    for index in entries {
      let (entry, place) = (
        promoted.entries[list][index].entry, promoted.entries[list][index].place
      )
      guard case .boosted(let boost) = place else {
        if case .pinned(let at) = place { pinned.append((at, index)) }
        continue
      }
      let score = Double(entry.score) + boost
      let better = order.count { item in
        guard case .organic(let own) = item else { return false }
        return !isDrawn(item) && Double(table.scores[own]) >= score
      }
      var at = ranked(better, of: order)
      if let own = ranked(all).first(where: { table.games[$0] == entry.game }) {
        let before = order.count {
          if case .organic(let position) = $0 { position < own } else { false }
        }
        at = min(at, before)
      }
      boosted.append((at, score, index))
    }
    // From the end, so that the places before stay; of equal places the highest score is first.
    for entry in boosted.sorted(by: { ($1.at, $0.score, $1.index) < ($0.at, $1.score, $0.index) }) {
      order.insert(.promoted(entry.index), at: entry.at)
    }
    return pinned
  }

  /// The index after the first `count` entries that were not drawn.
  private func ranked(_ count: Int, of order: [Item]) -> Int {
    var left = count
    for (index, item) in order.enumerated() where !isDrawn(item) {
      if left == 0 { break }
      left -= 1
      if left == 0 { return index + 1 }
    }
    return count == 0 ? 0 : order.count
  }

  /// The entries of a list that were not drawn.
  private func ranked(_ list: Range<Int>) -> [Int] {
    list.filter { table.probability(ofEntry: $0) == nil }
  }

  /// The indices of the promoted games that are on the list anyway, other than drawn, or that may
  /// be added. This does not depend on whether the game was drawn, so that the probabilities of
  /// draws remain exact; the others may remain drawn entries.
  private func allowed(_ promoted: [PromotedEntry], on list: Range<Int>) -> [Int] {
    let ranked = ranked(list)
    var counts: [UInt32: Int] = [:]
    for position in list { counts[studios[Int(table.games[position])], default: 0] += 1 }
    let plain = counts
    // The last of these makes room in a full list.
    var leaving = ranked.filter { position in
      !promoted.contains { $0.entry.game == table.games[position] }
    }
    var count = list.count
    return promoted.indices.filter { index in
      let entry = promoted[index].entry
      if ranked.contains(where: { table.games[$0] == entry.game }) { return true }
      if case .boosted(let boost) = promoted[index].place, list.count >= length,
        !ranked.contains(where: { Double(table.scores[$0]) < Double(entry.score) + boost })
      {
        return false
      }
      let studio = studios[Int(entry.game)]
      let isDrawn = list.contains { table.games[$0] == entry.game }
      let last = count >= length ? leaving.last.map { studios[Int(table.games[$0])] } : nil
      let others = counts[studio, default: 0] - (isDrawn ? 1 : 0) - (last == studio ? 1 : 0)
      guard others < max(studioCap, plain[studio, default: 0]) else { return false }
      guard !isDrawn else { return true }
      if let last {
        leaving.removeLast()
        counts[last, default: 0] -= 1
      } else {
        count += 1
      }
      counts[studio, default: 0] += 1
      return true
    }
  }
}

extension RecommendationTable {
  /// The lists without promoted entries.
  package var unpromoted: RecommendationTable {
    guard !promotedEntries.isEmpty else { return self }
    var lists = RecommendationTable()
    lists.reserve(lists: count, entries: games.count)
    for player in 0..<count {
      lists.begin(listOf: player, from: self)
      for entry in offsets[player]..<offsets[player + 1] where !isPromoted(entry) {
        lists.append(entry: entry, from: self)
      }
      lists.endList()
    }
    return lists
  }

  /// By game, the number of lists on which it is promoted; without the games that are on none.
  package var promotedLists: [UInt32: Int] {
    Dictionary(promotedEntries.map { (games[$0], 1) }, uniquingKeysWith: +)
  }
}
