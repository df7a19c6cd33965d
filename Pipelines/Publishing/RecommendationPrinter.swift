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
    /// As the store encodes them.
    package fileprivate(set) var lists: [EncodedPlayerList] = []
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

  /// - Parameter arms: the experiments of the players in an arm, by row.
  package init(
    _ table: RecommendationTable, players: [String], games: [Game], arms: [Int: String] = [:]
  ) {
    self.table = table
    self.players = players
    self.arms = arms
    texts = RecommendationTexts(games)
    let longest = zip(table.offsets, table.offsets.dropFirst()).map { $1 - $0 }.max() ?? 0
    var ranks = ByteStrings()
    for rank in 0..<longest { ranks.append(Array(#","rank":\#(rank + 1),"score":"#.utf8).span) }
    self.ranks = ranks
  }

  package func printed(_ range: Range<Int>) -> Printed {
    var printed = Printed()
    printed.lists.reserveCapacity(range.count)
    // An entry has about 180 bytes.
    let entries = table.offsets[range.upperBound] - table.offsets[range.lowerBound]
    printed.lines.bytes.reserveCapacity(224 * (entries + range.count))
    var encoder = PlayerListEncoder()
    for player in range { put(player, into: &printed, &encoder) }
    return printed
  }

  private func put(
    _ player: Int, into printed: inout Printed, _ encoder: inout PlayerListEncoder
  ) {
    let entries = table.offsets[player]..<table.offsets[player + 1]
    let source = table.source(ofPlayer: player)
    let start = printed.lines.begin(
      userId: players[player], source: source, arm: arms.isEmpty ? nil : arms[player])
    encoder.begin()
    var draws = table.drawnIndices(ofPlayer: player)
    let hasPromotions = !table.promotedEntries.isEmpty
    for position in entries {
      var probability: Double?
      if let draw = draws.first, table.drawnEntries[draw] == position {
        probability = table.probabilities[draw]
        draws.removeFirst()
      }
      let (game, score) = (Int(table.games[position]), Double(table.scores[position]))
      encoder.add(game: texts.number(ofGame: game), score: score)
      printed.lines.add(position > entries.lowerBound ? #",{"gameId":"# : #"{"gameId":"#)
      texts.pieces.copy(texts.number(ofGame: game), to: &printed.lines.bytes)
      ranks.copy(position - entries.lowerBound, to: &printed.lines.bytes)
      printed.lines.bytes.append(sixDigitsOf: score)
      printed.lines.add(#","reasons":["#)
      putReasons(ofEntry: position, into: &printed.lines, &encoder)
      let isPromoted = hasPromotions && table.isPromoted(position)
      encoder.endEntry(probability: probability, isPromoted: isPromoted)
      printed.lines.endEntry(probability: probability, isPromoted: isPromoted)
    }
    let listId = printed.lines.endList(start)
    printed.lists.append(
      encoder.list(userId: players[player], listId: listId, source: source))
  }

  private func putReasons(
    ofEntry position: Int, into line: inout PublishedLine, _ encoder: inout PlayerListEncoder
  ) {
    var isFirst = true
    for index in position * Self.reasons..<(position + 1) * Self.reasons {
      guard let kind = ReasonKind(code: table.reasonKinds[index]) else { continue }
      let subject = texts.number(ofSubject: table.reasonSubjects[index], of: kind)
      let thousandths = Int(table.reasonWeights[index])
      encoder.add(reason: kind, subject: subject, thousandths: thousandths)
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
