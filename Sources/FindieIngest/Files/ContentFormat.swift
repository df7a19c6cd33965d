/// What a file contains, by its first bytes.
enum ContentFormat: Equatable {
  case compressed(Compression)
  case text(Layout)

  /// How a text is divided into documents.
  enum Layout: Equatable {
    /// A document ends at a line's end: `\n`, or `\r` in a file that has no `\n`.
    case lines(end: UInt8)
    /// The documents are the elements of a JSON array.
    case array
  }

  var isCompressed: Bool { if case .compressed = self { true } else { false } }

  /// The number of bytes that decide the format.
  static let beginning = 1 << 16

  /// - Parameters:
  ///   - bytes: the first `beginning` bytes; fewer if the content is shorter.
  ///   - named: the compression that the name claims. It decides only if the bytes are too few.
  /// - Throws: `unsupportedFile`
  init(
    of bytes: ArraySlice<UInt8>, named: Compression, path: String
  ) throws(IngestFailure) {
    if let compression = Compression(magicOf: bytes) {
      self = .compressed(compression)
    } else if named != .none, named.magic.starts(with: bytes) {
      // Cut off within its magic number.
      self = .compressed(named)
    } else if let foreign = Self.foreignFormat(of: bytes) {
      throw .unsupportedFile(
        path: path, what: foreign,
        remedy:
          "Export newline-delimited JSON or CSV in UTF-8, plain or compressed with gzip or zstd")
    } else {
      self = .text(Layout(of: bytes))
    }
  }
}

extension ContentFormat.Layout {
  init(of bytes: ArraySlice<UInt8>) {
    let text = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? bytes.dropFirst(3) : bytes
    let isBlank: (UInt8) -> Bool = { [0x20, 0x09, 0x0A, 0x0D].contains($0) }
    let content = text.drop(while: isBlank)
    let inside = content.dropFirst().drop(while: isBlank)
    let isEmpty = inside.first == UInt8(ascii: "]") && inside.dropFirst().allSatisfy(isBlank)
    // Else it is a line that cannot be used, such as an array of other values.
    if content.first == UInt8(ascii: "["),
      inside.isEmpty || inside.first == UInt8(ascii: "{") || isEmpty
    {
      self = .array
    } else {
      let hasNoNewline = !bytes.contains(0x0A) && bytes.contains(0x0D)
      self = .lines(end: hasNoNewline ? 0x0D : 0x0A)
    }
  }
}

extension Compression {
  /// The bytes that a file begins with (RFC 1952, §2.3.1; RFC 8878, §3.1.1).
  var magic: [UInt8] {
    switch self {
    case .none: []
    case .gzip: [0x1F, 0x8B]
    case .zstd: [0x28, 0xB5, 0x2F, 0xFD]
    }
  }

  /// The compression of bytes that begin so; nil if they are not compressed.
  init?(magicOf bytes: ArraySlice<UInt8>) {
    if bytes.starts(with: Self.gzip.magic) {
      self = .gzip
    } else if bytes.starts(with: Self.zstd.magic) {
      self = .zstd
    } else if let first = bytes.first, first & 0xF0 == 0x50,
      bytes.dropFirst().starts(with: [0x2A, 0x4D, 0x18])
    {
      // The file begins with a skippable frame (RFC 8878, §3.1.2).
      self = .zstd
    } else {
      return nil
    }
  }
}

extension ContentFormat {
  /// The name of a format whose files are often named as if they had lines of JSON.
  private static func foreignFormat(of bytes: ArraySlice<UInt8>) -> String? {
    let magics: [(bytes: [UInt8], name: String)] = [
      (Array("PK\u{3}\u{4}".utf8), "a ZIP archive"), (Array("BZh".utf8), "a bzip2 file"),
      ([0xFD, 0x37, 0x7A, 0x58, 0x5A, 0], "an xz file"), ([0x04, 0x22, 0x4D, 0x18], "an LZ4 file"),
      (Array("PAR1".utf8), "a Parquet file"), (Array("Obj\u{1}".utf8), "an Avro file"),
    ]
    if let known = magics.first(where: { bytes.starts(with: $0.bytes) }) { return known.name }
    let start = Array(bytes.prefix(4))
    let isMarked = start.starts(with: [0xFF, 0xFE]) || start.starts(with: [0xFE, 0xFF])
    // In UTF-16 and UTF-32, an ASCII letter is next to zeros.
    return isMarked || start.count == 4 && start.contains(0)
      ? "text in UTF-16 or UTF-32, or no text" : nil
  }
}

/// The compression of a file.
package enum Compression: String, Sendable {
  case none, gzip, zstd

  /// The end of the names of such files.
  var suffix: String {
    switch self {
    case .none: ""
    case .gzip: ".gz"
    case .zstd: ".zst"
    }
  }
}
