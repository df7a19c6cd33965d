package import FindieDomain
import FindieModels

/// All players' lists of one night, in columns.
///
/// Grain: one row per player and rank; players by id, best first.
package struct RecommendationTable: Sendable, Equatable {
  /// The maximum number of reasons per entry.
  package static let reasonsPerEntry = 2

  /// For each player, the index in `RecommendationList.Source.allCases`.
  package private(set) var sources: [UInt8] = []
  /// Player i's entries are at `offsets[i]..<offsets[i + 1]`.
  package private(set) var offsets = [0]
  package private(set) var games: [UInt32] = []
  package private(set) var scores: [Float] = []
  /// `ReasonKind.code` of each entry's reasons, [entries, reasonsPerEntry]; 255 for none.
  package private(set) var reasonKinds: [UInt8] = []
  /// For each reason, its game or the index of its genre in `Genre.allCases`; 0 if it names none.
  package private(set) var reasonSubjects: [UInt32] = []
  /// `Reason.weight` of each reason, in thousandths.
  package private(set) var reasonWeights: [UInt16] = []
  /// The entries drawn for exploration, ascending, and their probabilities.
  package private(set) var drawnEntries: [Int] = []
  package private(set) var probabilities: [Double] = []
  /// The promoted entries, ascending.
  package private(set) var promotedEntries: [Int] = []
  /// Each player's rows of games.
  package private(set) var rows = RowTable()

  package init() {}

  /// - Parameter terms: `ContentModel.names`, for tables with rows.
  init(terms: [String]) { rows = RowTable(terms: terms) }

  /// The table of these columns; nil if they are inconsistent.
  package init?(
    sources: [UInt8], offsets: [Int], games: [UInt32], scores: [Float], reasonKinds: [UInt8],
    reasonSubjects: [UInt32], reasonWeights: [UInt16], drawnEntries: [Int] = [],
    probabilities: [Double] = [], promotedEntries: [Int] = [], rows: RowTable? = nil
  ) {
    let rows = rows ?? RowTable(players: sources.count)
    guard offsets.count == sources.count + 1, offsets.first == 0, offsets.last == games.count,
      zip(offsets, offsets.dropFirst()).allSatisfy({ $0 <= $1 }),
      sources.allSatisfy({ $0 < RecommendationList.Source.allCases.count }),
      scores.count == games.count, reasonKinds.count == games.count * Self.reasonsPerEntry,
      reasonSubjects.count == reasonKinds.count, reasonWeights.count == reasonKinds.count,
      reasonWeights.allSatisfy({ $0 <= 1000 }), drawnEntries.count == probabilities.count,
      zip(drawnEntries, drawnEntries.dropFirst()).allSatisfy({ $0 < $1 }),
      drawnEntries.allSatisfy(games.indices.contains),
      zip(promotedEntries, promotedEntries.dropFirst()).allSatisfy({ $0 < $1 }),
      promotedEntries.allSatisfy(games.indices.contains),
      rows.offsets.count == offsets.count
    else { return nil }
    self.sources = sources
    self.offsets = offsets
    self.games = games
    self.scores = scores
    self.reasonKinds = reasonKinds
    self.reasonSubjects = reasonSubjects
    self.reasonWeights = reasonWeights
    self.drawnEntries = drawnEntries
    self.probabilities = probabilities
    self.promotedEntries = promotedEntries
    self.rows = rows
  }

  package var count: Int { sources.count }

  package func source(ofPlayer player: Int) -> RecommendationList.Source {
    RecommendationList.Source.allCases[Int(sources[player])]
  }

  /// The games of a player's list, in its order.
  package func games(ofPlayer player: Int) -> ArraySlice<UInt32> {
    games[offsets[player]..<offsets[player + 1]]
  }

  /// The number of lists from each source.
  package func count(of source: RecommendationList.Source) -> Int {
    sources.count { RecommendationList.Source.allCases[Int($0)] == source }
  }

  /// Appends a list whose last entries were drawn; they are moved to the positions of their slots.
  mutating func append(_ list: PlayerList, _ slots: [ExplorationSlot]) {
    sources.append(UInt8(RecommendationList.Source.allCases.firstIndex(of: list.source) ?? 0))
    let ranked = list.entries.count - slots.count
    var order = Array(0..<ranked)
    for (index, slot) in slots.enumerated() {
      order.insert(ranked + index, at: min(slot.position, order.count))
    }
    for index in order {
      if index >= ranked {
        drawnEntries.append(games.count)
        probabilities.append(slots[index - ranked].probability)
      }
      append(list.entries[index])
    }
    rows.append(list.rows)
    offsets.append(games.count)
  }

  /// Begins a list like a player's list of another table; `endList` completes it.
  mutating func begin(listOf player: Int, from other: RecommendationTable) {
    sources.append(other.sources[player])
    rows.append(other.rows, players: player..<player + 1)
  }

  mutating func endList() { offsets.append(games.count) }

  /// Appends a player's list of another table.
  mutating func append(listOf player: Int, from other: RecommendationTable) {
    begin(listOf: player, from: other)
    for entry in other.offsets[player]..<other.offsets[player + 1] {
      append(entry: entry, from: other)
    }
    endList()
  }

  /// Appends an entry of another table to the list that was begun.
  mutating func append(entry: Int, from other: RecommendationTable) {
    if let probability = other.probability(ofEntry: entry) {
      drawnEntries.append(games.count)
      probabilities.append(probability)
    }
    if other.isPromoted(entry) { promotedEntries.append(games.count) }
    games.append(other.games[entry])
    scores.append(other.scores[entry])
    for reason in entry * Self.reasonsPerEntry..<(entry + 1) * Self.reasonsPerEntry {
      reasonKinds.append(other.reasonKinds[reason])
      reasonSubjects.append(other.reasonSubjects[reason])
      reasonWeights.append(other.reasonWeights[reason])
    }
  }

  /// Appends a promoted entry to the list that was begun.
  mutating func append(promoted entry: PlayerList.Entry) {
    promotedEntries.append(games.count)
    append(entry)
  }

  private mutating func append(_ entry: PlayerList.Entry) {
    games.append(entry.game)
    scores.append(entry.score)
    append(entry.reasons.first)
    append(entry.reasons.second)
  }

  private mutating func append(_ reason: EntryReason?) {
    reasonKinds.append(reason?.kind.code ?? 255)
    reasonSubjects.append(reason?.subject ?? 0)
    reasonWeights.append(reason?.thousandths ?? 0)
  }

  /// Swaps the first entry of a player's list with the one at `rank`, from 0, among the ranked
  /// entries.
  mutating func putFirst(_ rank: Int, ofPlayer player: Int) {
    guard rank > 0 else { return }
    let first = offsets[player]
    var other = first + rank
    for position in drawnIndices(ofPlayer: player) where drawnEntries[position] <= other {
      other += 1
    }
    games.swapAt(first, other)
    scores.swapAt(first, other)
    for reason in 0..<Self.reasonsPerEntry {
      let (left, right) = (first * Self.reasonsPerEntry, other * Self.reasonsPerEntry)
      reasonKinds.swapAt(left + reason, right + reason)
      reasonSubjects.swapAt(left + reason, right + reason)
      reasonWeights.swapAt(left + reason, right + reason)
    }
  }

  /// The range in `drawnEntries` of one player's list.
  package func drawnIndices(ofPlayer player: Int) -> Range<Int> {
    firstDraw(from: offsets[player])..<firstDraw(from: offsets[player + 1])
  }

  /// The probability with which an entry was drawn; nil for a ranked entry.
  package func probability(ofEntry position: Int) -> Double? {
    let draw = firstDraw(from: position)
    guard draw < drawnEntries.count, drawnEntries[draw] == position else { return nil }
    return probabilities[draw]
  }

  /// The index of the first drawn entry at or after `position`.
  private func firstDraw(from position: Int) -> Int {
    drawnEntries.indices.partitionPoint { drawnEntries[$0] < position }
  }

  /// Whether an entry is promoted.
  package func isPromoted(_ position: Int) -> Bool {
    let index = promotedEntries.indices.partitionPoint { promotedEntries[$0] < position }
    return index < promotedEntries.count && promotedEntries[index] == position
  }

  mutating func reserve(lists: Int, entries: Int) {
    sources.reserveCapacity(lists)
    offsets.reserveCapacity(lists + 1)
    games.reserveCapacity(entries)
    scores.reserveCapacity(entries)
    reasonKinds.reserveCapacity(entries * Self.reasonsPerEntry)
    reasonSubjects.reserveCapacity(entries * Self.reasonsPerEntry)
    reasonWeights.reserveCapacity(entries * Self.reasonsPerEntry)
  }

  mutating func append(_ other: RecommendationTable) {
    drawnEntries += other.drawnEntries.map { $0 + games.count }
    promotedEntries += other.promotedEntries.map { $0 + games.count }
    probabilities += other.probabilities
    sources += other.sources
    let start = games.count
    offsets += other.offsets.dropFirst().map { $0 + start }
    games += other.games
    scores += other.scores
    reasonKinds += other.reasonKinds
    reasonSubjects += other.reasonSubjects
    reasonWeights += other.reasonWeights
    rows.append(other.rows)
  }

  /// This table with other lists of some players.
  ///
  /// - Parameters:
  ///   - players: the rows to replace, ascending.
  ///   - lists: their lists, in this order.
  package func replacing(_ players: [Int], with lists: RecommendationTable) -> RecommendationTable {
    precondition(players.count == lists.count, "\(lists.count) lists of \(players.count) players")
    var result = RecommendationTable()
    result.reserve(lists: count, entries: games.count)
    var next = 0
    for player in 0..<count {
      if next < players.count, players[next] == player {
        result.append(listOf: next, from: lists)
        next += 1
      } else {
        result.append(listOf: player, from: self)
      }
    }
    return result
  }

  /// One player's list as the app reads it.
  package func list(
    ofPlayer player: Int, id: String, date: Day, games catalogue: [Game]
  ) -> RecommendationList {
    let range = offsets[player]..<offsets[player + 1]
    let entries = range.map { position in
      return RecommendationList.Entry(
        gameId: catalogue[Int(games[position])].id, rank: position - range.lowerBound + 1,
        score: Double(scores[position]), reasons: reasons(ofEntry: position, games: catalogue),
        probability: probability(ofEntry: position),
        promoted: isPromoted(position) ? true : nil)
    }
    return RecommendationList(
      userId: id, date: date, source: source(ofPlayer: player), games: entries,
      rows: rows.rows(ofPlayer: player, games: catalogue))
  }
}

extension RecommendationTable {
  /// The reasons of an entry, the largest part first.
  ///
  /// - Parameter games: the catalogue, by index.
  package func reasons(ofEntry position: Int, games: [Game]) -> [Reason] {
    (position * Self.reasonsPerEntry..<(position + 1) * Self.reasonsPerEntry).compactMap { index in
      guard let kind = ReasonKind(code: reasonKinds[index]) else { return nil }
      let subject = Int(reasonSubjects[index])
      return Reason(
        kind: kind, gameId: kind.namesGame ? games[subject].id : nil,
        genre: kind.namesGenre ? Genre.allCases[subject] : nil,
        weight: Double(reasonWeights[index]) / 1000)
    }
  }
}

/// One player's list while it is built.
struct PlayerList {
  struct Entry: Codable {
    var game: UInt32
    var score: Float
    var reasons: EntryReasons
  }

  var source: RecommendationList.Source
  /// By rank, followed by the drawn entries.
  var entries: [Entry]
  /// Not among the entries.
  var promoted: [PromotedEntry] = []
  var rows: [PlayerRow] = []
}
