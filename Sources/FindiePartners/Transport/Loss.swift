/// When a collection lost too many entries to be believed: a partner, or a part of it, was out of
/// order.
enum Loss {
  /// Whether more than a tenth of the entries are missing. Of a small collection, ten may be.
  static func isTooLarge<Number: Numeric & Comparable>(
    _ missing: Number, of before: Number
  ) -> Bool {
    missing > 10 && missing * 10 > before
  }

  /// Whether `count` entries are too few after `last`: too many of them are missing, or all.
  static func isTooLarge(from last: Int, to count: Int) -> Bool {
    count == 0 ? last > 0 : isTooLarge(last - count, of: last)
  }
}
