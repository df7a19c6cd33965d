import Foundation

/// The header of an artifact's file, which is followed by named arrays as they are in memory.
///
/// Bytes 0–7 are "FINDART" and the container's version, 8–15 the header's length (UInt64,
/// little-endian), 16–79 the header's SHA-256 in hexadecimal, then the header in JSON. It has the stage,
/// fingerprint, format, counts, provenance, for each array its name, offset and length in bytes, and a
/// checksum of arrays and data.
package struct ArtifactHeader: Codable, Sendable {
  package var stage: String
  package var fingerprint: Fingerprint
  package var formatVersion: Int
  package var summary: ArtifactSummary
  /// Nil in copies that are identified by their data.
  package var provenance: Provenance?
  package var checksum: Fingerprint
  var arrays: [Array]

  struct Array: Codable, Sendable {
    var name: String
    var offset: Int
    var length: Int
  }

  static let magic = Swift.Array("FINDART".utf8)
  fileprivate static let container: UInt8 = 3

  /// All bytes before the data.
  var bytes: [UInt8] {
    var json = Swift.Array(canonicalJSON(self).utf8)
    json += [UInt8](repeating: 0x20, count: (16 - json.count % 16) % 16)
    let length = (0..<8).map { UInt8(truncatingIfNeeded: json.count >> ($0 * 8)) }
    return ArtifactHeader.magic + [ArtifactHeader.container] + length
      + Swift.Array(Fingerprint(ofBytes: json).hexadecimal.utf8) + json
  }

  /// Whether the fingerprint is that of the provenance and format in this header.
  var isConsistent: Bool {
    provenance?.fingerprint(stage: stage, formatVersion: formatVersion) == fingerprint
  }

  /// A checksum that changes with the data and with the table of arrays.
  static func checksum(of arrays: [Array], data: some DataProtocol) -> Fingerprint {
    checksum(of: arrays, data: Fingerprint(ofBytes: data))
  }

  static func checksum(of arrays: [Array], data: Fingerprint) -> Fingerprint {
    Fingerprint(of: canonicalJSON(arrays) + data.hexadecimal)
  }
}

/// The first bytes of an artifact's file, which say where its header is.
struct ArtifactStart {
  static let length = 80

  /// The position of the header's JSON in the file.
  let json: Range<Int>
  /// The header's SHA-256 in hexadecimal.
  private let digest: [UInt8]

  /// Nil if the bytes are not the start of an artifact.
  ///
  /// - Parameter bytes: the file's first bytes, at least `length` of them if it has as many.
  init?(_ bytes: some Collection<UInt8>) {
    let bytes = Array(bytes.prefix(Self.length))
    guard bytes.count == Self.length, bytes.starts(with: ArtifactHeader.magic),
      bytes[ArtifactHeader.magic.count] == ArtifactHeader.container,
      let length = Int(
        exactly: bytes[8..<16].reversed().reduce(UInt64(0)) { $0 << 8 | UInt64($1) }),
      length <= Int.max - Self.length
    else { return nil }
    digest = Array(bytes[16...])
    json = Self.length..<Self.length + length
  }

  /// - Throws: `ArtifactDamage` if the bytes do not match their digest.
  func header(_ bytes: Data) throws(ArtifactDamage) -> ArtifactHeader {
    guard bytes.count == json.count else { throw .truncated }
    guard digest == Array(Fingerprint(ofBytes: bytes).hexadecimal.utf8) else {
      throw .header("it does not match its checksum")
    }
    do {
      return try JSONDecoder().decode(ArtifactHeader.self, from: bytes)
    } catch {
      throw .header("\(error)")
    }
  }
}

/// Why an artifact's file cannot be used. The next run rebuilds it.
package enum ArtifactDamage: Error, CustomStringConvertible {
  case notAnArtifact
  case truncated
  case checksum
  case array(String)
  case header(String)

  package var description: String {
    switch self {
    case .notAnArtifact: "the file is not an artifact"
    case .truncated: "the file is truncated"
    case .checksum: "the data does not match its checksum"
    case .array(let name): "the array \(name) is missing or has the wrong length"
    case .header(let reason): "the header cannot be read: \(reason)"
    }
  }
}
