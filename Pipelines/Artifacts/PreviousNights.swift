import FindieFiles
package import FindieReports
package import FindieWorkspace
package import Foundation

/// The list quality of the nights that were published before this one.
package struct PreviousNights: TransientArtifact {
  package static var grain: String { "one row per previous night" }
  package static var countOfGrain: String? { "nights" }
  package static var isIdentifiedByContent: Bool { true }

  /// The oldest first.
  package let nights: [NightHealth]

  /// The maximum number of nights.
  static let maximumCount = 28

  package var counts: [String: Int] { ["nights": nights.count] }

  package var content: Fingerprint? { Fingerprint(of: canonicalJSON(nights)) }
}

// runs/<day>/health.json: a night's metrics with their checksum.

extension NightHealth {
  /// - Throws: `FileFailure`, `Damage`, or an error of decoding.
  package init(file: URL) throws {
    let sealed = try JSONDecoder().decode(Sealed.self, from: Data(DurableFile.read(file)))
    self = sealed.health
    // Files of earlier versions have no checksum.
    guard sealed.checksum == nil || sealed.checksum == checksum else { throw Damage() }
  }

  func write(to file: URL) throws(FileFailure) {
    try DurableFile.write(canonicalLine(Sealed(health: self, checksum: checksum)), to: file)
  }

  /// The file was changed after it was written.
  package struct Damage: Error, CustomStringConvertible {
    package var description: String { "The checksum differs." }
  }

  private var checksum: String { Fingerprint(of: canonicalJSON(self)).hexadecimal }

  /// The members of the metrics, and `checksum`.
  private struct Sealed: Codable {
    let health: NightHealth
    let checksum: String?

    enum Key: String, CodingKey {
      case checksum
    }

    init(health: NightHealth, checksum: String) {
      self.health = health
      self.checksum = checksum
    }

    init(from decoder: any Decoder) throws {
      health = try NightHealth(from: decoder)
      checksum = try decoder.container(keyedBy: Key.self)
        .decodeIfPresent(String.self, forKey: .checksum)
    }

    func encode(to encoder: any Encoder) throws {
      try health.encode(to: encoder)
      var container = encoder.container(keyedBy: Key.self)
      try container.encodeIfPresent(checksum, forKey: .checksum)
    }
  }
}
