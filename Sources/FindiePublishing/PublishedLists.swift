/// What identifies the players' lists of a published night and their lines, in columns.
///
/// Grain: one row per player, in the order of the lines.
package struct PublishedLists: Sendable, Equatable {
  /// Equal for equal lists (see `ListFingerprints`), [lists, 2].
  package private(set) var fingerprints: [UInt64] = []
  /// The length of each line in bytes.
  package private(set) var lengths: [UInt32] = []
  /// The `hash64` of each line.
  package private(set) var hashes: [UInt64] = []

  package init() {}

  /// Nil if the columns are inconsistent.
  package init?(fingerprints: [UInt64], lengths: [UInt32], hashes: [UInt64]) {
    guard fingerprints.count == 2 * lengths.count, hashes.count == lengths.count else {
      return nil
    }
    self.fingerprints = fingerprints
    self.lengths = lengths
    self.hashes = hashes
  }

  package var count: Int { lengths.count }

  mutating func append(_ fingerprint: SIMD2<UInt64>, length: Int, hash: UInt64) {
    fingerprints.append(fingerprint.x)
    fingerprints.append(fingerprint.y)
    lengths.append(UInt32(length))
    hashes.append(hash)
  }

  package mutating func append(_ other: PublishedLists) {
    fingerprints += other.fingerprints
    lengths += other.lengths
    hashes += other.hashes
  }
}
