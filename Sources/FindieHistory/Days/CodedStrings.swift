/// A column of text as codes into its strings, numbered by their first row.
struct CodedStrings {
  private(set) var strings = ByteStrings()
  private(set) var codes: [UInt32] = []

  /// Codes renumbered by their first row.
  ///
  /// - Parameters:
  ///   - count: how many codes there are.
  ///   - append: appends the string of an old code.
  init(
    _ rows: Int, of count: Int, old: (Int) -> UInt32, append: (inout ByteStrings, UInt32) -> Void
  ) {
    var renumbered = [UInt32](repeating: .max, count: count)
    codes.reserveCapacity(rows)
    for row in 0..<rows {
      let code = Int(old(row))
      if renumbered[code] == .max {
        renumbered[code] = UInt32(strings.count)
        append(&strings, UInt32(code))
      }
      codes.append(renumbered[code])
    }
  }

  init(codes: [UInt32], strings: ByteStrings) {
    self.codes = codes
    self.strings = strings
  }
}
