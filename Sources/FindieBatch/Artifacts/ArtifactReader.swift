import FindieFiles
package import Foundation

/// Reads an artifact's arrays.
package struct ArtifactReader {
  package let header: ArtifactHeader
  private let file: [UInt8]
  private let dataStart: Int

  /// Reads the file and verifies the checksum of its data.
  ///
  /// - Throws: `FileFailure` or `ArtifactDamage`.
  package init(_ url: URL) throws {
    let file = try DurableFile.read(url)
    (header, dataStart) = try ArtifactReader.header(in: file)
    self.file = file
    guard
      ArtifactHeader.checksum(of: header.arrays, data: file[dataStart...]) == header.checksum
    else {
      throw ArtifactDamage.checksum
    }
  }

  private static func header(
    in file: [UInt8]
  ) throws(ArtifactDamage) -> (header: ArtifactHeader, dataStart: Int) {
    guard let start = ArtifactStart(file) else { throw .notAnArtifact }
    guard start.json.upperBound <= file.count else { throw .truncated }
    return (try start.header(Data(file[start.json])), start.json.upperBound)
  }

  private func bytes(_ name: String) throws(ArtifactDamage) -> ArraySlice<UInt8> {
    guard let array = header.arrays.first(where: { $0.name == name }) else { throw .array(name) }
    guard array.offset >= 0, array.length >= 0,
      array.length <= file.count - dataStart - array.offset
    else { throw .truncated }
    return file[dataStart + array.offset..<dataStart + array.offset + array.length]
  }

  package func numbers<Number: BitwiseCopyable>(
    _ name: String, as type: Number.Type = Number.self
  ) throws(ArtifactDamage) -> [Number] {
    let bytes = try bytes(name)
    let size = MemoryLayout<Number>.stride
    guard bytes.count % size == 0 else { throw .array(name) }
    // The length is a multiple of the stride, as checked above, and the new array has that capacity.
    return unsafe bytes.withUnsafeBytes { raw in
      unsafe [Number](unsafeUninitializedCapacity: raw.count / size) { numbers, count in
        unsafe UnsafeMutableRawBufferPointer(numbers).copyMemory(from: UnsafeRawBufferPointer(raw))
        count = raw.count / size
      }
    }
  }

  package func json<Value: Decodable>(
    _ name: String, as type: Value.Type = Value.self
  ) throws(ArtifactDamage) -> Value {
    let bytes = try bytes(name)
    do {
      return try JSONDecoder().decode(Value.self, from: Data(bytes))
    } catch {
      throw .array(name)
    }
  }
}
