import CLineScanner
import FindieDomain
import FindieHistory
import FindieIngest

/// One row of events as text, to compare what two readers made of a line.
struct ScannedRow: Equatable {
  var id: String
  var kind: UInt8
  var milliseconds: Int64
  var texts: [String]
  var numbers: [UInt32]
}

extension ScannedRow {
  init(_ rows: borrowing LineRows, _ row: Int) {
    let collection = rows.collection
    id = text(rows.id(row))
    kind = rows.kind(row)
    milliseconds = rows.milliseconds(row)
    texts = []
    for column in collection.textColumns.indices { texts.append(text(rows.text(row, column))) }
    numbers = []
    for column in collection.numberColumns.indices {
      numbers.append(rows.number(row, column).bitPattern)
    }
  }

  init(_ batch: borrowing EventBatch, _ row: Int) {
    let collection = batch.collection
    id = batch.id(row)
    kind = unsafe batch.kinds[row]
    milliseconds = unsafe batch.milliseconds[row]
    texts = []
    for column in collection.textColumns.indices { texts.append(batch.text(column, row)) }
    numbers = []
    for column in collection.numberColumns.indices {
      numbers.append(unsafe batch.numbers[column][row].bitPattern)
    }
  }
}

private func text(_ bytes: Span<UInt8>) -> String {
  var copy: [UInt8] = []
  for place in 0..<bytes.count { copy.append(bytes[place]) }
  return String(decoding: copy, as: UTF8.self)
}

extension TemporaryLines {
  /// What `EventDecoder` makes of each line, nil where it rejects it.
  func decoded(_ lines: [[UInt8]], _ collection: EventCollection) throws -> [ScannedRow?] {
    var decoder = EventDecoder(
      collection, limits: IngestLimits(), latest: now.adding(milliseconds: 86_400_000))
    var batch = EventBatch(collection)
    return lines.map { line in
      batch.count = 0
      let buffer = line + [UInt8](repeating: 0x0A, count: 64)
      guard decoder.accepts(buffer, 0..<line.count, into: &batch) else { return nil }
      return ScannedRow(batch, 0)
    }
  }
}

extension EventDecoder {
  fileprivate mutating func accepts(
    _ buffer: [UInt8], _ range: Range<Int>, into batch: inout EventBatch
  ) -> Bool {
    do throws(LineFault) {
      let outcome = try decode(buffer.span, range, offset: 0, into: &batch)
      if case .event = outcome { return true }
      return false
    } catch {
      return false
    }
  }
}
