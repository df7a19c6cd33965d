package import FindieDomain
import FindieHistory
package import FindieRanking
package import FindieStore
import FindieText

/// Encodes the players' lists of a night for publication, directly from the table. A large night
/// has ten million entries, so no value is created per entry.
package struct RecommendationPrinter: Sendable {
  /// The lists of some players, in their order.
  package struct Printed: Sendable {
    /// As `PublishedLine` writes each `RecommendationList`.
    package fileprivate(set) var lines = PublishedLine()
    /// As the store has them.
    package fileprivate(set) var lists: [StoredLists] = []
    /// What identifies them.
    package fileprivate(set) var identities = PublishedLists()
  }

  /// All texts of the lists, in the order of their numbers.
  package var storedTexts: [String] { texts.texts }
  private let texts: RecommendationTexts
  private let table: RecommendationTable
  private let players: [String]
  /// The experiments of the players in an arm, by row.
  private let arms: [Int: String]
  /// The rank with the keys around it, for each position in a list.
  private let ranks: ByteStrings
  private let fingerprints: ListFingerprints
  private let earlier: EarlierLines?

  /// - Parameters:
  ///   - arms: the experiments of the players in an arm, by row.
  ///   - earlier: the lists of another night, of which equal ones are copied.
  package init(
    _ table: RecommendationTable, players: [String], games: [Game], arms: [Int: String] = [:],
    earlier: EarlierLines? = nil
  ) {
    self.table = table
    self.earlier = earlier
    fingerprints = ListFingerprints(table, games: games)
    self.players = players
    self.arms = arms
    texts = RecommendationTexts(games)
    let longest = zip(table.offsets, table.offsets.dropFirst()).map { $1 - $0 }.max() ?? 0
    var ranks = ByteStrings()
    for rank in 0..<longest { ranks.append(Array(#","rank":\#(rank + 1),"score":"#.utf8).span) }
    self.ranks = ranks
  }

  /// - Parameter copiesRows: whether the store may copy rows of the earlier night.
  package func printed(_ range: Range<Int>, copiesRows: Bool = false) -> Printed {
    var printed = Printed()
    printed.lists.reserveCapacity(range.count)
    // An entry has about 180 bytes.
    let entries = table.offsets[range.upperBound] - table.offsets[range.lowerBound]
    printed.lines.bytes.reserveCapacity(224 * (entries + range.count))
    var encoder = PlayerListEncoder()
    let own = range.map {
      fingerprints.fingerprint(ofPlayer: $0, id: players[$0], arm: arms.isEmpty ? nil : arms[$0])
    }
    var earlier = earlier
    var player = range.lowerBound
    while player < range.upperBound {
      let rest = own[(player - range.lowerBound)...]
      if let source = earlier, let equal = source.lists(equalTo: rest) {
        let copied = copy(equal, from: source, player, copiesRows, &printed, &encoder)
        for (index, fingerprint) in zip(copied, rest) {
          printed.identities.append(
            fingerprint, length: source.length(of: index), hash: source.hash(of: index))
        }
        player += copied.count
        // Damaged: the others are printed.
        if copied.count < equal.count { earlier = nil }
      } else {
        let start = printed.lines.bytes.count
        let listId = append(player, to: &printed.lines)
        printed.lists.append(.encoded(encoded(player, listId: listId, encoder: &encoder)))
        let hash = hash64(of: printed.lines.bytes.span.extracting(start...))
        printed.identities.append(
          own[player - range.lowerBound], length: printed.lines.bytes.count - start, hash: hash)
        player += 1
      }
    }
    return printed
  }

  /// Copies the lists of players from `first` on, which equal `equal`.
  ///
  /// - Returns: the lists before the first damaged one.
  private func copy(
    _ equal: Range<Int>, from earlier: EarlierLines, _ first: Int, _ copiesRows: Bool,
    _ printed: inout Printed, _ encoder: inout PlayerListEncoder
  ) -> Range<Int> {
    var start = printed.lines.bytes.count
    let copied = earlier.append(equal, to: &printed.lines.bytes)
    if copiesRows {
      if !copied.isEmpty { printed.lists.append(.copied(copied)) }
      return copied
    }
    for (player, index) in zip(first..<first + copied.count, copied) {
      let end = start + earlier.length(of: index)
      let listId = printed.lines.listId(in: start..<end, of: players[player])
      printed.lists.append(.encoded(encoded(player, listId: listId, encoder: &encoder)))
      start = end
    }
    return copied
  }

  /// Appends the line of a player, and returns the list's id.
  private func append(_ player: Int, to line: inout PublishedLine) -> String {
    let start = line.begin(
      userId: players[player], source: table.source(ofPlayer: player),
      arm: arms.isEmpty ? nil : arms[player])
    let first = table.offsets[player]
    forEachEntry(ofPlayer: player) { position, probability, isPromoted in
      line.add(position > first ? #",{"gameId":"# : #"{"gameId":"#)
      texts.pieces.copy(texts.number(ofGame: Int(table.games[position])), to: &line.bytes)
      ranks.copy(position - first, to: &line.bytes)
      line.bytes.append(sixDigitsOf: Double(table.scores[position]))
      line.add(#","reasons":["#)
      var isFirst = true
      forEachReason(ofEntry: position) { kind, subject, thousandths in
        line.add(isFirst ? #"{"kind":"# : #",{"kind":"#)
        texts.kinds.copy(Int(kind.code), to: &line.bytes)
        if let subject {
          line.add(kind.namesGame ? #","gameId":"# : #","genre":"#)
          texts.pieces.copy(subject, to: &line.bytes)
        }
        line.add(#","weight":"#)
        line.bytes.append(sixDigitsOf: Double(thousandths) / 1000)
        line.add("}")
        isFirst = false
      }
      line.endEntry(probability: probability, isPromoted: isPromoted)
    }
    return line.endList(start)
  }

  /// A player's list as the store encodes it.
  private func encoded(
    _ player: Int, listId: String, encoder: inout PlayerListEncoder
  ) -> EncodedPlayerList {
    encoder.begin()
    forEachEntry(ofPlayer: player) { position, probability, isPromoted in
      encoder.add(
        game: texts.number(ofGame: Int(table.games[position])),
        score: Double(table.scores[position]))
      forEachReason(ofEntry: position) { kind, subject, thousandths in
        encoder.add(reason: kind, subject: subject, thousandths: thousandths)
      }
      encoder.endEntry(probability: probability, isPromoted: isPromoted)
    }
    return encoder.list(
      userId: players[player], listId: listId, source: table.source(ofPlayer: player))
  }

  private func forEachEntry(
    ofPlayer player: Int, _ body: (_ position: Int, _ probability: Double?, Bool) -> Void
  ) {
    var draws = table.drawnIndices(ofPlayer: player)
    let hasPromotions = !table.promotedEntries.isEmpty
    for position in table.offsets[player]..<table.offsets[player + 1] {
      var probability: Double?
      if let draw = draws.first, table.drawnEntries[draw] == position {
        probability = table.probabilities[draw]
        draws.removeFirst()
      }
      body(position, probability, hasPromotions && table.isPromoted(position))
    }
  }

  private func forEachReason(
    ofEntry position: Int, _ body: (ReasonKind, _ subject: Int?, _ thousandths: Int) -> Void
  ) {
    for index in position * Self.reasons..<(position + 1) * Self.reasons {
      guard let kind = ReasonKind(code: table.reasonKinds[index]) else { continue }
      let subject = texts.number(ofSubject: table.reasonSubjects[index], of: kind)
      body(kind, subject, Int(table.reasonWeights[index]))
    }
  }

  private static let reasons = RecommendationTable.reasonsPerEntry
}

/// The texts in the players' lists of a night: the ids of all games, by index, and the genres.
///
/// A text's number is its index among these plus one, also in the store.
struct RecommendationTexts: Sendable {
  /// As the store encodes them.
  let texts: [String]
  /// Each text as a JSON string, by its number.
  let pieces: ByteStrings
  /// The kinds of reasons as JSON strings, by their codes.
  let kinds: ByteStrings

  private let games: Int

  init(_ games: [Game]) {
    self.games = games.count
    texts = games.map(\.id) + Genre.allCases.map(\.rawValue)
    // No text has the number 0.
    pieces = Self.strings([""] + texts)
    kinds = Self.strings(ReasonKind.allCases.map(\.rawValue))
  }

  private static func strings(_ texts: [String]) -> ByteStrings {
    var pieces = ByteStrings()
    for text in texts {
      var piece: [UInt8] = []
      piece.append(json: text)
      pieces.append(piece.span)
    }
    return pieces
  }

  func number(ofGame game: Int) -> Int { game + 1 }

  /// The number of the text of a reason's game or genre; nil if the kind names none.
  func number(ofSubject subject: UInt32, of kind: ReasonKind) -> Int? {
    if kind.namesGame { return number(ofGame: Int(subject)) }
    return kind.namesGenre ? number(ofGame: games + Int(subject)) : nil
  }
}

extension RecommendationList {
  /// The list with its id, which `PublishedLine` computes.
  ///
  /// - Parameter arm: the experiment whose arm the player is in; nil for none.
  package func identified(arm: String?) -> RecommendationList {
    var line = PublishedLine()
    let listId = line.append(self, arm: arm)
    return RecommendationList(
      userId: userId, listId: listId, date: date, source: source, games: games)
  }
}
