import CLineScanner
package import FindieDomain
package import FindieHistory

/// The forms of the lines seen lately, by which most lines are read without being parsed.
///
/// ```swift
/// var templates = LineTemplates(.interactions, limits: limits, latest: latest)
/// let next = templates.scan(buffer, from: position, to: end, into: &rows)
/// // The line at `next` is EventDecoder's; where that accepts it:
/// templates.learn(from: line)
/// ```
///
/// Lines of ever new forms must not cost much: learning pauses the longer the more often it was in
/// vain, and a form that no line has is soon forgotten.
package struct LineTemplates {
  private struct Entry {
    let template: LineTemplate
    var hasMatched = false
    /// How often it was tried before it matched.
    var vainTries = 0
  }

  private let collection: EventCollection
  private let limits: findie_scan_limits
  private var entries: [Entry] = []
  /// How many lines in a row were of no template.
  private var misses = 0
  /// How many lines are not learned from now on, and after the next that is.
  private var pause = 0
  private var nextPause = 0

  /// How many lines were cut into an outline, to see what learning costs.
  package private(set) var outlineCount = 0

  private static let capacity = 16
  private static let longestPause = 1023
  /// A template that was tried so often before its first match is forgotten.
  private static let vainTries = 64

  package init(_ collection: EventCollection, limits: IngestLimits, latest: Timestamp) {
    self.collection = collection
    self.limits = findie_scan_limits(
      id_bytes: UInt32(clamping: limits.idBytes),
      line_bytes: UInt32(clamping: limits.eventLineBytes),
      latest_milliseconds: latest.milliseconds)
  }

  /// Takes whole lines from `start` on; the position behind the last one taken.
  ///
  /// - Precondition: `FINDIE_SCAN_PADDING` bytes of `buffer` stand behind `end`, and its memory stays
  ///   where it is until the rows are removed.
  package mutating func scan(
    _ buffer: Span<UInt8>, from start: Int, to end: Int, into rows: inout LineRows
  ) -> Int {
    var position = start
    while position < end, rows.count < LineRows.capacity {
      let next = step(buffer, from: position, to: end, into: &rows)
      guard next > position else { break }
      position = next
    }
    return position
  }

  /// Takes lines by the first template that takes any.
  private mutating func step(
    _ buffer: Span<UInt8>, from start: Int, to end: Int, into rows: inout LineRows
  ) -> Int {
    // Where no line was taken for long, only the last template is tried, and all now and then.
    let tried = misses < 32 || misses % 16 == 0 ? entries.count : min(1, entries.count)
    for place in 0..<tried {
      let next = entries[place].template.scan(
        buffer, from: start, to: end, limits: limits, into: &rows)
      if next > start {
        didMatch(place)
        return next
      }
      entries[place].vainTries += 1
    }
    misses += 1
    entries.removeAll { !$0.hasMatched && $0.vainTries > LineTemplates.vainTries }
    return start
  }

  private mutating func didMatch(_ place: Int) {
    misses = 0
    if !entries[place].hasMatched {
      entries[place].hasMatched = true
      pause = 0
      nextPause = 0
    }
    moveToFront(place)
  }

  private mutating func moveToFront(_ place: Int) {
    guard place > 0 else { return }
    let entry = entries.remove(at: place)
    entries.insert(entry, at: 0)
  }

  /// Learns the form of a line that the scanner did not take and `EventDecoder` accepted.
  package mutating func learn(from line: Span<UInt8>) {
    guard pause == 0 else {
      pause -= 1
      return
    }
    pause = nextPause
    nextPause = min(nextPause * 2 + 1, LineTemplates.longestPause)
    outlineCount += 1
    guard let outline = LineOutline(of: line, in: collection) else { return }
    if let known = entries.firstIndex(where: { $0.template.outline == outline }) {
      // The form is known and one of the values was odd: nothing to learn.
      moveToFront(known)
      return
    }
    guard let template = LineTemplate(outline, of: collection) else { return }
    if entries.count == LineTemplates.capacity {
      entries.remove(at: entries.lastIndex { !$0.hasMatched } ?? entries.count - 1)
    }
    entries.insert(Entry(template: template), at: 0)
  }
}
