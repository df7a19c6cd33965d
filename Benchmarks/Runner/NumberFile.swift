import Foundation

/// Reads and writes files that contain only numbers, little-endian.
enum NumberFile {
  /// - Precondition: the file contains at least `count` numbers.
  static func read<Number: BitwiseCopyable>(
    _ path: String, count: Int, as zero: Number
  ) throws -> [Number] {
    let file = try FileHandle(forReadingFrom: URL(filePath: path))
    defer { file.closeFile() }
    var numbers = [Number](repeating: zero, count: count)
    try unsafe numbers.withUnsafeMutableBytes { bytes in
      var filled = 0
      // Read in pieces, so that the file is not in memory twice.
      while filled < bytes.count {
        guard let piece = try file.read(upToCount: min(1 << 22, bytes.count - filled)),
          !piece.isEmpty
        else { throw CocoaError(.fileReadCorruptFile, userInfo: [NSFilePathErrorKey: path]) }
        unsafe UnsafeMutableRawBufferPointer(rebasing: bytes[filled...]).copyBytes(from: piece)
        filled += piece.count
      }
    }
    return numbers
  }

  static func write<Number: BitwiseCopyable>(_ numbers: [Number], to path: String) throws {
    let data = unsafe numbers.withUnsafeBytes { unsafe Data($0) }
    try data.write(to: URL(filePath: path))
  }
}
