import FindieDomain
import FindieHistory

/// The kind of an event in either record: first the swipe actions, then the types of analytics
/// events. There are at most 16.
struct EventKind: Hashable {
  let rawValue: Int

  /// The number of kinds.
  static let count = SwipeAction.allCases.count + EventType.allCases.count

  init(rawValue: Int) { self.rawValue = rawValue }
  init(_ action: SwipeAction) { rawValue = Int(action.code) }
  init(_ type: EventType) { rawValue = SwipeAction.allCases.count + Int(type.code) }

  init(_ key: ForgottenEvents.Key) {
    let first = key.collection == .interactions ? 0 : SwipeAction.allCases.count
    self.init(rawValue: first + Int(key.kind))
  }

  /// The swipe action; nil for an analytics event.
  var action: SwipeAction? {
    rawValue < SwipeAction.allCases.count ? SwipeAction.allCases[rawValue] : nil
  }

  /// This kind's bit in a set of kinds.
  var bit: UInt16 { 1 << UInt16(rawValue) }

  static func bits(of actions: [SwipeAction], _ types: [EventType]) -> UInt16 {
    (actions.map { EventKind($0) } + types.map { EventKind($0) }).reduce(0) { $0 | $1.bit }
  }

  /// The bits of all kinds of one record.
  static func bits(of source: EventSource) -> UInt16 {
    let actions = UInt16(1) << UInt16(SwipeAction.allCases.count) - 1
    return switch source {
    case .interactions: actions
    case .analytics: (UInt16(1) << UInt16(count) - 1) & ~actions
    }
  }
}

/// One of the app's two records of events.
package enum EventSource: String, CaseIterable, Sendable {
  /// Swipes on cards, with the player's own id.
  case interactions
  /// The app's analytics events, with a hashed player id.
  ///
  /// The two kinds of id are never joined: that would undo the hashing.
  case analytics

  init(_ collection: EventCollection) {
    self = collection == .interactions ? .interactions : .analytics
  }
}
