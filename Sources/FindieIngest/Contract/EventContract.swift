package import FindieHistory

/// The data contract: the requirements of the fields of interactions and analytics events.
///
/// ```swift
/// var contract = EventContract()
/// contract["viewDuration", in: .interactions].breach = .warn
/// let decoder = EventDecoder(.interactions, limits: limits, contract: contract, latest: now)
/// ```
///
/// - Invariant: each collection has a contract for each of its fields, in the order of the default.
package struct EventContract: Codable, Sendable, Hashable {
  private var interactions = Self.defaultInteractions
  private var analytics = Self.defaultAnalytics
  /// Nil for the default, which contracts in recipes of earlier versions have.
  private var ga4Mapping: GA4Mapping?

  /// What the events of Google Analytics mean.
  package var ga4: GA4Mapping {
    get { ga4Mapping ?? GA4Mapping() }
    set { ga4Mapping = newValue == GA4Mapping() ? nil : newValue }
  }

  /// The default contract: the fields that a run needs are required, and violations reject the
  /// line.
  package init() {}

  /// The fields of a collection, in the order of the default contract.
  package func fields(of collection: EventCollection) -> [FieldContract] {
    collection == .interactions ? interactions : analytics
  }

  /// The names of the fields that each event of a collection must have.
  package func required(of collection: EventCollection) -> [String] {
    fields(of: collection).filter(\.isRequired).map(\.name)
  }

  /// The contract of one field.
  ///
  /// - Precondition: the collection has a field of that name.
  package subscript(name: String, in collection: EventCollection) -> FieldContract {
    get { fields(of: collection)[index(of: name, in: collection)] }
    set {
      precondition(newValue.name == name, "\(newValue.name) instead of \(name)")
      let index = index(of: name, in: collection)
      switch collection {
      case .interactions: interactions[index] = newValue
      case .analytics: analytics[index] = newValue
      }
    }
  }

  private func index(of name: String, in collection: EventCollection) -> Int {
    guard let index = fields(of: collection).firstIndex(where: { $0.name == name }) else {
      preconditionFailure("\(collection.rawValue) has no field \(name)")
    }
    return index
  }
}

// MARK: - The default

extension EventContract {
  private static let defaultInteractions = [
    FieldContract("id", isRequired: true, .id),
    FieldContract("userId", isRequired: true, .id),
    FieldContract("gameId", isRequired: true, .id),
    FieldContract("action", isRequired: true, .action),
    FieldContract("timestamp", isRequired: true, .timestamp),
    FieldContract("sessionId", .text),
    FieldContract("cardPosition", .integer, range: 0...1_000_000),
    FieldContract("viewDuration", .number, range: 0...86_400),
    FieldContract("userGenrePreferences", .list),
    FieldContract("gameGenres", .list),
    FieldContract("gameTags", .list),
  ]

  private static let defaultAnalytics = [
    FieldContract("eventId", isRequired: true, .id),
    FieldContract("gameId", isRequired: true, .id),
    FieldContract("developerId", .text),
    FieldContract("eventType", isRequired: true, .eventType),
    FieldContract("timestamp", isRequired: true, .timestamp),
    FieldContract("anonymousUserId", isRequired: true, .id),
    FieldContract("userGenrePreferences", .list),
    FieldContract("sessionId", .text),
    FieldContract("deviceType", .text),
    FieldContract("appVersion", .text),
    FieldContract("shop", .text),
    FieldContract("surface", .text),
    FieldContract("listId", .text),
    FieldContract("campaign", .text),
    FieldContract("country", .country, breach: .warn),
  ]
}
