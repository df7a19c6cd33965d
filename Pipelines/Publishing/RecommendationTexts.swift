import FindieDomain
import FindieHistory
import FindieText

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
    pieces = RecommendationTexts.strings([""] + texts)
    kinds = RecommendationTexts.strings(ReasonKind.allCases.map(\.rawValue))
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
