package import FindieHistory

/// A collection of the app's export: the first word of a file's or folder's name.
package enum InputCollection: String, CaseIterable, Sendable, Codable {
  case games, developers, tags, users, wishlists, prices, partners, metrics, devices, interactions
  case analytics, annotations, promotions, vectors, uncounted, candidates

  /// The names of all collections, for people: `games, …, promotions`.
  package static var names: String {
    let names = allCases.map(\.rawValue)
    return names.dropLast().joined(separator: ", ") + " or " + (names.last ?? "")
  }

  /// The collection of dated events; nil for a collection of the catalogue.
  package var events: EventCollection? { EventCollection(rawValue: rawValue) }

  /// Whether its documents contain no objects and no lists of numbers, so that a CSV row can be
  /// one.
  var isFlat: Bool {
    ![.wishlists, .prices, .partners, .devices, .vectors, .uncounted].contains(self)
  }

  package init(_ events: EventCollection) {
    switch events {
    case .interactions: self = .interactions
    case .analytics: self = .analytics
    }
  }

  /// The collection of a name: `interactions-2025-10.ndjson.gz` is `interactions`,
  /// `usersettings.ndjson` has none.
  init?(name: String) {
    let word = name.prefix { $0.isASCII && $0.isLetter }
    self.init(rawValue: String(word))
  }
}
