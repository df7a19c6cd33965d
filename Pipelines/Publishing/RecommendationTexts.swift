import FindieDomain
import FindieHistory

/// The texts in the players' lists of a night: the ids of all games, by index, the kinds of reasons, and
/// the genres.
///
/// A text's number is its index among these, also in the store.
struct RecommendationTexts: Sendable {
  /// As the store encodes them.
  let texts: [String]
  /// Each text as a JSON string.
  let pieces: ByteStrings

  private let games: Int

  init(_ games: [Game]) {
    self.games = games.count
    texts =
      games.map(\.id) + ReasonKind.allCases.map(\.rawValue) + Genre.allCases.map(\.rawValue)
    var pieces = ByteStrings()
    for text in texts {
      var line = PublishedLine()
      line.add("", text: text)
      pieces.append(line.bytes.span)
    }
    self.pieces = pieces
  }

  /// The number of the text of a kind.
  func number(of kind: ReasonKind) -> Int { games + Int(kind.code) }

  /// The number of the text of a reason's game or genre; nil if the kind names none.
  func number(ofSubject subject: UInt32, of kind: ReasonKind) -> Int? {
    if kind.namesGame { return Int(subject) }
    return kind.namesGenre ? games + RecommendationTexts.kinds + Int(subject) : nil
  }

  private static let kinds = ReasonKind.allCases.count
}
