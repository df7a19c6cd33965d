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
    package fileprivate(set) var lists: [EncodedPlayerList] = []
  }

  /// All texts of the lists, in the order of their numbers.
  package var storedTexts: [String] { texts.texts }
  private let texts: RecommendationTexts
  private let table: RecommendationTable
  private let players: [String]
  /// The experiments of the players in an arm, by row.
  private let arms: [Int: String]
  /// By thousandths.
  private let weights = (0...1000).map { SixDigitText(Double($0) / 1000) }

  /// - Parameter arms: the experiments of the players in an arm, by row.
  package init(
    _ table: RecommendationTable, players: [String], games: [Game], arms: [Int: String] = [:]
  ) {
    self.table = table
    self.players = players
    self.arms = arms
    texts = RecommendationTexts(games)
  }

  package func printed(_ range: Range<Int>) -> Printed {
    var printed = Printed()
    printed.lists.reserveCapacity(range.count)
    // An entry has about 180 bytes.
    let entries = table.offsets[range.upperBound] - table.offsets[range.lowerBound]
    printed.lines.bytes.reserveCapacity(224 * (entries + range.count))
    var stored = PlayerListEncoder()
    for player in range {
      let list = list(of: player, line: &printed.lines, stored: &stored)
      printed.lists.append(list)
    }
    return printed
  }

  /// Appends the line of a player, and encodes the list for the store.
  private func list(
    of player: Int, line: inout PublishedLine, stored: inout PlayerListEncoder
  ) -> EncodedPlayerList {
    let source = table.source(ofPlayer: player)
    let start = line.begin(
      userId: players[player], source: source, arm: arms.isEmpty ? nil : arms[player])
    stored.begin()
    let first = table.offsets[player]
    forEachEntry(ofPlayer: player) { position, probability, isPromoted in
      let game = texts.number(ofGame: Int(table.games[position]))
      let score = SixDigitText(Double(table.scores[position]))
      line.beginEntry(rank: position - first + 1, score: score) { texts.pieces.copy(game, to: &$0) }
      stored.add(game: game, score: score)
      var isFirst = true
      forEachReason(ofEntry: position) { kind, subject, thousandths in
        line.add(kind, weight: weights[thousandths], isFirst: isFirst) {
          if let subject { texts.pieces.copy(subject, to: &$0) }
        }
        stored.add(reason: kind, subject: subject, thousandths: thousandths)
        isFirst = false
      }
      line.endEntry(probability: probability, isPromoted: isPromoted)
      stored.endEntry(probability: probability, isPromoted: isPromoted)
    }
    return stored.list(userId: players[player], listId: line.endList(start), source: source)
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
  /// Each text as a JSON string, by its number. No text has the number 0.
  private(set) var pieces = ByteStrings()

  private let games: Int

  init(_ games: [Game]) {
    self.games = games.count
    texts = games.map(\.id) + Genre.allCases.map(\.rawValue)
    for text in [""] + texts {
      var piece: [UInt8] = []
      piece.append(json: text)
      pieces.append(piece.span)
    }
  }

  func number(ofGame game: Int) -> Int { game + 1 }

  /// The number of the text of a reason's game or genre; nil if the kind names none.
  func number(ofSubject subject: UInt32, of kind: ReasonKind) -> Int? {
    if kind.namesGame { return number(ofGame: Int(subject)) }
    return kind.namesGenre ? number(ofGame: games + Int(subject)) : nil
  }
}
