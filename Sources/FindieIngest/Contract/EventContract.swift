package import FindieHistory

/// What the fields of interactions and of analytics events must hold.
///
/// ```swift
/// var contract = EventContract()
/// contract["viewDuration", in: .interactions].breach = .warn
/// let decoder = EventDecoder(.interactions, limits: limits, contract: contract, latest: now)
/// ```
///
/// - Invariant: each collection has a contract for each of its fields, in 002's order.
package struct EventContract: Codable, Sendable, Hashable {
  private var interactions = EventContract.defaultInteractions
  private var analytics = EventContract.defaultAnalytics

  /// The default contract: what the night needs is required, and whatever is wrong is rejected.
  package init() {}

  /// The fields of a collection, in 002's order.
  package func fields(of collection: EventCollection) -> [FieldContract] {
    collection == .interactions ? interactions : analytics
  }

  /// The contract of one field.
  ///
  /// - Precondition: the collection has a field of that name.
  package subscript(name: String, in collection: EventCollection) -> FieldContract {
    get { fields(of: collection)[place(of: name, in: collection)] }
    set {
      precondition(newValue.name == name, "\(newValue.name) in the place of \(name)")
      let place = place(of: name, in: collection)
      switch collection {
      case .interactions: interactions[place] = newValue
      case .analytics: analytics[place] = newValue
      }
    }
  }

  private func place(of name: String, in collection: EventCollection) -> Int {
    guard let place = fields(of: collection).firstIndex(where: { $0.name == name }) else {
      preconditionFailure("\(collection.rawValue) has no field \(name)")
    }
    return place
  }

  /// Whether a line that keeps the default contract keeps this one too.
  ///
  /// A reader that knows only the default's checks may accept lines under such a contract: those that
  /// break it are lines that it does not accept anyway.
  package func isNoStricterThanDefault(in collection: EventCollection) -> Bool {
    zip(fields(of: collection), EventContract().fields(of: collection)).allSatisfy { field, usual in
      let isTypeAsWide = field.type == usual.type || field.type == .number
      let isRangeAsWide =
        field.range.map { mine in
          usual.range.map { mine.contains($0.lowerBound) && mine.contains($0.upperBound) } ?? false
        } ?? true
      return (usual.isRequired || !field.isRequired) && isTypeAsWide && isRangeAsWide
        && field.values == nil
    }
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
  ]
}
