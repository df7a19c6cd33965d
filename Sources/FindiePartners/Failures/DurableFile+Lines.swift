import FindieFiles
import Foundation

extension DurableFile {
  /// The lines of a file that are not empty; none if there is no file.
  static func lines(of file: URL) throws(FileFailure) -> [Data] {
    guard exists(file) else { return [] }
    return try read(file).split(separator: UInt8(ascii: "\n")).map { Data($0) }
  }
}
