package import FindieFiles
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
    // The length is a multiple of the stride, as checked above, and the new array has that
    // capacity.
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

extension ArtifactReader {
  /// Copies an artifact without its provenance and summary, so that equal data in the same format
  /// gives equal files. The copy is neither synced nor verified.
  ///
  /// - Parameter copy: where the copy is written; no file may exist there.
  /// - Returns: the checksum of the data, which replaces the fingerprint in the copy; nil if the
  ///   file is missing or is not an artifact.
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
