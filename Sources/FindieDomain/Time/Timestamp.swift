/// An instant, in milliseconds since 1970-01-01T00:00:00Z.
public struct Timestamp: Hashable, Comparable, Sendable {
  /// Milliseconds since the epoch. Negative before 1970.
  public let milliseconds: Int64

  /// Creates the instant that is `milliseconds` after the epoch.
  public init(milliseconds: Int64) {
    self.milliseconds = milliseconds
  }

  package static let millisecondsADay: Int64 = 86_400_000

  /// 0001-01-01T00:00:00.000Z to 9999-12-31T23:59:59.999Z: the instants with a four-digit year.
  public static let range =
    Timestamp(milliseconds: -62_135_596_800_000)...Timestamp(milliseconds: 253_402_300_799_999)

  /// The UTC day that contains the instant.
  public var day: Day {
    let quotient = milliseconds / Self.millisecondsADay
    let floored = milliseconds % Self.millisecondsADay < 0 ? quotient - 1 : quotient
    return Day(daysSinceEpoch: Int32(floored))
  }

  /// The instant that is `milliseconds` later.
  public func adding(milliseconds: Int64) -> Timestamp {
    Timestamp(milliseconds: self.milliseconds + milliseconds)
  }

  /// The instant that is `seconds` later, rounded to milliseconds; at most 30,000 years later or
  /// earlier.
  package func adding(seconds: Double) -> Timestamp {
    let milliseconds = (seconds * 1000).rounded()
    return adding(milliseconds: milliseconds.isNaN ? 0 : Int64(max(-1e15, min(1e15, milliseconds))))
  }

  /// The latest credible time of a record's change if this is the current time: clocks may be
  /// a day ahead.
  package var latestChange: Timestamp { adding(milliseconds: Self.millisecondsADay) }

  /// Whether `left` is before `right`.
  public static func < (left: Timestamp, right: Timestamp) -> Bool {
    left.milliseconds < right.milliseconds
  }
}

extension Timestamp {
  /// Creates the instant of an epoch number: seconds if its magnitude is below 10¹¹, else
  /// milliseconds.
  ///
  /// Nil outside the years 1 to 9999.
  public init?(epoch number: Double) {
    guard number.isFinite else { return nil }
    let milliseconds = (abs(number) < 1e11 ? number * 1000 : number).rounded()
    guard abs(milliseconds) < 1e15 else { return nil }
    self.init(epochMilliseconds: Int64(milliseconds))
  }

  /// Creates the instant of an epoch number, as `init(epoch:)` does, exactly.
  public init?(epoch number: Int64) {
    let isSeconds = number > -100_000_000_000 && number < 100_000_000_000
    self.init(epochMilliseconds: isSeconds ? number * 1000 : number)
  }

  /// Creates the instant of a number in data: a calendar time if it `hasCalendarDigits`, else an
  /// epoch number.
  ///
  /// Nil outside the years 1 to 9999, and for a date or time that does not exist.
  package init?(number: Int64) {
    guard Self.hasCalendarDigits(number) else {
      self.init(epoch: number)
      return
    }
    var clock = number
    while clock < 19_700_101_000_000 { clock *= 100 }
    let (date, time) = (Int(clock / 1_000_000), Int(clock % 1_000_000))
    let (hour, minute, second) = (time / 10_000, time / 100 % 100, time % 100)
    guard let day = Day(year: date / 10_000, month: date / 100 % 100, day: date % 100),
      hour < 24, minute < 60, second < 60
    else { return nil }
    self = day.start.adding(milliseconds: Int64(hour * 3600 + minute * 60 + second) * 1000)
  }

  /// As for a whole number; nil for a calendar time with a fraction.
  package init?(number: Double) {
    guard let whole = Int64(exactly: number.rounded(.towardZero)),
      !Self.hasCalendarDigits(whole)
    else { return nil }
    self.init(epoch: number)
  }

  /// Whether a number's digits are `YYYYMMDD`, `YYYYMMDDhhmm` or `YYYYMMDDhhmmss` of the years 1970
  /// to 2099. As epoch numbers they would be times of 1970, 1976 or after 2593.
  package static func hasCalendarDigits(_ number: Int64) -> Bool {
    switch number {
    case 19_700_101...20_991_231, 197_001_010_000...209_912_312_359,
      19_700_101_000_000...20_991_231_235_959:
      true
    default: false
    }
  }

  /// Creates the instant that is `epochMilliseconds` after the epoch. Nil outside the years 1 to
  /// 9999.
  public init?(epochMilliseconds: Int64) {
    let instant = Timestamp(milliseconds: epochMilliseconds)
    guard Self.range.contains(instant) else { return nil }
    self = instant
  }

  /// Parses an ISO 8601 date and time in UTF-8. Nil for any other text.
  ///
  /// Accepted: `2025-10-01T12:34:56.789Z`, a blank instead of the `T`, no seconds, no fraction, the
  /// offsets `Z`, `+02:00`, `+0200` and `+02`, no offset (then UTC), and a date alone (its
  /// midnight). Rejected: dates and times that do not exist, `24:00:00`, leap seconds. Digits of
  /// the fraction after the third are ignored.
  public init?(iso8601 text: Span<UInt8>) {
    var reader = DigitReader(text: text)
    guard let year = reader.digits(4), reader.take("-"), let month = reader.digits(2),
      reader.take("-"), let dayOfMonth = reader.digits(2),
      let day = Day(year: year, month: month, day: dayOfMonth)
    else { return nil }
    if reader.isAtEnd {
      self = day.start
      return
    }
    guard reader.take("T") || reader.take("t") || reader.take(" "),
      let hour = reader.digits(2), hour < 24,
      reader.take(":"), let minute = reader.digits(2), minute < 60
    else { return nil }
    var second = 0
    var fraction = 0
    if reader.take(":") {
      guard let seconds = reader.digits(2), seconds < 60 else { return nil }
      second = seconds
      if reader.take(".") || reader.take(",") {
        guard let thousandths = reader.fractionInThousandths() else { return nil }
        fraction = thousandths
      }
    }
    guard let offsetInMinutes = reader.offsetInMinutes(), reader.isAtEnd else { return nil }
    let seconds = Int64(hour * 3600 + minute * 60 + second - offsetInMinutes * 60)
    self.init(epochMilliseconds: day.start.milliseconds + seconds * 1000 + Int64(fraction))
  }

  /// Parses an ISO 8601 date and time. Nil for any other text.
  public init?(iso8601 text: String) {
    self.init(iso8601: text.utf8.span)
  }
}

extension Timestamp: CustomStringConvertible {
  /// `YYYY-MM-DDTHH:MM:SSZ`, with three decimals if there are milliseconds.
  public var description: String {
    let ofDay = Int(milliseconds - day.start.milliseconds)
    let clock = [ofDay / 3_600_000, ofDay / 60_000 % 60, ofDay / 1000 % 60]
      .map { $0.padded(to: 2) }.joined(separator: ":")
    let fraction = ofDay % 1000 == 0 ? "" : "." + (ofDay % 1000).padded(to: 3)
    return "\(day)T\(clock)\(fraction)Z"
  }
}

extension Timestamp: Codable {
  /// Decodes ISO 8601 text.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    let text = try container.decode(String.self)
    guard let instant = Timestamp(iso8601: text) else {
      throw DecodingError.dataCorruptedError(
        in: container, debugDescription: "'\(text)' is not an ISO 8601 instant")
    }
    self = instant
  }

  /// Encodes ``description``.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(description)
  }
}

/// Reads fixed runs of digits and single characters from ASCII text. Inlined: every event has a
/// timestamp.
private struct DigitReader: ~Escapable {
  private let text: Span<UInt8>
  private var position = 0

  @_lifetime(copy text)
  init(text: Span<UInt8>) {
    self.text = text
  }

  var isAtEnd: Bool { position == text.count }

  @inline(__always)
  mutating func digits(_ count: Int) -> Int? {
    guard text.count - position >= count else { return nil }
    var value = 0
    for index in position..<position + count {
      let digit = Int(text[index]) - 0x30
      guard (0...9).contains(digit) else { return nil }
      value = value * 10 + digit
    }
    position += count
    return value
  }

  @inline(__always)
  mutating func take(_ character: Unicode.Scalar) -> Bool {
    guard position < text.count, UInt32(text[position]) == character.value else { return false }
    position += 1
    return true
  }

  @inline(__always)
  mutating func fractionInThousandths() -> Int? {
    var value = 0
    var read = 0
    while let digit = digits(1) {
      if read < 3 { value = value * 10 + digit }
      read += 1
    }
    guard read > 0 else { return nil }
    for _ in min(read, 3)..<3 { value *= 10 }
    return value
  }

  @inline(__always)
  mutating func offsetInMinutes() -> Int? {
    if isAtEnd || take("Z") || take("z") { return 0 }
    let sign: Int
    if take("+") { sign = 1 } else if take("-") { sign = -1 } else { return nil }
    guard let hours = digits(2), hours < 24 else { return nil }
    if isAtEnd { return sign * hours * 60 }
    _ = take(":")
    guard let minutes = digits(2), minutes < 60 else { return nil }
    return sign * (hours * 60 + minutes)
  }
}
