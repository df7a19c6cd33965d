/// The limits for lines, and for what the quarantine stores of rejected lines.
package struct IngestLimits: Sendable, Hashable, Codable {
  /// The longest line of events, in bytes. Default 1 MiB; from 1 KiB.
  package var eventLineBytes = 1 << 20
  /// The longest line of the catalogue, in bytes: a wishlist may hold thousands of games. Default
  /// 64 MiB; from 1 KiB.
  package var catalogueLineBytes = 64 << 20
  /// The maximum number of nested objects and arrays. Default 64; from 4.
  package var depth = 64
  /// The longest id, in bytes. Default 256; from 1.
  package var idBytes = 256
  /// The maximum number of a file's rejected lines that the quarantine stores; all are counted.
  /// Default 10,000.
  package var storedLines = 10_000
  /// The maximum number of bytes that the quarantine stores per rejected line. Default 4,096.
  package var storedBytesPerLine = 4096
  /// The maximum number of bytes of a file's rejected lines in the quarantine. Default 8 MiB.
  package var storedBytesPerFile = 8 << 20

  /// The memory for events that a thread has read but not yet staged, in bytes. Default 32 MiB;
  /// from 1 MiB. It affects only speed.
  package var bufferBytes = 32 << 20

  package init() {}
}
