package import Foundation

/// The quarantine of one input file: its stored rejected lines, and the number of those not stored.
///
/// People edit this file, so an unreadable line stays in it unchanged.
package struct QuarantineFile: Sendable {
  package enum Item: Sendable {
    case entry(QuarantineEntry)
    /// An unreadable line, and the reason.
    case unreadable([UInt8], why: String)

    /// All that may name a player. Of a line that someone edited, every part may.
    var texts: [[UInt8]] {
      switch self {
      case .entry(let entry):
        [entry.bytes, Array(entry.detail.utf8)] + (entry.edited.map { Self.texts(of: $0) } ?? [])
      case .unreadable(let line, why: _): Self.texts(of: line)
      }
    }

    private static func texts(of line: [UInt8]) -> [[UInt8]] {
      let pieces = line[...].pieces(between: UInt8(ascii: "\""))
      return [line] + pieces.compactMap { Data(base64Encoded: Data($0)).map { Array($0) } }
    }
  }

  /// The path of the input file, relative to the input folder.
  package let file: String
  /// Nil if no line of the file is readable.
  package let collection: InputCollection?
  package private(set) var items: [Item]
  /// The lines that are not stored; nil if all are.
  package private(set) var gap: Gap?

  /// Rejected lines that were not stored because of the limits.
  package struct Gap: Sendable, Equatable {
    package let lines: Int
    /// How to store more, for people.
    package let note: String
  }

  package var entries: [QuarantineEntry] {
    items.compactMap { item in
      switch item {
      case .entry(let entry): entry
      case .unreadable: nil
      }
    }
  }

  /// The rejected lines of a file that was read.
  ///
  /// - Parameters:
  ///   - stored: the stored lines of the file.
  ///   - rejected: the number of rejected lines.
  package init(
    of file: String, _ collection: InputCollection, stored: [RejectedLine], rejected: Int,
    limits: IngestLimits
  ) {
    self.file = file
    self.collection = collection
    items = stored.map { .entry(QuarantineEntry($0, of: collection)) }
    let more = rejected - stored.reduce(0) { $0 + $1.lines }
    guard more > 0 else { return }
    let parameter = stored.count < limits.storedLines ? "storedBytesPerFile" : "storedLines"
    gap = Gap(
      lines: more,
      note: "\(more) more rejected lines of this file are not stored; "
        + "raise advanced.ingest.\(parameter) and read the file again to store them")
  }

  package var isEmpty: Bool { items.isEmpty && gap == nil }

  /// Replaces the items.
  package mutating func replace(_ items: [Item]) {
    self.items = items
  }

  /// The file's lines: the items, then the gap if there is one.
  package var bytes: [UInt8] {
    var bytes: [UInt8] = []
    for item in items {
      switch item {
      case .entry(let entry): entry.append(to: &bytes)
      case .unreadable(let line, why: _): bytes += line + [0x0A]
      }
    }
    guard let gap else { return bytes }
    bytes += Array(#"{"file":"#.utf8)
    bytes.append(quoted: file)
    if let collection { bytes += Array(#","collection":"\#(collection.rawValue)""#.utf8) }
    bytes += Array(#","stored":\#(items.count),"rejected":\#(items.count + gap.lines)"#.utf8)
    bytes += Array(#","note":"#.utf8)
    bytes.append(quoted: gap.note)
    bytes += [0x7D, 0x0A]
    return bytes
  }
}

// MARK: - Reading

extension QuarantineFile {
  /// More than any line that findie writes; a longer line could not be repaired.
  private static let longestLine = 1 << 30
  private static let depth = 16

  fileprivate enum Key: Int, CaseIterable {
    case file, collection, line, offset, reason, detail, text, base64, truncated
    case stored, rejected, note
  }

  /// Reads a file of the quarantine.
  ///
  /// - Throws: if it cannot be read at all. An unreadable line is not an error.
  package init(reading url: URL) throws(IngestFailure) {
    var lines = try LineReader(
      OpenFile(url), limit: Self.longestLine, layout: .lines(end: 0x0A))
    var parser = JSONParser(
      maxDepth: Self.depth, tables: [Key.allCases.map { "\($0)" }])
    items = []
    var named: String?
    var collection: InputCollection?
    while let line = try lines.next() {
      guard line.fault == nil else {
        throw .damagedFile(path: url.path, why: "line \(line.number) is longer than 1 GiB")
      }
      do throws(Unreadable) {
        try Self.open(lines.buffer.span, line.range, &parser)
        named = named ?? parser.string(.file)
        collection = collection ?? parser.collection
        if let gap = parser.gap {
          self.gap = gap
        } else {
          var entry = try parser.entry()
          entry.edited = Self.edited(lines.buffer[line.range], entry)
          items.append(.entry(entry))
        }
      } catch {
        items.append(.unreadable(Array(lines.buffer[line.range]), why: error.why))
      }
    }
    file = named ?? url.deletingPathExtension().lastPathComponent
    self.collection = collection
  }

  /// The line of an entry if findie did not write it so.
  private static func edited(_ line: ArraySlice<UInt8>, _ entry: QuarantineEntry) -> [UInt8]? {
    var written: [UInt8] = []
    entry.append(to: &written)
    return written.dropLast().elementsEqual(line) ? nil : Array(line)
  }

  fileprivate struct Unreadable: Error {
    let why: String
  }

  private static func open(
    _ buffer: Span<UInt8>, _ line: Range<Int>, _ parser: inout JSONParser
  ) throws(Unreadable) {
    if parser.parse(buffer, line) != nil { throw Unreadable(why: "it is not JSON") }
    guard parser.root.kind == .object else { throw Unreadable(why: "it is not a JSON object") }
    if let index = parser.read(parser.root, into: 0) {
      throw Unreadable(why: "it has \(Key.allCases[index]) twice")
    }
  }
}

extension JSONParser {
  fileprivate func string(_ key: QuarantineFile.Key) -> String? {
    field(key.rawValue, of: 0).string
  }

  private func number(_ key: QuarantineFile.Key) -> Int? {
    field(key.rawValue, of: 0).integer.flatMap { Int(exactly: $0) }
  }

  fileprivate var collection: InputCollection? {
    string(.collection).flatMap { InputCollection(rawValue: $0) }
  }

  /// The gap that the line describes; nil if it is an entry.
  fileprivate var gap: QuarantineFile.Gap? {
    guard let stored = number(.stored), let rejected = number(.rejected), stored >= 0,
      rejected >= stored
    else { return nil }
    return QuarantineFile.Gap(lines: rejected - stored, note: string(.note) ?? "")
  }

  fileprivate func entry() throws(QuarantineFile.Unreadable) -> QuarantineEntry {
    guard let file = string(.file), let collection, let line = number(.line),
      let offset = number(.offset), let reason = string(.reason)
    else {
      throw QuarantineFile.Unreadable(
        why: "file, collection, line, offset or reason is missing or was changed")
    }
    return QuarantineEntry(
      file: file, collection: collection, line: line, byteOffset: offset, reason: reason,
      detail: string(.detail) ?? "", bytes: try bytes(),
      isCut: field(QuarantineFile.Key.truncated.rawValue, of: 0).bool ?? false)
  }

  private func bytes() throws(QuarantineFile.Unreadable) -> [UInt8] {
    if let text = string(.text) { return Array(text.utf8) }
    guard let base64 = string(.base64) else {
      throw QuarantineFile.Unreadable(why: "it has neither text nor base64")
    }
    guard let data = Data(base64Encoded: base64) else {
      throw QuarantineFile.Unreadable(why: "its base64 is invalid")
    }
    return Array(data)
  }
}
