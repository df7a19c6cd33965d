package import FindieFiles
package import Foundation

/// Reads an artifact's arrays.
package struct ArtifactReader: Sendable {
  package let header: ArtifactHeader
  private let file: MappedFile
  private let dataStart: Int

  /// Reads the file and verifies the checksum of its data.
  ///
  /// - Throws: `FileFailure` or `ArtifactDamage`.
  package init(_ url: URL) throws {
    try self.init(unverified: url)
    var data = FingerprintWriter()
    // Not from the mapping: a disk that cannot be read is an error here, and a signal there.
    let reader = try FileReader(url)
    for start in stride(from: dataStart, to: file.count, by: 1 << 20) {
      data.add(try reader.bytes(1 << 20, at: start))
    }
    guard
      ArtifactHeader.checksum(of: header.arrays, data: data.fingerprint) == header.checksum
    else { throw ArtifactDamage.checksum }
  }

  /// Reads the header, and checks that the file has room for the arrays.
  private init(unverified url: URL) throws {
    let file = try MappedFile(url)
    let (header, dataStart) = try ArtifactHeader.read(file.bytes)
    self.file = file
    self.header = header
    self.dataStart = dataStart
  }

  /// Reads only the header of an artifact's file.
  ///
  /// - Returns: nil if the file is missing, truncated or not an artifact.
  package static func header(of url: URL) -> ArtifactHeader? {
    do {
      return try ArtifactReader(unverified: url).header
    } catch {
      return nil
    }
  }

  /// Advises the system that the arrays read so far are not needed soon.
  func release() { file.release() }

  private func range(_ name: String) throws(ArtifactDamage) -> Range<Int> {
    guard let array = header.arrays.first(where: { $0.name == name }) else { throw .array(name) }
    return dataStart + array.offset..<dataStart + array.offset + array.length
  }

  package func numbers<Number: BitwiseCopyable>(
    _ name: String, as type: Number.Type = Number.self
  ) throws(ArtifactDamage) -> [Number] {
    let range = try range(name)
    let size = MemoryLayout<Number>.stride
    guard range.count % size == 0 else { throw .array(name) }
    let file = file
    // The length is a multiple of the stride, as checked above, and the new array has that
    // capacity.
    return unsafe file.bytes.extracting(range).withUnsafeBytes { raw in
      unsafe [Number](unsafeUninitializedCapacity: raw.count / size) { numbers, count in
        unsafe UnsafeMutableRawBufferPointer(numbers).copyMemory(from: raw)
        count = raw.count / size
      }
    }
  }

  package func json<Value: Decodable>(
    _ name: String, as type: Value.Type = Value.self
  ) throws(ArtifactDamage) -> Value {
    let bytes: [UInt8] = try numbers(name)
    do {
      return try JSONDecoder().decode(Value.self, from: Data(bytes))
    } catch {
      throw .array(name)
    }
  }
}

extension ArtifactReader {
  /// Copies an artifact without its provenance and summary, so that equal data in the same format
  /// gives equal files. The copy is neither synced nor verified.
  ///
  /// - Parameter copy: where the copy is written; no file may exist there.
  /// - Returns: the checksum of the data, which replaces the fingerprint in the copy; nil if the
  ///   file is missing or is not an artifact.
  package static func copyData(of url: URL, to copy: URL) throws(FileFailure) -> Fingerprint? {
    let reader: ArtifactReader
    do {
      reader = try ArtifactReader(unverified: url)
    } catch {
      return nil
    }
    var header = reader.header
    header.fingerprint = header.checksum
    header.summary = .empty
    header.provenance = nil
    var writer = try FileWriter(copy)
    try writer.write(header.bytes)
    let file = reader.file
    for start in stride(from: reader.dataStart, to: file.count, by: 1 << 22) {
      try writer.write(file.bytes.extracting(start..<min(start + 1 << 22, file.count)))
      // So that little of the file is in memory at a time.
      file.release()
    }
    return header.checksum
  }
}

/// The header of an artifact's file, which is followed by named arrays as they are in memory.
///
/// Bytes 0–7 are "FINDART" and the container's version, 8–15 the header's length (UInt64,
/// little-endian), 16–79 the header's SHA-256 in hexadecimal, then the header in JSON. It has the
/// stage, fingerprint, format, counts, provenance, for each array its name, offset and length in
/// bytes, and a checksum of arrays and data.
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

  private static let kind = FileKind("FINDART", version: 3)
  private static let jsonStart = 80

  /// All bytes before the data.
  var bytes: [UInt8] {
    var json = Swift.Array(canonicalJSON(self).utf8)
    json += [UInt8](repeating: 0x20, count: (16 - json.count % 16) % 16)
    return Self.kind.bytes + UInt64(json.count).littleEndianBytes
      + Swift.Array(Fingerprint(ofBytes: json).hexadecimal.utf8) + json
  }

  /// The header of a file and the offset of its data.
  fileprivate static func read(
    _ file: RawSpan
  ) throws(ArtifactDamage) -> (ArtifactHeader, dataStart: Int) {
    guard file.byteCount >= jsonStart, kind.version(of: file) == kind.version else {
      throw .notAnArtifact
    }
    let length = file.number(at: 8)
    guard length <= UInt64(file.byteCount - jsonStart) else { throw .truncated }
    let dataStart = jsonStart + Int(length)
    let json = [UInt8](copying: file, jsonStart..<dataStart)
    guard
      Swift.Array(Fingerprint(ofBytes: json).hexadecimal.utf8)
        == [UInt8](copying: file, 16..<jsonStart)
    else { throw .header("it does not match its checksum") }
    let header: ArtifactHeader
    do {
      header = try JSONDecoder().decode(ArtifactHeader.self, from: Data(json))
    } catch {
      throw .header("\(error)")
    }
    let size = file.byteCount - dataStart
    let isWhole = header.arrays.allSatisfy {
      $0.offset >= 0 && $0.length >= 0 && $0.length <= size && $0.offset <= size - $0.length
    }
    guard isWhole else { throw .truncated }
    return (header, dataStart)
  }

  /// Whether the fingerprint is that of the provenance and format in this header.
  var isConsistent: Bool {
    provenance?.fingerprint(stage: stage, formatVersion: formatVersion) == fingerprint
  }

  /// A checksum that changes with the data and with the table of arrays.
  static func checksum(of arrays: [Array], data: Fingerprint) -> Fingerprint {
    Fingerprint(of: canonicalJSON(arrays) + data.hexadecimal)
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
