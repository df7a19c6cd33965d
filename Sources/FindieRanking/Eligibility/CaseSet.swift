import FindieDomain

/// A set of cases in one number; a case's bit is its index in `allCases`.
struct CaseSet<Case: CaseIterable & Equatable>: OptionSet, Sendable, Hashable {
  let rawValue: UInt16

  init(rawValue: UInt16) { self.rawValue = rawValue }

  init(_ cases: [Case]) {
    let all = Array(Case.allCases)
    rawValue = cases.reduce(0) { $0 | 1 << UInt16(all.firstIndex(of: $1) ?? 0) }
  }

  var count: Int { rawValue.nonzeroBitCount }

  func contains(index: Int) -> Bool { rawValue & 1 << UInt16(index) != 0 }

  /// The first index of a case; nil if there is none.
  var first: Int? { rawValue == 0 ? nil : rawValue.trailingZeroBitCount }

  /// Calls `body` with the indices of the cases, ascending.
  @inline(__always)
  func forEachIndex(_ body: (Int) -> Void) {
    var rest = rawValue
    while rest != 0 {
      body(rest.trailingZeroBitCount)
      rest &= rest - 1
    }
  }
}

typealias GenreSet = CaseSet<Genre>
typealias PlatformSet = CaseSet<Platform>
