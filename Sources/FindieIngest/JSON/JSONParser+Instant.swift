import FindieDomain

extension JSONParser {
  /// The keys of a Firestore timestamp, as the Admin SDK and the web SDK write it.
  static let instantFields = ["_seconds", "_nanoseconds", "seconds", "nanoseconds"]

  /// The instant of a value: ISO 8601 text, an epoch number in seconds or milliseconds, or a
  /// Firestore timestamp; nil for other values.
  ///
  /// - Precondition: the keys of `table` are `instantFields`.
  func instant(_ value: ParsedValue, table: Int) -> Timestamp? {
    switch value.kind {
    case .string: return Timestamp(iso8601: value.text)
    case .integer: return value.integer.flatMap { Timestamp(epoch: $0) }
    case .double: return value.number.flatMap { Timestamp(epoch: $0) }
    case .object:
      guard read(value, into: table) == nil else { return nil }
      let first = field(0, of: table).kind == .absent ? 2 : 0
      let nanoseconds = field(first + 1, of: table)
      guard let seconds = field(first, of: table).integer,
        let fraction = nanoseconds.kind == .absent ? 0 : nanoseconds.integer,
        (0..<1_000_000_000).contains(fraction)
      else { return nil }
      let (milliseconds, overflow) = seconds.multipliedReportingOverflow(by: 1000)
      guard !overflow else { return nil }
      return Timestamp(epochMilliseconds: milliseconds)
        .flatMap { Timestamp(epochMilliseconds: $0.milliseconds + fraction / 1_000_000) }
    case .absent, .bool, .largeInteger, .array, .noNumber, .other: return nil
    }
  }
}
