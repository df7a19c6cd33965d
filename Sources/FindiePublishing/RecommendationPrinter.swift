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
    /// The rows of players who have any.
    package fileprivate(set) var rows = PublishedLine()
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
    texts = RecommendationTexts(games, table.rows)
  }

  package func printed(_ range: Range<Int>) -> Printed {
    var printed = Printed()
    printed.lists.reserveCapacity(range.count)
    // An entry has about 180 bytes.
    let entries = table.offsets[range.upperBound] - table.offsets[range.lowerBound]
    printed.lines.bytes.reserveCapacity(224 * (entries + range.count))
    var stored = PlayerListEncoder()
    for player in range {
      let list = list(of: player, line: &printed.lines, rows: &printed.rows, stored: &stored)
      printed.lists.append(list)
    }
    return printed
  }

  /// Appends the line of a player, and encodes the list for the store.
  private func list(
    of player: Int, line: inout PublishedLine, rows: inout PublishedLine,
    stored: inout PlayerListEncoder
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
    printRows(of: player, line: &rows, stored: &stored)
    return stored.list(userId: players[player], listId: line.endList(start), source: source)
  }

  /// Appends the line of a player's rows, if there are any, and encodes them for the store.
  private func printRows(
    of player: Int, line: inout PublishedLine, stored: inout PlayerListEncoder
  ) {
    let rows = table.rows.rows(ofPlayer: player)
    guard !rows.isEmpty else { return }
    line.beginRows(userId: players[player])
    for row in rows {
      let key = texts.number(ofKey: table.rows.key(ofRow: row))
      let subject = texts.number(ofSubjectOf: row, table.rows)
      let games = table.rows.games(ofRow: row).map { texts.number(ofGame: Int($0)) }
      stored.addRow(key: key, subject: subject, games: games)
      line.addRow(
        texts.pieces, isFirst: row == rows.lowerBound, key: key, subject: subject, games: games)
    }
    line.endRows()
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

/// The texts in the players' lists of a night: the ids of all games, by index, the genres and, if
/// there are rows, the keys of rows and their tags.
///
/// A text's number is its index among these plus one, also in the store.
struct RecommendationTexts: Sendable {
  /// As the store encodes them.
  let texts: [String]
  /// Each text as a JSON string, by its number. No text has the number 0.
  private(set) var pieces = ByteStrings()

  private let games: Int
  /// By term.
  private var tags: [UInt32: Int] = [:]

  init(_ games: [Game], _ rows: RowTable) {
    self.games = games.count
    var texts = games.map(\.id) + Genre.allCases.map(\.rawValue)
    if !rows.keys.isEmpty { texts += RecommendationList.Row.Key.allCases.map(\.rawValue) }
    for row in rows.keys.indices
    where rows.key(ofRow: row) == .moreOfTag && tags[rows.subjects[row]] == nil {
      texts.append(rows.term(ofRow: row))
      tags[rows.subjects[row]] = texts.count
    }
    self.texts = texts
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

  func number(ofKey key: RecommendationList.Row.Key) -> Int {
    let index = RecommendationList.Row.Key.allCases.firstIndex(of: key) ?? 0
    return number(ofGame: games + Genre.allCases.count + index)
  }

  /// The number of the game, genre or tag that a row is about; nil if it is about none.
  func number(ofSubjectOf row: Int, _ rows: RowTable) -> Int? {
    switch rows.key(ofRow: row) {
    case .becauseYouLiked, .becauseYouWished, .becauseYouOwn:
      number(ofGame: Int(rows.subjects[row]))
    case .moreOfTag: tags[rows.subjects[row]]
    case .moreOfGenre:
      Genre(rawValue: rows.term(ofRow: row)).flatMap { Genre.allCases.firstIndex(of: $0) }
        .map { number(ofGame: games + $0) }
    case .newFromStudios, .hiddenGems: nil
    }
  }
}
