import CLineScanner
import FindieDomain
import FindieHistory
import FindieIngest
import FindieTestSupport
import Foundation

/// Reads lines once with the scanner and once with `EventDecoder`.
struct TemporaryLines {
  let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  static let limits = findie_scan_limits(
    id_bytes: UInt32(IngestLimits().idBytes), line_bytes: UInt32(IngestLimits().eventLineBytes),
    latest_milliseconds: now.milliseconds + 86_400_000)

  /// The lines of the hostile file.
  static func hostile() throws -> [[UInt8]] {
    let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent()
    return try Data(contentsOf: root.appending(path: "Data/sample/hostile.ndjson"))
      .split(separator: 0x0A, omittingEmptySubsequences: false).map { Array($0) }
  }

  static func template(of line: String, _ collection: EventCollection) -> LineTemplate? {
    LineOutline(of: line.utf8.span, in: collection).flatMap { LineTemplate($0, of: collection) }
  }

  /// What the scanner makes of a line and a line end, nil where it does not take it.
  static func scanned(
    _ line: [UInt8], _ lineEnd: String = "\n", by template: LineTemplate,
    _ collection: EventCollection, with variant: findie_scan_variant? = nil
  ) -> ScannedRow? {
    // What stands behind the end looks like the rest of a line.
    let padding = Array(repeating: Array("\"}\n]".utf8), count: 16).flatMap { $0 }
    let bytes = line + Array(lineEnd.utf8)
    var rows = LineRows(collection)
    var lists = RawLists(elementLimit: IngestLimits().idBytes)
    let buffer = bytes + padding
    let next = template.scan(
      buffer.span, from: 0, to: bytes.count, limits: limits, into: &rows, with: variant)
    guard rows.count > 0, next == bytes.count else { return nil }
    rows.resolve(&lists, buffer: buffer.span, offsetOfStart: 0)
    return rows.count == 1 ? ScannedRow(rows, 0) : nil
  }
}
