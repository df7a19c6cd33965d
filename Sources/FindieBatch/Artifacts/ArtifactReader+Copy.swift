package import FindieFiles
package import Foundation

extension ArtifactReader {
  /// Copies an artifact without its provenance and summary, so that equal data in one format gives equal
  /// files. The copy is neither synced nor verified.
  ///
  /// - Parameter copy: where the copy is written; no file may exist there.
  /// - Returns: the checksum of the data, which replaces the fingerprint in the copy; nil if the file is
  ///   missing or is not an artifact.
  package static func copyData(of url: URL, to copy: URL) throws(FileFailure) -> Fingerprint? {
    guard var header = header(of: url) else { return nil }
    let file = try FileReader(url)
    guard var offset = try dataStart(of: file) else { return nil }
    header.fingerprint = header.checksum
    header.summary = .empty
    header.provenance = nil
    var writer = try FileWriter(copy)
    try writer.write(header.bytes)
    while true {
      let bytes = try file.bytes(pieceInBytes, at: offset)
      if bytes.isEmpty { return header.checksum }
      try writer.write(bytes)
      offset += bytes.count
    }
  }
}
