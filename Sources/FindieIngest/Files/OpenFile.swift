import FindieFiles
import Foundation

/// An input file that is opened once, however many slices and threads read it: all of them read the
/// same version of it, even if another file takes its name.
///
/// A class, since several threads share it.
final class OpenFile: Sendable {
  let path: String
  /// The file's status when it was opened.
  let status: FileStatus
  /// The format of the bytes as stored.
  let format: ContentFormat
  private let file: FileReader

  /// - Parameter named: the compression that the file's name claims.
  /// - Throws: `unreadableFile`, `notAFile` or `unsupportedFile`. The call never blocks, not even
  ///   on a pipe.
  init(_ url: URL, named: Compression = .none) throws(IngestFailure) {
    do throws(FileFailure) {
      file = try FileReader(url)
    } catch {
      throw error.isNoFile
        ? .notAFile(path: url.path) : .unreadableFile(path: url.path, code: error.code)
    }
    guard let status = file.status else { throw .notAFile(path: url.path) }
    self.status = status
    path = url.path
    var beginning = [UInt8](repeating: 0, count: ContentFormat.beginning)
    let count = try Self.read(file, into: &beginning, beginning.indices, from: 0)
    format = try ContentFormat(of: beginning[..<count], named: named, path: url.path)
  }

  /// Fills a part of `bytes` with the file's bytes from `offset` on.
  ///
  /// - Returns: the number of bytes; less than the range only at the file's end.
  func read(
    into bytes: inout [UInt8], _ range: Range<Int>, from offset: Int
  ) throws(IngestFailure) -> Int {
    try Self.read(file, into: &bytes, range, from: offset)
  }

  private static func read(
    _ file: FileReader, into bytes: inout [UInt8], _ range: Range<Int>, from offset: Int
  ) throws(IngestFailure) -> Int {
    do throws(FileFailure) {
      return try file.read(into: &bytes, range, from: offset)
    } catch {
      throw .unreadableFile(path: error.path, code: error.code)
    }
  }

  /// Checks that no program wrote into the file since it was opened.
  ///
  /// A file that was renamed or removed still has its bytes, so it is unchanged.
  ///
  /// - Throws: `changedFile`
  func checkUnchanged() throws(IngestFailure) {
    guard file.status == status else { throw .changedFile(path: path) }
  }
}
