package import FindieDomain
import FindieHistory

/// A dimension that a game's events are broken down by; dimensions are never combined.
package enum Cut: String, CaseIterable, Sendable {
  case genrePreference, deviceType, appVersion, shop, surface, campaign

  /// The value of events without the field.
  package static let unknown = "unknown"
  /// The surfaces that show games.
  package static let surfaces = [
    "exploration", "new", "personal", "similar", "trending", unknown,
  ]

  /// The heading on pages.
  package var name: String {
    switch self {
    case .genrePreference: "What the audience likes"
    case .deviceType: "Device"
    case .appVersion: "App version"
    case .shop: "Shop"
    case .surface: "Where it was shown"
    case .campaign: "Campaign"
    }
  }

  /// Whether an event has exactly one value, so that cells add up to the total. A player may prefer
  /// several genres and counts in each of them.
  package var addsUp: Bool { self != .genrePreference }

  /// Whether only clicks to shops are counted.
  package var isOfClicks: Bool { [.shop, .campaign].contains(self) }
}

/// The published breakdown of one game's or studio's events over the whole weeks of a period.
/// Counts of cells are rounded down to multiples of k.
package struct Breakdown: Sendable, Equatable {
  /// The events of one value of the cut.
  package struct Cell: Sendable, Equatable {
    package let value: String
    package let tally: Tally
    /// The like rate of the rounded counts; nil below 100 impressions and if `isAtLeast`.
    package var likeRate: Proportion? {
      isAtLeast || tally[.impressions] < 100 ? nil : tally.likeRate
    }
    /// Whether more events of this value are suppressed, in some week or for some game of a studio.
    package let isAtLeast: Bool
  }

  package let cut: Cut
  /// The record of the events; records are never mixed.
  package let source: EventSource
  /// The whole weeks that the breakdown covers.
  package let range: DayRange
  /// The published cells, by impressions in descending order, then by events, then by value.
  package let cells: [Cell]
  /// The events of all suppressed cells together, rounded down. Empty for genres, which do not add
  /// up to the total.
  package let suppressed: Tally
  /// Whether there are suppressed cells.
  package let isSuppressed: Bool
  /// All events of the record in those weeks. If the cut adds up, `cells` and `suppressed` are its
  /// parts, each rounded.
  package internal(set) var total: Tally
}

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

  /// The column of each cut.
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
    let isKnown = !text.isEmpty && (cut != .surface || Cut.surfaces.contains(text))
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
    }
  }
}
