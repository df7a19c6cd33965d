import FindieDomain
import FindieHistory

/// The values of a cut in one record, and which of them each event has.
struct CutValues: Sendable {
  /// By bytes.
  let names: [String]
  /// By the column's code; of genres a bit a value.
  private let valueOfCode: [UInt32]
  private let codes: [UInt32]
  /// The genres that a player's account names, a bit a value, by the player's code; where an event
  /// tells none.
  private let accounts: [UInt32]
  private let players: [UInt32]

  /// The value of a row, or of genres the set of its values.
  @inline(__always)
  func value(_ row: Int) -> UInt32 {
    let value = valueOfCode[Int(codes[row])]
    return value == .max ? accounts[Int(players[row])] : value
  }

  /// The cuts of a record in which its events differ at all.
  static func all(
    of table: EventTable, _ source: EventSource, users: [User]
  ) -> [Cut: CutValues] {
    var cuts: [Cut: CutValues] = [.genrePreference: CutValues(genresOf: table, source, users)]
    guard source == .analytics else { return cuts }
    cuts[.deviceType] = CutValues(table[.deviceType])
    cuts[.appVersion] = CutValues(table[.appVersion])
    cuts[.shop] = CutValues(table[.shop])
    cuts[.surface] = CutValues(table[.surface], only: Cut.surfaces)
    // A cut of which nothing but "unknown" is known is none.
    return cuts.filter { $1.names != [Cut.unknown] && !$1.names.isEmpty }
  }

  private init(_ column: CodedText, only known: [String]? = nil) {
    let texts = (0..<column.vocabulary.count).map { code -> ExactText in
      let text = column.vocabulary.text(UInt32(code))
      let isKnown = !text.isEmpty && known?.contains(text) ?? true
      return ExactText(isKnown ? text : Cut.unknown)
    }
    let distinct = Set(texts).sorted()
    let places = Dictionary(uniqueKeysWithValues: zip(distinct, distinct.indices))
    names = distinct.map(\.text)
    valueOfCode = texts.map { UInt32(places[$0] ?? 0) }
    codes = column.codes
    accounts = []
    players = []
  }

  /// As an event tells them itself; where it does not, as the account does that it names.
  private init(genresOf table: EventTable, _ source: EventSource, _ users: [User]) {
    let genres = Genre.allCases.map(\.rawValue)
    let unknown = UInt32(1) << UInt32(genres.count)
    names = genres + [Cut.unknown]
    let column = table[.userGenrePreferences]
    valueOfCode = (0..<column.vocabulary.count).map { code in
      let text = column.vocabulary.text(UInt32(code))
      guard !text.isEmpty else { return .max }
      let set = text.utf8.split(separator: TextColumn.separator).reduce(UInt32(0)) { set, genre in
        guard let place = genres.firstIndex(of: String(Substring(genre))) else { return set }
        return set | 1 << UInt32(place)
      }
      return set == 0 ? unknown : set
    }
    codes = column.codes
    players = table[.userId].codes
    var accounts = [UInt32](repeating: unknown, count: table[.userId].vocabulary.count)
    for user in source == .interactions ? users : [] {
      guard !user.favoriteGenres.isEmpty,
        let code = table[.userId].vocabulary.existingCode(of: user.id)
      else { continue }
      accounts[Int(code)] = user.favoriteGenres.reduce(0) { set, genre in
        genres.firstIndex(of: genre.rawValue).map { set | 1 << UInt32($0) } ?? set
      }
    }
    self.accounts = accounts
  }
}
