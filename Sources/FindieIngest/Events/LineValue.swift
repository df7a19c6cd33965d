import CLineScanner
import FindieHistory

/// What one value of a line is to its row.
enum LineValue: Equatable {
  /// Nobody reads it.
  case skip
  case id
  /// The column by its place in the collection; the user and the game are required.
  case text(column: Int, isRequired: Bool)
  case list(column: Int)
  case kind
  case instant
  /// The parts of a Firestore timestamp.
  case seconds, nanoseconds
  case number(column: Int, range: ClosedRange<Double>, isWhole: Bool)

  /// What the value of `field` is; as in `EventDecoder`, whose rules these are.
  init(_ field: EventField, of collection: EventCollection) {
    let column = collection.textColumns.firstIndex { EventField($0) == field }
    switch (field, column) {
    case (.id, _): self = .id
    case (.kind, _): self = .kind
    case (.timestamp, _): self = .instant
    case (.cardPosition, _):
      self = LineValue.number(.cardPosition, 0...1_000_000, isWhole: true, of: collection)
    case (.viewDuration, _):
      self = LineValue.number(.viewSeconds, 0...86_400, isWhole: false, of: collection)
    case (_, let column?) where field.isList: self = .list(column: column)
    case (_, let column?):
      self = .text(column: column, isRequired: field == .user || field == .game)
    default: self = .skip
    }
  }

  private static func number(
    _ column: NumberColumn, _ range: ClosedRange<Double>, isWhole: Bool,
    of collection: EventCollection
  ) -> LineValue {
    guard let place = collection.numberColumns.firstIndex(of: column) else { return .skip }
    return .number(column: place, range: range, isWhole: isWhole)
  }

  /// The same for the scanner.
  var scanned: findie_value {
    var value = findie_value()
    value.role =
      switch self {
      case .skip: FINDIE_VALUE_SKIP
      case .id: FINDIE_VALUE_ID
      case .text: FINDIE_VALUE_TEXT
      case .list: FINDIE_VALUE_LIST
      case .kind: FINDIE_VALUE_KIND
      case .instant: FINDIE_VALUE_INSTANT
      case .seconds: FINDIE_VALUE_SECONDS
      case .nanoseconds: FINDIE_VALUE_NANOSECONDS
      case .number: FINDIE_VALUE_NUMBER
      }
    switch self {
    case .id: value.is_required = true
    case .text(let column, let isRequired):
      value.column = UInt32(column)
      value.is_required = isRequired
    case .list(let column): value.column = UInt32(column)
    case .number(let column, let range, let isWhole):
      value.column = UInt32(column)
      value.lowest = range.lowerBound
      value.highest = range.upperBound
      value.is_whole = isWhole
    case .skip, .kind, .instant, .seconds, .nanoseconds: break
    }
    return value
  }
}
