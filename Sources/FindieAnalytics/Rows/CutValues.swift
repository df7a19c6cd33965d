import FindieDomain
import FindieHistory

/// The values of a record's cuts, numbered over all days.
struct CutValues: Sendable {
  /// The cuts whose events have more than one value, with these values; one bit per genre.
  let cuts: [(cut: Cut, names: [String])]
  private let numbersByText: [[ExactText: UInt32]]

  init(_ stored: [DayByGame], _ source: EventSource) {
    var cuts: [(cut: Cut, names: [String])] = []
    var numbersByText: [[ExactText: UInt32]] = []
    let saysGenres = stored.contains { day in
      let strings = day.strings(Cut.genrePreference.column)
      return (0..<strings.count).contains { Self.genres(in: strings.text($0)) != 0 }
    }
    // A cut whose only value is "unknown" is left out.
    if saysGenres {
      cuts.append((.genrePreference, Self.genres + [Cut.unknown]))
      numbersByText.append([:])
    }
    for cut in source == .analytics ? Cut.allCases.filter({ $0 != .genrePreference }) : [] {
      var texts = Set<ExactText>()
      for day in stored {
        let strings = day.strings(cut.column)
        for code in 0..<strings.count { texts.insert(Self.text(strings.text(code), of: cut)) }
      }
      guard texts.contains(where: { $0.text != Cut.unknown }) else { continue }
      let distinct = texts.sorted()
      cuts.append((cut, distinct.map(\.text)))
      numbersByText.append(
        Dictionary(uniqueKeysWithValues: zip(distinct, distinct.indices.map { UInt32($0) })))
    }
    self.cuts = cuts
    self.numbersByText = numbersByText
  }

  private static let genres = Genre.allCases.map(\.rawValue)
  private static let unknownGenre = UInt32(1) << UInt32(genres.count)

  var columns: [TextColumn] { cuts.map(\.cut.column) }

  /// The set of known genres in a column's text, one bit per genre.
  private static func genres(in text: String) -> UInt32 {
    text.utf8.split(separator: TextColumn.separator).reduce(0) { set, genre in
      guard let index = genres.firstIndex(of: String(Substring(genre))) else { return set }
      return set | 1 << UInt32(index)
    }
  }

  /// The value of a text in reports.
  private static func text(_ text: String, of cut: Cut) -> ExactText {
    let isKnown =
      switch cut {
      case .surface: Cut.surfaces.contains(text)
      case .country: Country.names[text] != nil
      default: !text.isEmpty
      }
    return ExactText(isKnown ? text : Cut.unknown)
  }

  /// By cut: the value of each code of a day; a set for genres.
  func translated(_ day: DayByGame) -> [[UInt32]] {
    cuts.enumerated().map { index, own in
      let strings = day.strings(own.cut.column)
      return (0..<strings.count).map { code in
        let text = strings.text(code)
        guard own.cut == .genrePreference else {
          return numbersByText[index][Self.text(text, of: own.cut)] ?? 0
        }
        let set = Self.genres(in: text)
        return set == 0 ? Self.unknownGenre : set
      }
    }
  }
}

extension Cut {
  /// The field of the events.
  fileprivate var column: TextColumn {
    switch self {
    case .genrePreference: .userGenrePreferences
    case .deviceType: .deviceType
    case .appVersion: .appVersion
    case .shop: .shop
    case .surface: .surface
    case .campaign: .campaign
    case .country: .country
    }
  }
}
