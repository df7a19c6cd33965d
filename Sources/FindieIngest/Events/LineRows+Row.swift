import CLineScanner
import FindieHistory

/// The rows one by one.
///
/// What is given is borrowed from the rows; its bytes are those of the scanned buffer, or of the lists.
extension LineRows {
  /// The line without its line end.
  @_lifetime(borrow self)
  package func line(_ row: Int) -> Span<UInt8> {
    let span = unsafe Span(_unsafeElements: bytes(batch.lines, row))
    return unsafe _overrideLifetime(span, borrowing: self)
  }

  @_lifetime(borrow self)
  package func id(_ row: Int) -> Span<UInt8> {
    let span = unsafe Span(_unsafeElements: bytes(batch.ids, row))
    return unsafe _overrideLifetime(span, borrowing: self)
  }

  /// A text, empty where it is absent.
  @_lifetime(borrow self)
  package func text(_ row: Int, _ column: Int) -> Span<UInt8> {
    let span = unsafe Span(_unsafeElements: bytes(batch.texts[column], row))
    return unsafe _overrideLifetime(span, borrowing: self)
  }

  package func kind(_ row: Int) -> UInt8 { unsafe columns.kinds[checked(row)] }

  package func milliseconds(_ row: Int) -> Int64 { unsafe columns.milliseconds[checked(row)] }

  package func shape(_ row: Int) -> LineOutline.Shape {
    unsafe LineOutline.Shape(rawValue: columns.tags[checked(row)]) ?? .plain
  }

  /// A number by its column's place in the collection, NaN where it is absent.
  package func number(_ row: Int, _ column: Int) -> Float {
    let numbers = unsafe column == 0 ? columns.numbers.0 : columns.numbers.1
    return unsafe numbers.map { unsafe $0[checked(row)] } ?? .nan
  }

  private func checked(_ row: Int) -> Int {
    precondition(row >= 0 && row < count, "there is no row \(row)")
    return row
  }

  /// The scanner set pointer and length; the bytes stay as long as the rows do, by the precondition of
  /// the scan.
  private func bytes(_ texts: EventBatch.Texts, _ row: Int) -> UnsafeBufferPointer<UInt8> {
    let row = checked(row)
    return unsafe UnsafeBufferPointer(start: texts.pointers[row], count: Int(texts.lengths[row]))
  }
}
