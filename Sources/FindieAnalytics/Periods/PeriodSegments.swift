import FindieDomain

/// The segments into which the fixed periods, the periods before them and the weeks of charts
/// divide time. Each of these ranges is a set of segments, one bit per segment.
struct PeriodSegments: Sendable {
  /// The periods, followed by the periods before them, followed by the weeks.
  let ranges: [DayRange]
  /// From the first day of any range to the last.
  let span: DayRange
  let count: Int
  /// The segments of each range, one bit per segment.
  let masks: [UInt32]
  private let segmentOfDay: [Int8]
  /// By segment: the ranges that contain it, one bit per range.
  private let rangesOfPiece: [UInt32]
  /// By day of the span: the ranges that begin on it or before, one bit per range.
  private let begunRanges: [UInt32]

  init(_ periods: [ReportPeriod], weeks: [DayRange]) {
    let ranges = periods.map(\.range) + periods.map(\.before) + weeks
    guard let first = ranges.map(\.first).min(), let last = ranges.map(\.last).max() else {
      preconditionFailure("there is no period")
    }
    let span = DayRange(first: first, last: last)
    var known: [UInt32: Int] = [:]
    var segments: [Int8] = []
    for day in span.days {
      var members: UInt32 = 0
      for (index, range) in ranges.enumerated() where range.contains(day) {
        members |= 1 << UInt32(index)
      }
      guard members != 0 else {
        segments.append(-1)
        continue
      }
      let segment = known[members] ?? known.count
      known[members] = segment
      segments.append(Int8(segment))
    }
    precondition(known.count <= 32, "\(known.count) segments")
    self.ranges = ranges
    self.span = span
    segmentOfDay = segments
    count = known.count
    precondition(ranges.count <= 32, "\(ranges.count) ranges")
    rangesOfPiece = known.sorted { $0.value < $1.value }.map(\.key)
    begunRanges = span.days.map { day in
      ranges.enumerated().reduce(UInt32(0)) { set, range in
        range.element.first <= day ? set | 1 << UInt32(range.offset) : set
      }
    }
    masks = ranges.indices.map { index in
      known.reduce(UInt32(0)) { mask, entry in
        entry.key & 1 << UInt32(index) != 0 ? mask | 1 << UInt32(entry.value) : mask
      }
    }
  }

  /// The segment of the day `offset` days after the span's first; nil for a day outside all
  /// periods.
  func segment(_ offset: Int) -> Int? {
    let segment = segmentOfDay[offset]
    return segment < 0 ? nil : Int(segment)
  }

  /// The ranges that begin on a day or before it, one bit per range.
  ///
  /// - Parameter day: in days since 1970.
  func ranges(begunOn day: Int32) -> UInt32 {
    let offset = Int(day) - Int(span.first.daysSinceEpoch)
    return offset < 0 ? 0 : begunRanges[min(offset, begunRanges.count - 1)]
  }

  /// The ranges that contain any of some segments, one bit per range.
  @inline(__always)
  func ranges(ofPieces pieces: UInt32) -> UInt32 {
    var (rest, ranges) = (pieces, UInt32(0))
    while rest != 0 {
      ranges |= rangesOfPiece[rest.trailingZeroBitCount]
      rest &= rest - 1
    }
    return ranges
  }
}
