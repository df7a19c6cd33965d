/// What a line may be at most, and how much is kept of those that are rejected.
package struct IngestLimits: Sendable, Hashable, Codable {
  /// The longest line of events, in bytes. Default 1 MiB; from 1 KiB.
  package var eventLineBytes = 1 << 20
  /// The longest line of the catalogue, in bytes: a wishlist may hold thousands of games. Default
  /// 64 MiB; from 1 KiB.
  package var catalogueLineBytes = 64 << 20
  /// How many objects and arrays may stand in each other. Default 64; from 4.
  package var depth = 64
  /// The longest id, in bytes. Default 256; from 1.
  package var idBytes = 256
  /// How many rejected lines of a file are kept for the quarantine; all are counted. Default 10,000.
  package var keptLines = 10_000
  /// How much of one rejected line is kept, in bytes. Default 4,096.
  package var keptBytesPerLine = 4096
  /// How much of a file's rejected lines is kept together, in bytes. Default 8 MiB.
  package var keptBytesPerFile = 8 << 20

  /// How much memory a thread's events take that are read and not yet staged. Default 64 MiB; from
  /// 1 MiB. It decides nothing but speed.
  package var bufferBytes = 32 << 20

  package init() {}
}
