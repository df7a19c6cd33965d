import FindieHistory

/// One of the app's two records of events.
package enum EventSource: String, CaseIterable, Sendable {
  /// Swipes on cards, with the player's own id (source document 002, section 3).
  case interactions
  /// The app's analytics events, with a hashed player id (source document 002, section 7).
  ///
  /// The two kinds of id are never joined: that would undo the hashing.
  case analytics

  init(_ collection: EventCollection) {
    self = collection == .interactions ? .interactions : .analytics
  }
}
