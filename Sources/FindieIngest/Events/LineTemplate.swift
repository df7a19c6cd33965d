package import CLineScanner
import FindieDomain
package import FindieHistory

/// The outline of a line as the scanner wants it.
///
/// A class, since several stand in an array and each owns foreign memory.
@safe package final class LineTemplate {
  package let outline: LineOutline
  private let template: OpaquePointer

  /// Nil where the scanner cannot use the outline.
  package init?(_ outline: LineOutline, of collection: EventCollection) {
    guard let template = unsafe findie_template_create(outline.shape.rawValue) else {
      preconditionFailure("no memory for a template of a line")
    }
    self.outline = outline
    unsafe self.template = template
    let kinds =
      switch collection {
      case .interactions: SwipeAction.allCases.map(\.rawValue)
      case .analytics: EventType.allCases.map(\.rawValue)
      }
    // What is handed over is copied before each call returns.
    for kind in kinds {
      let isAdded = unsafe kind.utf8.span.withUnsafeBufferPointer {
        unsafe findie_template_add_kind(template, $0.baseAddress, $0.count)
      }
      guard isAdded else { return nil }
    }
    for (place, value) in outline.values.enumerated() {
      let isAdded = unsafe outline.literals[place].withUnsafeBufferPointer {
        unsafe findie_template_add_value(template, $0.baseAddress, $0.count, value.scanned)
      }
      guard isAdded else { return nil }
    }
    let isFinished = unsafe outline.literals[outline.values.count].withUnsafeBufferPointer {
      unsafe findie_template_finish(template, $0.baseAddress, $0.count)
    }
    guard isFinished else { return nil }
  }

  deinit { unsafe findie_template_destroy(template) }

  /// Takes lines from `start` on; the position behind the last one taken.
  ///
  /// - Parameter variant: the processor's best where nil.
  /// - Precondition: `FINDIE_SCAN_PADDING` bytes of `buffer` stand behind `end`.
  package func scan(
    _ buffer: Span<UInt8>, from start: Int, to end: Int, limits: findie_scan_limits,
    into rows: inout LineRows, with variant: findie_scan_variant? = nil
  ) -> Int {
    precondition(
      start >= 0 && start <= end && end + Int(FINDIE_SCAN_PADDING) <= buffer.count,
      "lines from \(start) to \(end) of a buffer of \(buffer.count) bytes")
    var limits = limits
    // The precondition keeps all that is read inside the span, which is borrowed here.
    return unsafe buffer.withUnsafeBufferPointer { bytes in
      if let variant {
        return unsafe findie_scan_lines_with(
          variant, template, bytes.baseAddress, start, end, &limits, &rows.columns)
      }
      return unsafe findie_scan_lines(
        template, bytes.baseAddress, start, end, &limits, &rows.columns)
    }
  }
}
