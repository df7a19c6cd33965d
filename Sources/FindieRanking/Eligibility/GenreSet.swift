import FindieDomain

/// A set of genres in one number; a genre's bit is its index in `Genre.allCases`.
struct GenreSet: OptionSet, Sendable, Hashable {
  let rawValue: UInt16

  init(rawValue: UInt16) {
    self.rawValue = rawValue
  }

  init(_ genres: [Genre]) {
    rawValue = genres.reduce(0) { set, genre in
      set | 1 << UInt16(Genre.allCases.firstIndex(of: genre) ?? 0)
    }
  }

  var count: Int { rawValue.nonzeroBitCount }

  /// Calls `body` with the indices of the genres, ascending.
  @inline(__always)
  func forEachIndex(_ body: (Int) -> Void) {
    var rest = rawValue
    while rest != 0 {
      body(rest.trailingZeroBitCount)
      rest &= rest - 1
    }
  }
}
