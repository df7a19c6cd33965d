/// Collects an artifact's arrays.
package struct ArtifactWriter {
  private var arrays: [ArtifactHeader.Array] = []
  /// The data: each array, then padding to a multiple of sixteen bytes.
  private var pieces: [[UInt8]] = []
  private var length = 0
  private var checksum = FingerprintWriter()

  package init() {}

  /// Adds an array of numbers, little-endian.
  package mutating func put<Number: BitwiseCopyable>(_ name: String, _ numbers: [Number]) {
    // Numbers have no padding, so every byte of the buffer is initialized.
    put(name, bytes: unsafe numbers.withUnsafeBytes { unsafe [UInt8]($0) })
  }

  package mutating func put(_ name: String, json value: some Encodable) {
    put(name, bytes: Array(canonicalJSON(value).utf8))
  }

  private mutating func put(_ name: String, bytes: [UInt8]) {
    arrays.append(.init(name: name, offset: length, length: bytes.count))
    for piece in [bytes, [UInt8](repeating: 0, count: (16 - bytes.count % 16) % 16)] {
      pieces.append(piece)
      length += piece.count
      checksum.add(piece)
    }
  }

  /// The whole file, in pieces, so that large arrays are not copied again.
  package func file(
    stage: String, fingerprint: Fingerprint, formatVersion: Int, summary: ArtifactSummary,
    provenance: Provenance? = nil
  ) -> [[UInt8]] {
    let header = ArtifactHeader(
      stage: stage, fingerprint: fingerprint, formatVersion: formatVersion, summary: summary,
      provenance: provenance,
      checksum: ArtifactHeader.checksum(of: arrays, data: checksum.fingerprint), arrays: arrays)
    return [header.bytes] + pieces
  }
}
