/// A range of whole days, both ends included.
public struct DayRange: Hashable, Sendable, Codable {
  /// The first day of the range.
  public let first: Day
  /// The last day, itself included.
  public let last: Day

  /// Creates the range from `first` to `last`.
  ///
  /// - Precondition: `first` is not after `last`.
  public init(first: Day, last: Day) {
    precondition(first <= last, "the range from \(first) to \(last) ends before it starts")
    self.first = first
    self.last = last
  }

  /// Creates the range of the `count` days before `day`.
  public init(lastDays count: Int, before day: Day) {
    self.init(first: day.adding(days: -count), last: day.adding(days: -1))
  }

  /// The number of days.
  public var count: Int { last.days(since: first) + 1 }

  /// Whether `day` is in the range.
  public func contains(_ day: Day) -> Bool { first <= day && day <= last }

  /// The days, in order.
  public var days: [Day] { (0..<count).map { first.adding(days: $0) } }
}
