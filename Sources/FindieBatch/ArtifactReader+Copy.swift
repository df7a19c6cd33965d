package import FindieFiles
package import Foundation

extension ArtifactReader {
  /// Copies an artifact without what made it and what was found: equal data of one format are equal
  /// files, whatever they were made from and by. The copy is not synced, and not read here.
  ///
  /// - Parameter place: where nothing is.
  /// - Returns: the checksum of the data, which stands for the fingerprint in the copy; nil where the file
  ///   is missing or is not an artifact.
  package static func copyData(of url: URL, to place: URL) throws(FileFailure) -> Fingerprint? {
    guard var header = header(of: url) else { return nil }
    let file = try FileReader(url)
    guard var offset = try dataStart(of: file) else { return nil }
    header.fingerprint = header.checksum
    header.found = .none
    header.origin = nil
    var copy = try FileWriter(place)
    try copy.write(header.bytes)
    while true {
      let bytes = try file.bytes(pieceInBytes, at: offset)
      if bytes.isEmpty { return header.checksum }
      try copy.write(bytes)
      offset += bytes.count
    }
  }
}
