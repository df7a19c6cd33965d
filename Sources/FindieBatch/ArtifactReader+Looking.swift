import FindieFiles
package import Foundation

extension ArtifactReader {
  /// The header alone: what an artifact is, without its data. Nil where the file is missing or is
  /// not an artifact; both mean that it has to be made.
  package static func header(of url: URL) -> ArtifactHeader? {
    do {
      let handle = try FileHandle(forReadingFrom: url)
      defer { handle.closeFile() }
      guard
        let start = ArtifactStart(try handle.read(upToCount: ArtifactStart.longest) ?? Data())
      else { return nil }
      try handle.seek(toOffset: UInt64(start.json.lowerBound))
      let json = try handle.read(upToCount: min(start.json.count, 1 << 24)) ?? Data()
      let header = try start.header(json)
      // What was cut off is seen without reading it.
      let size = Int(clamping: try handle.seekToEnd()) - start.json.upperBound
      let isWhole = header.arrays.allSatisfy {
        $0.offset >= 0 && $0.length >= 0 && $0.length <= size && $0.offset <= size - $0.length
      }
      return isWhole ? header : nil
    } catch {
      return nil
    }
  }

  /// What is wrong with a file's data, which are read a piece at a time; nil where nothing is.
  ///
  /// - Precondition: it has a header.
  static func damage(of url: URL) -> String? {
    do {
      let file = try FileReader(url)
      guard let header = header(of: url), var offset = try dataStart(of: file)
      else { return "\(ArtifactDamage.notAnArtifact)" }
      var sum = FingerprintWriter()
      while case let bytes = try file.bytes(pieceInBytes, at: offset), !bytes.isEmpty {
        sum.add(bytes)
        offset += bytes.count
      }
      let isRight =
        ArtifactHeader.checksum(of: header.arrays, data: sum.fingerprint) == header.checksum
      return isRight ? nil : "\(ArtifactDamage.checksum)"
    } catch {
      return "\(error)"
    }
  }

  /// Where a file's data begin; nil where it does not begin like an artifact.
  static func dataStart(of file: borrowing FileReader) throws(FileFailure) -> Int? {
    ArtifactStart(try file.bytes(ArtifactStart.longest, at: 0))?.json.upperBound
  }

  /// So much of the data is in memory at a time.
  static let pieceInBytes = 1 << 20
}
