package import Foundation
import Glibc

extension DurableFile {
  /// All bytes of a regular file. It never waits: a pipe or a device under a file's name is an error.
  ///
  /// - Parameter limit: the maximum number of bytes that are read; nil for all.
  package static func read(_ url: URL, limit: Int? = nil) throws(FileFailure) -> [UInt8] {
    try read(open(reading: url), of: url, limit)
  }

  /// All bytes of a path that a user named: of a file, or of a pipe to its end, for which it waits.
  ///
  /// - Parameter limit: the maximum number of bytes that are read; nil for all.
  package static func receive(_ url: URL, limit: Int? = nil) throws(FileFailure) -> [UInt8] {
    let descriptor = unsafe Glibc.open(url.path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { throw FileFailure(last: .read, url) }
    return try read(descriptor, of: url, limit)
  }

  /// Reads a descriptor to its end, and closes it.
  private static func read(
    _ descriptor: CInt, of url: URL, _ limit: Int?
  ) throws(FileFailure) -> [UInt8] {
    defer { close(descriptor) }
    var status = stat()
    // The call fills the struct it is given. One byte more than the file has, to see its end.
    let size = unsafe fstat(descriptor, &status) == 0 ? Int(status.st_size) + 1 : 0
    var bytes: [UInt8] = []
    var filled = 0
    while filled < limit ?? .max {
      if filled == bytes.count {
        let more = filled == 0 ? max(size, 1 << 14) : filled
        bytes += [UInt8](repeating: 0, count: more)
      }
      let count = min(bytes.count, limit ?? .max) - filled
      // The bytes are read between `filled` and the array's end.
      let read = unsafe bytes.withUnsafeMutableBytes { buffer in
        unsafe Glibc.read(descriptor, buffer.baseAddress.unsafelyUnwrapped + filled, count)
      }
      if read < 0, errno == EINTR { continue }
      guard read >= 0 else { throw FileFailure(last: .read, url) }
      if read == 0 { break }
      filled += read
    }
    bytes.removeLast(bytes.count - filled)
    return bytes
  }

  /// Opens a regular file to read it, without waiting.
  ///
  /// - Throws: also if it is a folder, a pipe, a socket or a device.
  static func open(reading url: URL) throws(FileFailure) -> CInt {
    // Without O_NONBLOCK, the call waits until another process writes to a pipe.
    let descriptor = unsafe Glibc.open(url.path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard descriptor >= 0 else { throw FileFailure(last: .read, url) }
    if let code = notRegular(descriptor) {
      close(descriptor)
      throw FileFailure(.read, url, code: code)
    }
    return descriptor
  }

  /// The error number for an open file that is not a regular one; nil for a regular one.
  package static func notRegular(_ descriptor: CInt) -> Int32? {
    var status = stat()
    // The call fills the struct it is given.
    guard unsafe fstat(descriptor, &status) == 0 else { return errno }
    switch status.st_mode & S_IFMT {
    case S_IFREG: return nil
    case S_IFDIR: return EISDIR
    default: return FileFailure.special
    }
  }

  /// The names of all entries of a folder, in any order. Invalid UTF-8 in them is replaced by U+FFFD.
  package static func list(_ folder: URL) throws(FileFailure) -> [String] {
    guard let stream = unsafe opendir(folder.path) else {
      throw FileFailure(last: .list, folder)
    }
    defer { unsafe closedir(stream) }
    var names: [String] = []
    while true {
      errno = 0
      guard let entry = unsafe readdir(stream) else {
        guard errno == 0 else { throw FileFailure(last: .list, folder) }
        return names
      }
      // The name ends with a zero byte inside the entry, which is valid until the next call.
      let name = unsafe withUnsafePointer(to: &entry.pointee.d_name) { name in
        unsafe String(
          cString: UnsafeRawPointer(name).assumingMemoryBound(to: CChar.self))
      }
      if name != ".", name != ".." { names.append(name) }
    }
  }
}
