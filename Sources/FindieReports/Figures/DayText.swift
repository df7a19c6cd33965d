import FindieDomain
import FindieText

extension Day {
  private static let months = [
    "January", "February", "March", "April", "May", "June", "July", "August", "September",
    "October", "November", "December",
  ]

  /// Such as `18 September 2016`.
  var inWords: String {
    let (year, month, day) = civil
    return "\(day) \(Self.months[month - 1]) \(year)"
  }

  /// Such as `September 2016`.
  var fullMonthInWords: String { "\(Self.months[civil.month - 1]) \(civil.year)" }

  /// The day's quarter, such as `the third quarter of 2016`.
  var quarterInWords: String {
    let names = ["first", "second", "third", "fourth"]
    return "the \(names[(civil.month - 1) / 3]) quarter of \(civil.year)"
  }

  /// Such as `18 Sep`.
  var short: String {
    let (_, month, day) = civil
    return "\(day) \(Self.months[month - 1].prefix(3))"
  }

  /// Such as `Sep 2016`.
  var monthInWords: String {
    let (year, month, _) = civil
    return "\(Self.months[month - 1].prefix(3)) \(year)"
  }
}

extension DayRange {
  /// A single day.
  init(_ day: Day) { self.init(first: day, last: day) }

  /// Such as `19–25 September 2016`, `28 September – 4 October 2016` or `18 September 2016`.
  var fromTo: String {
    guard count > 1 else { return last.inWords }
    let start = start
    return start + (start.count < 3 ? "–" : " – ") + last.inWords
  }

  /// The first day without what it has in common with the last.
  private var start: String {
    let (start, end) = (first.civil, last.civil)
    if (start.year, start.month) == (end.year, end.month) { return String(start.day) }
    let words = first.inWords
    return start.year == end.year ? String(words.dropLast(5)) : words
  }

  /// Such as `the 28 days to 18 September 2016`.
  var inWords: String {
    count == 1 ? last.inWords : "the \(count) days to \(last.inWords)"
  }

  /// Such as `from 22 August to 18 September 2016` or `on 18 September 2016`.
  var whenInWords: String {
    count == 1 ? "on \(last.inWords)" : "from \(start) to \(last.inWords)"
  }

  /// The preposition of something that happened in these days.
  var preposition: String { count == 1 ? "on " : "in " }

  /// The preceding range of the same length: such as `the 28 days before`.
  var beforeInWords: String { count == 1 ? "the day before" : "the \(count) days before" }

  /// The preceding range of the same length.
  var previous: DayRange { DayRange(lastDays: count, before: first) }
}
