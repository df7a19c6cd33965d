/// The maximum share of rejected lines in a file.
package struct BadShareLimit: Sendable, Hashable, Codable {
  /// The share of the lines of one file. Default 0.05; from 0 to 1.
  package var share = 0.05
  /// A file with fewer rejected lines never exceeds the limit. Default 20.
  package var minimumLines = 20

  package init() {}

  /// The length in bytes of the shortest usable line, including its end.
  private static let shortestGoodLine = 8

  /// The number of rows after which `endsReading` decides.
  private static let rowsAtOnce = 4096

  /// Whether the rest of a compressed file need not be read, since the file is refused whatever
  /// follows. Called after each row; the answer depends on the file only.
  ///
  /// - Parameters:
  ///   - rows: the number of rows read: a row may have several lines.
  ///   - read: the number of lines read, and of the rejected ones among them.
  ///   - rest: the maximum number of decompressed bytes left in the file.
  func endsReading(after rows: Int, read: Int, rejected: Int, rest: Int) -> Bool {
    guard rows % Self.rowsAtOnce == 0, rejected >= minimumLines else { return false }
    let lines = Double(read) + Double(rest / Self.shortestGoodLine)
    return Double(rejected) > share * lines
  }
}
