import FindieFiles
package import Foundation

/// The file of one artifact: a header in JSON, then named arrays as they lie in memory.
///
/// Bytes 0–7 are "FINDART" and the container's version, 8–15 the header's length (UInt64,
/// little-endian), 16–79 the header's SHA-256 in hexadecimal; the header names stage, fingerprint, format,
/// counts, for each array its name, offset and length in bytes, and a checksum of these and of the data.
package struct ArtifactHeader: Codable, Sendable {
  package var stage: String
  package var fingerprint: Fingerprint
  package var formatVersion: Int
  package var found: Findings
  /// Nil where the data stand for themselves, and in files of before this was kept.
  package var origin: Origin?
  package var checksum: Fingerprint
  var arrays: [Array]

  struct Array: Codable, Sendable {
    var name: String
    var offset: Int
    var length: Int
  }

  static let magic = Swift.Array("FINDART".utf8)
  fileprivate static let container: UInt8 = 3

  /// All that stands before the data.
  var bytes: [UInt8] {
    var json = Swift.Array(canonicalJSON(self).utf8)
    json += [UInt8](repeating: 0x20, count: (16 - json.count % 16) % 16)
    let length = (0..<8).map { UInt8(truncatingIfNeeded: json.count >> ($0 * 8)) }
    return ArtifactHeader.magic + [ArtifactHeader.container] + length
      + Swift.Array(Fingerprint(ofBytes: json).hexadecimal.utf8) + json
  }

  /// Whether fingerprint and format are those of what it says it was made from.
  var isOfItsOrigin: Bool {
    origin?.fingerprint(stage: stage, formatVersion: formatVersion) == fingerprint
  }

  /// What shows that the data lies where the table of arrays says, as it was written.
  static func checksum(of arrays: [Array], data: some DataProtocol) -> Fingerprint {
    checksum(of: arrays, data: Fingerprint(ofBytes: data))
  }

  static func checksum(of arrays: [Array], data: Fingerprint) -> Fingerprint {
    Fingerprint(of: canonicalJSON(arrays) + data.hexadecimal)
  }
}

/// Where a file's header stands.
struct ArtifactStart {
  /// The bytes that say so.
  static let longest = 80

  let json: Range<Int>
  /// The header's SHA-256 in hexadecimal; nil in a file of container 2, which had none.
  private let digest: [UInt8]?

  /// Nil where the file does not begin like an artifact.
  ///
  /// - Parameter bytes: the file's first, `longest` of them where it has as many.
  init?(_ bytes: some Collection<UInt8>) {
    let bytes = Array(bytes.prefix(Self.longest))
    guard bytes.count >= 16, bytes.starts(with: ArtifactHeader.magic),
      let length = Int(exactly: bytes[8..<16].reversed().reduce(UInt64(0)) { $0 << 8 | UInt64($1) })
    else { return nil }
    let start: Int
    switch bytes[ArtifactHeader.magic.count] {
    case 2: (start, digest) = (16, nil)
    case ArtifactHeader.container where bytes.count == Self.longest:
      (start, digest) = (Self.longest, Array(bytes[16...]))
    default: return nil
    }
    guard length <= Int.max - start else { return nil }
    json = start..<start + length
  }

  /// - Throws: `ArtifactDamage`, where the bytes are not those of the header that was written.
  func header(_ bytes: Data) throws(ArtifactDamage) -> ArtifactHeader {
    guard bytes.count == json.count else { throw .truncated }
    if let digest, digest != Array(Fingerprint(ofBytes: bytes).hexadecimal.utf8) {
      throw .header("it does not match its checksum")
    }
    do {
      return try JSONDecoder().decode(ArtifactHeader.self, from: bytes)
    } catch {
      throw .header("\(error)")
    }
  }
}

/// Why an artifact's file cannot be used. It is made again.
package enum ArtifactDamage: Error, CustomStringConvertible {
  case notAnArtifact
  case truncated
  case checksum
  case array(String)
  case header(String)

  package var description: String {
    switch self {
    case .notAnArtifact: "it does not begin like an artifact"
    case .truncated: "it ends too early"
    case .checksum: "its data does not match its checksum"
    case .array(let name): "its array \(name) is missing or of the wrong length"
    case .header(let reason): "its header cannot be read: \(reason)"
    }
  }
}

/// Gathers an artifact's arrays.
package struct ArtifactWriter {
  private var arrays: [ArtifactHeader.Array] = []
  /// The data, each array with what fills it up to sixteen bytes.
  private var pieces: [[UInt8]] = []
  private var length = 0
  private var checksum = FingerprintWriter()

  package init() {}

  /// Adds an array of numbers, little-endian as they lie in memory.
  package mutating func put<Number: BitwiseCopyable>(_ name: String, _ numbers: [Number]) {
    // Numbers have no padding: their bytes are theirs.
    put(name, bytes: unsafe numbers.withUnsafeBytes { unsafe [UInt8]($0) })
  }

  package mutating func put(_ name: String, json value: some Encodable) {
    put(name, bytes: Array(canonicalJSON(value).utf8))
  }

  private mutating func put(_ name: String, bytes: [UInt8]) {
    arrays.append(.init(name: name, offset: length, length: bytes.count))
    for piece in [bytes, [UInt8](repeating: 0, count: (16 - bytes.count % 16) % 16)] {
      pieces.append(piece)
      length += piece.count
      checksum.add(piece)
    }
  }

  /// The whole file, in pieces: large ones are not copied once more.
  package func file(
    stage: String, fingerprint: Fingerprint, formatVersion: Int, found: Findings,
    origin: Origin? = nil
  ) -> [[UInt8]] {
    let header = ArtifactHeader(
      stage: stage, fingerprint: fingerprint, formatVersion: formatVersion, found: found,
      origin: origin,
      checksum: ArtifactHeader.checksum(of: arrays, data: checksum.fingerprint), arrays: arrays)
    return [header.bytes] + pieces
  }
}

/// Gives an artifact's arrays back.
package struct ArtifactReader {
  package let header: ArtifactHeader
  private let file: [UInt8]
  private let dataStart: Int

  /// - Throws: `FileFailure` or `ArtifactDamage`; the data's checksum is compared.
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

  static func header(
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
    // Whole numbers, checked just above, copied into room for just as many.
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
