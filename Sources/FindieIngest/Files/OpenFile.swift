import Foundation
import Glibc

/// An input file that is opened once, however many slices and threads read it: all of them read the
/// same version of it, even if another file takes its name.
///
/// A class, since it owns the descriptor and several threads share it.
final class OpenFile: Sendable {
  let path: String
  /// The file's status when it was opened.
  let status: FileStatus
  /// The format of the bytes as stored.
  let format: ContentFormat
  private let descriptor: Int32

  /// - Parameter named: the compression that the file's name claims.
  /// - Throws: `unreadableFile`, `notAFile` or `unsupportedFile`. The call never blocks, not even
  ///   on a pipe.
  init(_ url: URL, named: Compression = .none) throws(IngestFailure) {
    let descriptor = unsafe open(url.path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard descriptor >= 0 else { throw .unreadableFile(path: url.path, code: errno) }
    do throws(IngestFailure) {
      guard let status = FileStatus(descriptor: descriptor), status.kind == .file else {
        throw .notAFile(path: url.path)
      }
      var beginning = [UInt8](repeating: 0, count: ContentFormat.beginning)
      let count = try OpenFile.read(
        descriptor, url.path, into: &beginning, 0..<ContentFormat.beginning, from: 0)
      format = try ContentFormat(of: beginning[..<count], named: named, path: url.path)
      self.status = status
    } catch {
      close(descriptor)
      throw error
    }
    self.descriptor = descriptor
    path = url.path
  }

  deinit { close(descriptor) }

  /// Fills a part of `bytes` with the file's bytes from `offset` on.
  ///
  /// - Returns: the number of bytes; less than the range only at the file's end.
  func read(
    into bytes: inout [UInt8], _ range: Range<Int>, from offset: Int
  ) throws(IngestFailure) -> Int {
    try OpenFile.read(descriptor, path, into: &bytes, range, from: offset)
  }

  /// Checks that no program wrote into the file since it was opened.
  ///
  /// A file that was renamed or removed still has its bytes, so it is unchanged.
  ///
  /// - Throws: `changedFile`
  func checkUnchanged() throws(IngestFailure) {
    guard FileStatus(descriptor: descriptor) == status else { throw .changedFile(path: path) }
  }

  private static func read(
    _ descriptor: Int32, _ path: String, into bytes: inout [UInt8], _ range: Range<Int>,
    from offset: Int
  ) throws(IngestFailure) -> Int {
    precondition(range.upperBound <= bytes.count, "\(range) of \(bytes.count) bytes")
    var filled = 0
    while filled < range.count {
      // The range is inside the array.
      let count = unsafe bytes.withUnsafeMutableBytes { bytes in
        unsafe pread(
          descriptor, bytes.baseAddress! + range.lowerBound + filled, range.count - filled,
          off_t(offset + filled))
      }
      if count < 0 {
        if errno == EINTR { continue }
        throw .unreadableFile(path: path, code: errno)
      }
      if count == 0 { break }
      filled += count
    }
    return filled
  }
}

/// The file system's status of a path; links are followed.
package struct FileStatus: Equatable, Sendable {
  package enum Kind: Sendable {
    case file, folder, other
  }

  package let kind: Kind
  package let size: Int64
  package let modifiedNanoseconds: Int64
  /// Identifies a file independent of its names.
  package let identity: [UInt64]

  /// Nil if there is no file, or a broken link.
  package init?(path: String) {
    var status = stat()
    guard unsafe stat(path, &status) == 0 else { return nil }
    self.init(status)
  }

  init?(descriptor: Int32) {
    var status = stat()
    guard unsafe fstat(descriptor, &status) == 0 else { return nil }
    self.init(status)
  }

  private init(_ status: stat) {
    switch status.st_mode & S_IFMT {
    case S_IFREG: kind = .file
    case S_IFDIR: kind = .folder
    default: kind = .other
    }
    size = Int64(status.st_size)
    modifiedNanoseconds =
      Int64(status.st_mtim.tv_sec) * 1_000_000_000 + Int64(status.st_mtim.tv_nsec)
    identity = [UInt64(status.st_dev), UInt64(status.st_ino)]
  }

  /// The system's error number for a missing file.
  static let missing = ENOENT

  /// Whether the path is a symbolic link.
  static func isLink(_ path: String) -> Bool {
    var status = stat()
    // The call fills the struct it is given.
    return unsafe lstat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFLNK
  }

  /// The absolute path without symbolic links; nil if nothing is there.
  static func resolved(_ path: String) -> String? {
    guard let resolved = unsafe realpath(path, nil) else { return nil }
    // The text is copied before its memory is freed.
    defer { unsafe free(resolved) }
    return unsafe String(cString: resolved)
  }

  /// The system's error number if this user may not read the path; nil if nothing forbids it.
  static func faultOfReading(_ path: String) -> Int32? {
    unsafe access(path, R_OK) == 0 ? nil : errno
  }
}
