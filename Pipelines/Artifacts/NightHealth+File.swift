import FindieFiles
package import FindieReports
import FindieWorkspace
package import Foundation

// runs/<day>/health.json: a night's metrics with their checksum.

extension NightHealth {
  /// - Throws: `FileFailure`, `Damage`, or an error of decoding.
  package init(file: URL) throws {
    let data = Data(try DurableFile.read(file))
    self = try JSONDecoder().decode(NightHealth.self, from: data)
    let stored = try JSONDecoder().decode(Seal.self, from: data).checksum
    guard stored == nil || stored == checksum else { throw Damage() }
  }

  func write(to file: URL) throws(FileFailure) {
    try DurableFile.write(canonicalLine(Sealed(health: self)), to: file)
  }

  /// The file was changed after it was written.
  package struct Damage: Error, CustomStringConvertible {
    package var description: String { "The checksum differs." }
  }

  private var checksum: String { Fingerprint(of: canonicalJSON(self)).hexadecimal }

  private struct Seal: Codable {
    let checksum: String?
  }

  /// The members of the metrics, and `checksum`.
  private struct Sealed: Encodable {
    let health: NightHealth

    func encode(to encoder: any Encoder) throws {
      try health.encode(to: encoder)
      try Seal(checksum: health.checksum).encode(to: encoder)
    }
  }
}
