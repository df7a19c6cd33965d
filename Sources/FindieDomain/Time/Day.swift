/// A day of the proleptic Gregorian calendar, in UTC unless stated otherwise.
///
/// ```swift
/// let day = Day("2016-09-18")!
/// day.adding(days: 1).description   // "2016-09-19"
/// day.weekday                       // .sunday
/// ```
///
/// Source of the conversion: Howard Hinnant, *chrono-Compatible Low-Level Date Algorithms* (2013).
public struct Day: Hashable, Comparable, Sendable {
  /// Days since 1970-01-01; negative before it.
  public let daysSinceEpoch: Int32

  /// Creates the day that is `daysSinceEpoch` days after 1970-01-01.
  public init(daysSinceEpoch: Int32) {
    self.daysSinceEpoch = daysSinceEpoch
  }

  /// Creates the day of a civil date. Nil if the calendar has no such date, or outside years 1 to
  /// 9999.
  public init?(year: Int, month: Int, day: Int) {
    guard (1...9999).contains(year), (1...12).contains(month),
      day >= 1, day <= Self.daysIn(month: month, year: year)
    else { return nil }
    let shifted = month <= 2 ? year - 1 : year
    let era = shifted / 400
    let yearOfEra = shifted - era * 400
    let dayOfYear = (153 * (month + (month > 2 ? -3 : 9)) + 2) / 5 + day - 1
    let dayOfEra = yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear
    self.daysSinceEpoch = Int32(era * 146_097 + dayOfEra - 719_468)
  }

  /// Parses `YYYY-MM-DD`. Nil for any other text.
  public init?(_ text: some StringProtocol) {
    let parts = text.split(separator: "-", omittingEmptySubsequences: false)
    guard parts.count == 3, parts[0].count == 4, parts[1].count == 2, parts[2].count == 2,
      parts.allSatisfy({ $0.utf8.allSatisfy { (0x30...0x39).contains($0) } }),
      let year = Int(parts[0]), let month = Int(parts[1]), let day = Int(parts[2])
    else { return nil }
    self.init(year: year, month: month, day: day)
  }

  static func daysIn(month: Int, year: Int) -> Int {
    switch month {
    case 2: year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) ? 29 : 28
    case 4, 6, 9, 11: 30
    default: 31
    }
  }

  /// The year, the month from 1 and the day of the month from 1.
  public var civil: (year: Int, month: Int, day: Int) {
    let shifted = Int(daysSinceEpoch) + 719_468
    let era = (shifted >= 0 ? shifted : shifted - 146_096) / 146_097
    let dayOfEra = shifted - era * 146_097
    let yearOfEra =
      (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let marchMonth = (5 * dayOfYear + 2) / 153
    let month = marchMonth < 10 ? marchMonth + 3 : marchMonth - 9
    let year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0)
    return (year, month, dayOfYear - (153 * marchMonth + 2) / 5 + 1)
  }

  /// The day that is `days` days later.
  public func adding(days: Int) -> Day {
    Day(daysSinceEpoch: daysSinceEpoch + Int32(days))
  }

  /// The number of days from `other` to this day. Negative if this day is earlier.
  public func days(since other: Day) -> Int {
    Int(daysSinceEpoch) - Int(other.daysSinceEpoch)
  }

  /// Midnight UTC at the start of the day.
  public var start: Timestamp {
    Timestamp(milliseconds: Int64(daysSinceEpoch) * Timestamp.millisecondsADay)
  }

  /// Whether `left` is before `right`.
  public static func < (left: Day, right: Day) -> Bool {
    left.daysSinceEpoch < right.daysSinceEpoch
  }
}

extension Day {
  /// The days of the week, numbered as in ISO 8601.
  public enum Weekday: Int, CaseIterable, Sendable {
    case monday = 1, tuesday, wednesday, thursday, friday, saturday, sunday
  }

  /// The day of the week.
  public var weekday: Weekday {
    // 1970-01-01 was a Thursday, the fourth day of the ISO week.
    let index = ((Int(daysSinceEpoch) + 3) % 7 + 7) % 7
    return Weekday.allCases[index]
  }
}

extension Day: CustomStringConvertible {
  /// `YYYY-MM-DD`.
  public var description: String {
    let (year, month, day) = civil
    guard year >= 0 else {
      return "\(year.padded(to: 4))-\(month.padded(to: 2))-\(day.padded(to: 2))"
    }
    var text: [UInt8] = []
    text.reserveCapacity(10)
    text.append(digitsOf: UInt(year), atLeast: 4)
    text.append(UInt8(ascii: "-"))
    text.append(digitsOf: UInt(month), atLeast: 2)
    text.append(UInt8(ascii: "-"))
    text.append(digitsOf: UInt(day), atLeast: 2)
    return String(decoding: text, as: UTF8.self)
  }
}

extension Day: Codable {
  /// Decodes `YYYY-MM-DD`.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    let text = try container.decode(String.self)
    guard let day = Day(text) else {
      throw DecodingError.dataCorruptedError(
        in: container, debugDescription: "'\(text)' is not a day of the form YYYY-MM-DD")
    }
    self = day
  }

  /// Encodes `YYYY-MM-DD`.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(description)
  }
}

/// A range of whole days, both ends included.
public struct DayRange: Hashable, Sendable, Codable {
  /// The first day of the range.
  public let first: Day
  /// The last day, inclusive.
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
