import FindieFiles
package import Foundation

extension ArtifactReader {
  /// Reads only the header of an artifact's file.
  ///
  /// - Returns: nil if the file is missing, truncated or not an artifact.
  package static func header(of url: URL) -> ArtifactHeader? {
    do {
      let file = try FileReader(url)
      guard let start = ArtifactStart(try file.bytes(ArtifactStart.length, at: 0)) else {
        return nil
      }
      let json = try file.bytes(min(start.json.count, 1 << 24), at: start.json.lowerBound)
      let header = try start.header(Data(json))
      // The file's size shows whether the data is complete.
      let size = try DurableFile.size(of: url) - start.json.upperBound
      let isWhole = header.arrays.allSatisfy {
        $0.offset >= 0 && $0.length >= 0 && $0.length <= size && $0.offset <= size - $0.length
      }
      return isWhole ? header : nil
    } catch {
      return nil
    }
  }

  /// Verifies a file's data, which is read in pieces.
  ///
  /// - Returns: what is wrong; nil if the data matches its checksum.
  static func damage(of url: URL) -> String? {
    do {
      let file = try FileReader(url)
      guard let header = header(of: url), var offset = try dataStart(of: file)
      else { return "\(ArtifactDamage.notAnArtifact)" }
      var data = FingerprintWriter()
      while case let bytes = try file.bytes(pieceInBytes, at: offset), !bytes.isEmpty {
        data.add(bytes)
        offset += bytes.count
      }
      let isRight =
        ArtifactHeader.checksum(of: header.arrays, data: data.fingerprint) == header.checksum
      return isRight ? nil : "\(ArtifactDamage.checksum)"
    } catch {
      return "\(error)"
    }
  }

  /// The offset of a file's data; nil if the file is not an artifact.
  static func dataStart(of file: borrowing FileReader) throws(FileFailure) -> Int? {
    ArtifactStart(try file.bytes(ArtifactStart.length, at: 0))?.json.upperBound
  }

  /// How much data is in memory at a time.
  static let pieceInBytes = 1 << 20
}
