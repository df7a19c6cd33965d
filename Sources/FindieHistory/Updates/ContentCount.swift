/// Counts distinct contents by the first file that has them, in whatever order they are found.
///
/// Up to `limit` contents are counted exactly. Above that, a sample represents all, which bounds
/// the memory: those whose hash ends in some zeros. The standard error is then below 0.1 %.
struct ContentCount: Codable, Sendable {
  private static let limit = 1 << 22

  /// The file with the lowest number, by the hash of the content.
  private var files: [UInt64: UInt32] = [:]
  /// The number of zeros in which a counted hash must end.
  private var zeros = 0

  mutating func add(_ hash: UInt64, of file: UInt32) {
    guard hash.trailingZeroBitCount >= zeros else { return }
    files[hash] = min(files[hash] ?? file, file)
    shorten()
  }

  private mutating func shorten() {
    while files.count > Self.limit {
      zeros += 1
      files = files.filter { [zeros] in $0.key.trailingZeroBitCount >= zeros }
    }
  }

  /// The same contents with other numbers of files, in the same order.
  func renumbered(as numbers: [UInt32]) -> ContentCount {
    var own = self
    own.files = files.mapValues { numbers[Int($0)] }
    return own
  }

  static func += (left: inout ContentCount, right: ContentCount) {
    left.zeros = max(left.zeros, right.zeros)
    left.files = left.files.filter { [zeros = left.zeros] in
      $0.key.trailingZeroBitCount >= zeros
    }
    for (hash, file) in right.files { left.add(hash, of: file) }
  }

  var count: Int { files.count << zeros }

  /// The number of contents by file.
  var byFile: [UInt32: Int] {
    files.values.reduce(into: [:]) { $0[$1, default: 0] += 1 << zeros }
  }
}
