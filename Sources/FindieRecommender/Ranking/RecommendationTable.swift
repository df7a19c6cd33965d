package import FindieDomain

/// All players' lists of one night, in columns.
///
/// Grain: one row per player and place in the player's list; players by id, places from the best.
package struct RecommendationTable: Sendable, Equatable {
  /// Two reasons an entry at most.
  package static let reasonsAnEntry = 2

  /// For each player, a code of `RecommendationList.Source`: its place in `allCases`.
  package private(set) var sources: [UInt8] = []
  /// Player i's entries stand at `offsets[i]..<offsets[i + 1]`.
  package private(set) var offsets = [0]
  package private(set) var games: [UInt32] = []
  package private(set) var scores: [Float] = []
  /// `Reason.code` of each entry's reasons, [entries, reasonsAnEntry]; 255 where there is none.
  package private(set) var reasonKinds: [UInt8] = []
  package private(set) var reasonSubjects: [UInt32] = []
  /// The entries that were drawn to be explored, ascending, and with which probability each.
  package private(set) var drawnEntries: [Int] = []
  package private(set) var probabilities: [Double] = []

  package init() {}

  /// The table of these columns; nil where they do not fit together.
  package init?(
    sources: [UInt8], offsets: [Int], games: [UInt32], scores: [Float], reasonKinds: [UInt8],
    reasonSubjects: [UInt32], drawnEntries: [Int] = [], probabilities: [Double] = []
  ) {
    guard offsets.count == sources.count + 1, offsets.first == 0, offsets.last == games.count,
      zip(offsets, offsets.dropFirst()).allSatisfy({ $0 <= $1 }),
      sources.allSatisfy({ $0 < RecommendationList.Source.allCases.count }),
      scores.count == games.count, reasonKinds.count == games.count * Self.reasonsAnEntry,
      reasonSubjects.count == reasonKinds.count, drawnEntries.count == probabilities.count,
      zip(drawnEntries, drawnEntries.dropFirst()).allSatisfy({ $0 < $1 }),
      drawnEntries.allSatisfy(games.indices.contains)
    else { return nil }
    self.sources = sources
    self.offsets = offsets
    self.games = games
    self.scores = scores
    self.reasonKinds = reasonKinds
    self.reasonSubjects = reasonSubjects
    self.drawnEntries = drawnEntries
    self.probabilities = probabilities
  }

  package var count: Int { sources.count }

  package func source(ofPlayer player: Int) -> RecommendationList.Source {
    RecommendationList.Source.allCases[Int(sources[player])]
  }

  /// The games of a player's list, in its order.
  package func games(ofPlayer player: Int) -> ArraySlice<UInt32> {
    games[offsets[player]..<offsets[player + 1]]
  }

  /// How many lists came from each source.
  package func count(of source: RecommendationList.Source) -> Int {
    sources.count { RecommendationList.Source.allCases[Int($0)] == source }
  }

  /// Appends a list whose last entries were drawn, those at the places of their slots.
  mutating func append(_ list: PlayerList, _ slots: [ExplorationSlot]) {
    sources.append(UInt8(RecommendationList.Source.allCases.firstIndex(of: list.source) ?? 0))
    let ranked = list.entries.count - slots.count
    var order = Array(0..<ranked)
    for (index, slot) in slots.enumerated() {
      order.insert(ranked + index, at: min(slot.place, order.count))
    }
    for index in order {
      let entry = list.entries[index]
      if index >= ranked {
        drawnEntries.append(games.count)
        probabilities.append(slots[index - ranked].probability)
      }
      games.append(entry.game)
      scores.append(entry.score)
      for reason in [entry.reasons.first, entry.reasons.second] {
        let code = reason?.code ?? (kind: 255, subject: 0)
        reasonKinds.append(code.kind)
        reasonSubjects.append(code.subject)
      }
    }
    offsets.append(games.count)
  }

  /// Swaps the first entry of a player's list with the one that stands at `rank`, from 0, among those
  /// that were not drawn.
  mutating func putFirst(_ rank: Int, ofPlayer player: Int) {
    guard rank > 0 else { return }
    let first = offsets[player]
    var other = first + rank
    for place in drawnPlaces(ofPlayer: player) where drawnEntries[place] <= other { other += 1 }
    games.swapAt(first, other)
    scores.swapAt(first, other)
    for reason in 0..<Self.reasonsAnEntry {
      let (left, right) = (first * Self.reasonsAnEntry, other * Self.reasonsAnEntry)
      reasonKinds.swapAt(left + reason, right + reason)
      reasonSubjects.swapAt(left + reason, right + reason)
    }
  }

  /// The places in `drawnEntries` of those of one player's list.
  package func drawnPlaces(ofPlayer player: Int) -> Range<Int> {
    firstDraw(from: offsets[player])..<firstDraw(from: offsets[player + 1])
  }

  /// The probability with which an entry was drawn; nil where it was not.
  package func probability(ofEntry place: Int) -> Double? {
    let draw = firstDraw(from: place)
    guard draw < drawnEntries.count, drawnEntries[draw] == place else { return nil }
    return probabilities[draw]
  }

  /// The first of the drawn entries that stands at `place` or behind it.
  private func firstDraw(from place: Int) -> Int {
    var range = 0..<drawnEntries.count
    while !range.isEmpty {
      let middle = range.lowerBound + range.count / 2
      range =
        drawnEntries[middle] < place
        ? middle + 1..<range.upperBound : range.lowerBound..<middle
    }
    return range.lowerBound
  }

  mutating func reserve(lists: Int, entries: Int) {
    sources.reserveCapacity(lists)
    offsets.reserveCapacity(lists + 1)
    games.reserveCapacity(entries)
    scores.reserveCapacity(entries)
    reasonKinds.reserveCapacity(entries * Self.reasonsAnEntry)
    reasonSubjects.reserveCapacity(entries * Self.reasonsAnEntry)
  }

  mutating func append(_ other: RecommendationTable) {
    drawnEntries += other.drawnEntries.map { $0 + games.count }
    probabilities += other.probabilities
    sources += other.sources
    let start = games.count
    offsets += other.offsets.dropFirst().map { $0 + start }
    games += other.games
    scores += other.scores
    reasonKinds += other.reasonKinds
    reasonSubjects += other.reasonSubjects
  }

  /// One player's list as the app reads it.
  package func list(
    ofPlayer player: Int, id: String, date: Day, games catalogue: [Game]
  ) -> RecommendationList {
    let range = offsets[player]..<offsets[player + 1]
    let entries = range.map { place in
      let reasons = (0..<Self.reasonsAnEntry).compactMap { index in
        Reason(
          kind: reasonKinds[place * Self.reasonsAnEntry + index],
          subject: reasonSubjects[place * Self.reasonsAnEntry + index])
      }
      return RecommendationList.Entry(
        gameId: catalogue[Int(games[place])].id, rank: place - range.lowerBound + 1,
        score: Double(scores[place]),
        reasons: reasons.map { $0.sentence { catalogue[Int($0)].title } },
        probability: probability(ofEntry: place))
    }
    return RecommendationList(
      userId: id, date: date, source: source(ofPlayer: player), games: entries)
  }
}

/// One player's list while it is made.
struct PlayerList {
  struct Entry {
    var game: UInt32
    var score: Float
    var reasons: EntryReasons
  }

  var source: RecommendationList.Source
  /// By rank, then those that were drawn.
  var entries: [Entry]
}
