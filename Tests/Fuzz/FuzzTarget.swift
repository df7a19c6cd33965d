import FindieDomain
import FindieHistory
import FindieIngest
import FindieWorkers
import Foundation

/// Reads bytes as lines of events, and stops the program if the result is inconsistent.
struct FuzzTarget: Sendable {
  private let folder: URL
  private let limits = IngestLimits()
  private let now = Timestamp(milliseconds: 1_767_225_600_000)  // 2026-01-01T00:00:00Z
  private var latest: Timestamp { now.adding(milliseconds: 86_400_000) }

  /// One in this number of inputs is also read as a file, which takes a thousand times as long.
  private static let inputsPerFile: UInt64 = 64

  init() {
    folder = FileManager.default.temporaryDirectory.appending(path: "findie-fuzz-\(UUID())")
  }

  /// The first byte selects the collection; the others are the lines.
  func check(_ bytes: [UInt8]) {
    guard let first = bytes.first else { return }
    let lines = Array(bytes.dropFirst())
    let collection: EventCollection = first & 1 == 0 ? .interactions : .analytics
    checkLines(lines, collection)
    guard hash64(of: lines.span) % Self.inputsPerFile == 0 else { return }
    do {
      try checkFile(lines, collection)
    } catch IngestFailure.unsupportedFile, IngestFailure.damagedFile {
      // The bytes begin as another format.
    } catch {
      demand(false, "a plain file cannot be read: \(error)")
    }
  }

  // MARK: - Lines

  /// Checks that rows which the decoder accepts are within the limits.
  private func checkLines(_ bytes: [UInt8], _ collection: EventCollection) {
    let buffer = bytes + [0x0A] + [UInt8](repeating: 0x22, count: 64)
    var decoder = EventDecoder(collection, limits: limits, latest: latest)
    var batch = EventBatch(collection)
    var start = 0
    while start <= bytes.count {
      guard let end = buffer[start...].firstIndex(of: 0x0A) else { break }
      let line = start..<(end > start && buffer[end - 1] == 0x0D ? end - 1 : end)
      decoder.decode(buffer, line, into: &batch)
      if batch.count > 0 { checkRow(FuzzRow(batch)) }
      batch.removeAll()
      start = end + 1
    }
  }

  private func checkRow(_ row: FuzzRow) {
    demand((1...limits.idBytes).contains(row.id.count), "an id of \(row.id.count) bytes")
    for text in [row.id] + row.texts {
      demand(String(validating: text, as: UTF8.self) != nil, "a text that is not UTF-8: \(text)")
    }
    let instants = Timestamp.range.lowerBound...latest
    demand(
      instants.contains(Timestamp(milliseconds: row.milliseconds)),
      "an instant out of range: \(row.milliseconds)")
    for number in row.numbers.map({ Float(bitPattern: $0) }) where !number.isNaN {
      demand((0...1_000_000).contains(number), "a number out of range: \(number)")
    }
  }

  // MARK: - Files

  /// Checks that a file's counts balance, and that the result is the same in small chunks.
  private func checkFile(_ bytes: [UInt8], _ collection: EventCollection) throws {
    let file = folder.appending(path: "file.ndjson")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    try Data(bytes).write(to: file)
    let whole = try read(file, collection, chunk: 1 << 16)
    demand(try read(file, collection, chunk: 61) == whole, "different in small chunks")
  }

  private func read(
    _ file: URL, _ collection: EventCollection, chunk: Int
  ) throws -> [String] {
    let history = History(folder: folder.appending(path: "history"))
    let reader = EventReader(limits: limits, now: now)
    let source = try InputSource(file, as: collection == .analytics ? .analytics : .interactions)
    let workers = Workers(threads: 1)
    return try history.withStaging([source.path]) { staging in
      let read = try reader.read([source], into: staging, workers: workers, chunk: chunk)
      let ledger = try history.update(from: staging, read.map(\.source), by: .threads(workers))
        .ledger
      demand(ledger.sources.allSatisfy(\.counts.isBalanced), "unbalanced: \(ledger.sources)")
      return ledger.days.map { "\($0)" } + read[0].rejected.map { "\($0)" }
        + [read[0].source.contentHash]
    }
  }

  /// Stops the program with a reason, also in a release build; libFuzzer then reports a crash.
  private func demand(_ isTrue: Bool, _ fault: @autoclosure () -> String) {
    if !isTrue { fatalError(fault()) }
  }
}

/// The first row of a batch, copied.
struct FuzzRow {
  let id: [UInt8]
  let kind: UInt8
  let milliseconds: Int64
  let texts: [[UInt8]]
  let numbers: [UInt32]

  init(_ batch: borrowing EventBatch) {
    // The row is valid until the batch is emptied.
    id = Array(batch.id(0).utf8)
    kind = unsafe batch.kinds[0]
    milliseconds = unsafe batch.milliseconds[0]
    var texts: [[UInt8]] = []
    for column in batch.collection.textColumns.indices {
      texts.append(Array(batch.text(column, 0).utf8))
    }
    self.texts = texts
    var numbers: [UInt32] = []
    for column in batch.collection.numberColumns.indices {
      numbers.append(unsafe batch.numbers[column][0].bitPattern)
    }
    self.numbers = numbers
  }
}

extension EventDecoder {
  /// Decodes a line into `batch`, which is unchanged if the line is rejected or ignored.
  fileprivate mutating func decode(
    _ buffer: [UInt8], _ line: Range<Int>, into batch: inout EventBatch
  ) {
    do throws(LineFault) {
      _ = try decode(buffer.span, line, offset: 0, into: &batch)
    } catch {
      return
    }
  }
}
