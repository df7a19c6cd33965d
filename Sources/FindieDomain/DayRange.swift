/// A range of whole days, both ends included.
public struct DayRange: Hashable, Sendable, Codable {
  public let first: Day
  public let last: Day

  /// - Precondition: `first` is not after `last`.
  public init(first: Day, last: Day) {
    precondition(first <= last, "a range from \(first) to \(last) runs backwards")
    self.first = first
    self.last = last
  }

  /// The `count` days that end with the day before `day`.
  public init(lastDays count: Int, before day: Day) {
    self.init(first: day.adding(days: -count), last: day.adding(days: -1))
  }

  public var count: Int { last.days(since: first) + 1 }

  public func contains(_ day: Day) -> Bool { first <= day && day <= last }

  public var days: [Day] { (0..<count).map { first.adding(days: $0) } }
}
