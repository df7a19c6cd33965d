import CLinuxFiles
package import Foundation
import Glibc

/// Atomic writes: a file is written under a temporary name, synced to disk, then renamed.
package enum DurableFile {
  /// Writes `bytes` to `url`, replacing an existing file. A reader sees the old file or the new
  /// one.
  package static func write(
    _ bytes: some Collection<UInt8>, to url: URL, access: FileAccess = .shared
  ) throws(FileFailure) {
    try write(pieces: CollectionOfOne(bytes), to: url, access: access)
  }

  /// As `write`, for bytes in several pieces.
  package static func write(
    pieces: some Collection<some Collection<UInt8>>, to url: URL, access: FileAccess = .shared
  ) throws(FileFailure) {
    let partial = try PartialFile(of: url, access)
    do {
      try write(pieces, to: partial.url, partial.descriptor)
      try partial.replace(url)
    } catch {
      partial.remove()
      throw error
    }
  }

  package static func write(
    _ text: String, to url: URL, access: FileAccess = .shared
  ) throws(FileFailure) {
    try write(text.utf8, to: url, access: access)
  }

  /// Writes `bytes` to a path that a user named: a link is followed, and a pipe or a terminal is
  /// written to and never replaced.
  package static func deliver(
    _ bytes: some Collection<UInt8>, to url: URL
  ) throws(FileFailure) {
    if FileStatus(url)?.kind ?? .file != .file {
      let descriptor = unsafe Glibc.open(url.path, O_WRONLY | O_CLOEXEC)
      try write(CollectionOfOne(bytes), to: url, descriptor, syncing: false)
    } else {
      try write(bytes, to: url.resolvingSymlinksInPath())
    }
  }

  /// Writes `bytes` to an open descriptor; errors name `url`.
  package static func write(
    _ bytes: some Collection<UInt8>, toDescriptor descriptor: Int32, of url: URL
  ) throws(FileFailure) {
    // Bytes have no padding.
    try writeAll(unsafe ContiguousArray(bytes).span.bytes, to: descriptor, of: url)
  }

  /// Writes `bytes` to `url` in place: for a file inside a folder that `replaceFolder` publishes as
  /// a whole.
  package static func writePlainly(
    _ bytes: some Collection<UInt8>, to url: URL, syncing: Bool = false
  ) throws(FileFailure) {
    let descriptor = FileAccess.shared.open(url.path, O_TRUNC)
    try write(CollectionOfOne(bytes), to: url, descriptor, syncing: syncing)
  }

  /// As `writePlainly`, at the end of the file. If it fails, the file has its old length again
  /// where possible.
  ///
  /// - Parameter reserve: the size of the next append, for which disk space is reserved where the
  ///   file system can. On a disk that lacks the space for both, nothing is written.
  package static func append(
    _ bytes: some Collection<UInt8>, to url: URL, syncing: Bool = false, reserving reserve: Int = 0
  ) throws(FileFailure) {
    let descriptor = FileAccess.shared.open(url.path, O_APPEND)
    guard descriptor >= 0 else { throw FileFailure(last: .create, url) }
    // Negative for what has no length, such as a pipe.
    let length = lseek(descriptor, 0, SEEK_END)
    if reserve > 0, length >= 0,
      findie_reserve(descriptor, length, off_t(bytes.count + reserve)) != 0,
      [ENOSPC, EDQUOT].contains(errno)
    {
      let failure = FileFailure(last: .write, url)
      close(descriptor)
      throw failure
    }
    try write(
      CollectionOfOne(bytes), to: url, descriptor, syncing: syncing,
      lengthOnFailure: length < 0 ? nil : length)
  }

  /// Writes to a descriptor that was just opened, and closes it.
  ///
  /// - Parameter lengthOnFailure: the length to restore if a write fails; nil to leave it as it is.
  private static func write(
    _ pieces: some Collection<some Collection<UInt8>>, to url: URL, _ descriptor: CInt,
    syncing: Bool, lengthOnFailure: off_t? = nil
  ) throws(FileFailure) {
    guard descriptor >= 0 else { throw FileFailure(last: .create, url) }
    defer { close(descriptor) }
    do throws(FileFailure) {
      try write(pieces, to: url, descriptor)
      if syncing, fsync(descriptor) != 0 { throw FileFailure(last: .sync, url) }
    } catch {
      if let lengthOnFailure { ftruncate(descriptor, lengthOnFailure) }
      throw error
    }
  }

  private static func write(
    _ pieces: some Collection<some Collection<UInt8>>, to url: URL, _ descriptor: CInt
  ) throws(FileFailure) {
    for bytes in pieces {
      // Bytes have no padding.
      try writeAll(unsafe ContiguousArray(bytes).span.bytes, to: descriptor, of: url)
    }
  }

  /// Writes all of `bytes` at the descriptor's offset, in as many calls as needed.
  static func writeAll(
    _ bytes: RawSpan, to descriptor: Int32, of url: URL
  ) throws(FileFailure) {
    var written = 0
    while written < bytes.byteCount {
      // The pointer is used inside the closure, for the remaining bytes.
      let count = unsafe bytes.withUnsafeBytes { buffer in
        let left = unsafe UnsafeRawBufferPointer(rebasing: buffer[written...])
        return unsafe Glibc.write(descriptor, left.baseAddress, left.count)
      }
      if count < 0 {
        if errno == EINTR { continue }
        throw FileFailure(last: .write, url)
      }
      written += count
    }
  }

  /// Moves the folder `partial` to `url`, after all of its files were synced.
  ///
  /// If `url` exists, the two are swapped in one step and the old folder is removed. Its mode is
  /// kept, and its files that the program did not make are moved to the new one. If `url` is a link
  /// to a folder, the link is replaced and that folder stays.
  ///
  /// - Parameter isOwn: whether the program made the file at a path relative to the old folder.
  package static func replaceFolder(
    _ url: URL, with partial: URL, where isOwn: (_ path: String) -> Bool = { _ in true }
  ) throws(FileFailure) {
    guard exists(url) else {
      try syncFileSystem(of: partial)
      return try rename(partial, to: url)
    }
    guard isFolder(url) else { throw FileFailure(.create, url, code: ENOTDIR) }
    try keepOtherFiles(of: url, in: partial, where: isOwn)
    if let mode = mode(of: url) { _ = unsafe chmod(partial.path, mode) }
    try syncFileSystem(of: partial)
    if unsafe findie_exchange(AT_FDCWD, partial.path, url.path) == 0 {
      try syncFolder(url.deletingLastPathComponent())
      return try removeTemporary(partial)
    }
    guard errno == EINVAL || errno == ENOSYS else { throw FileFailure(last: .rename, url) }
    // The file system cannot swap: between the two renames there is no folder.
    let old = url.deletingLastPathComponent().appending(path: ".\(url.lastPathComponent).old")
    try removeTemporary(old)
    try rename(url, to: old)
    try rename(partial, to: url)
    try removeTemporary(old)
  }

  /// Renames a complete file, replacing any file with the new name. The rename is durable once the
  /// folder is synced.
  package static func move(_ file: URL, to url: URL) throws(FileFailure) {
    guard unsafe Glibc.rename(file.path, url.path) == 0 else {
      throw FileFailure(last: .rename, url)
    }
  }

  /// Syncs a file and drops it from the page cache: for large amounts that are read later.
  package static func evict(_ url: URL) throws(FileFailure) {
    let descriptor = unsafe Glibc.open(url.path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { throw FileFailure(last: .sync, url) }
    defer { close(descriptor) }
    guard fdatasync(descriptor) == 0 else { throw FileFailure(last: .sync, url) }
    // A hint: if it fails, the pages stay in the cache.
    _ = posix_fadvise(descriptor, 0, 0, POSIX_FADV_DONTNEED)
  }

  /// Syncs the whole file system of `folder`.
  package static func syncFileSystem(of folder: URL) throws(FileFailure) {
    let descriptor = unsafe Glibc.open(folder.path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard descriptor >= 0 else { throw FileFailure(last: .sync, folder) }
    let synced = findie_sync_file_system(descriptor)
    let code = errno
    close(descriptor)
    guard synced == 0 else { throw FileFailure(.sync, folder, code: code) }
  }

  /// Points the symbolic link `url` at `target`, in one step.
  package static func link(_ url: URL, to target: String) throws(FileFailure) {
    let partial = url.deletingLastPathComponent()
      .appending(path: ".\(url.lastPathComponent).\(getpid()).partial")
    unsafe unlink(partial.path)
    guard unsafe symlink(target, partial.path) == 0 else { throw FileFailure(last: .link, url) }
    do {
      try rename(partial, to: url)
    } catch {
      unsafe unlink(partial.path)
      throw error
    }
  }

  /// Creates a hard link to a file that is never written again. If the link would be on another
  /// disk, or the disk does not support hard links, the bytes are copied.
  package static func linkOrCopy(_ file: URL, to url: URL) throws(FileFailure) {
    if unsafe Glibc.link(file.path, url.path) == 0 { return }
    guard [EXDEV, EPERM, EMLINK, ENOTSUP, ENOSYS].contains(errno) else {
      throw FileFailure(last: .link, url)
    }
    try copy(file, to: url)
  }

  /// Copies a file to a path that does not exist.
  package static func copy(_ file: URL, to url: URL) throws(FileFailure) {
    do {
      try FileManager.default.copyItem(at: file, to: url)
    } catch {
      throw FileFailure(.write, url, code: error.posixCode)
    }
  }

  /// Creates one folder in an existing parent, for its owner only.
  ///
  /// - Returns: false if something has that name already.
  package static func createNewFolder(_ url: URL) throws(FileFailure) -> Bool {
    if unsafe mkdir(url.path, FileAccess.ownerOnly.folderMode) == 0 { return true }
    guard errno == EEXIST else { throw FileFailure(last: .create, url) }
    return false
  }

  /// Creates a folder and those above it; no error if it exists.
  ///
  /// - Parameter access: `ownerOnly` also changes an existing folder. Its parents are `shared`.
  package static func createFolder(
    _ folder: URL, access: FileAccess = .shared
  ) throws(FileFailure) {
    // A relative path has endless parents: "..", "../..", and so on.
    let url = folder.absoluteURL.standardizedFileURL
    if unsafe mkdir(url.path, access.folderMode) == 0 { return }
    let code = errno
    let parent = url.deletingLastPathComponent()
    switch code {
    case EEXIST where isFolder(url):
      // Fails if another user owns the folder; then that user decides.
      if access == .ownerOnly { _ = unsafe chmod(url.path, access.folderMode) }
    case ENOENT where parent.path.utf8.count < url.path.utf8.count:
      try createFolder(parent)
      guard unsafe mkdir(url.path, access.folderMode) == 0 || errno == EEXIST else {
        throw FileFailure(last: .create, url)
      }
    default: throw FileFailure(.create, url, code: code)
    }
  }

  /// Whether a folder is at `url`, or a link to one.
  package static func isFolder(_ url: URL) -> Bool { FileStatus(url)?.kind == .folder }

  /// The next bytes of an open descriptor; none at its end. Errors name `url`.
  package static func read(
    upTo count: Int, fromDescriptor descriptor: Int32, of url: URL
  ) throws(FileFailure) -> Data {
    var bytes = [UInt8](repeating: 0, count: count)
    while true {
      // The call fills at most `count` bytes of the array.
      let read = unsafe bytes.withUnsafeMutableBytes {
        unsafe Glibc.read(descriptor, $0.baseAddress, $0.count)
      }
      if read >= 0 { return Data(bytes[..<read]) }
      guard errno == EINTR else { throw FileFailure(last: .read, url) }
    }
  }

  /// The names in a folder, sorted, without hidden ones.
  package static func names(in folder: URL) throws(FileFailure) -> [String] {
    try list(folder).filter { !$0.hasPrefix(".") }.sortedByBytes
  }

  package static func exists(_ url: URL) -> Bool {
    FileManager.default.fileExists(atPath: url.path)
  }

  /// The free bytes for this user on the disk of `url`, or of the nearest existing folder above it;
  /// nil if the system cannot tell.
  package static func freeBytes(near url: URL) -> Int64? {
    var status = statvfs()
    // The call fills the struct it is given.
    guard unsafe statvfs(existing(near: url).path, &status) == 0 else { return nil }
    return Int64(status.f_bavail) * Int64(status.f_frsize)
  }

  static func rename(_ from: URL, to url: URL) throws(FileFailure) {
    guard unsafe Glibc.rename(from.path, url.path) == 0 else {
      throw FileFailure(last: .rename, url)
    }
    try syncFolder(url.deletingLastPathComponent())
  }

  static func syncFolder(_ folder: URL) throws(FileFailure) {
    let descriptor = unsafe Glibc.open(folder.path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard descriptor >= 0 else { throw FileFailure(last: .sync, folder) }
    defer { close(descriptor) }
    guard fsync(descriptor) == 0 else { throw FileFailure(last: .sync, folder) }
  }
}

extension Error {
  /// The system's error number behind one of Foundation's errors; EIO if there is none.
  var posixCode: Int32 {
    var current: NSError? = self as NSError
    while let error = current {
      if error.domain == NSPOSIXErrorDomain { return Int32(error.code) }
      // On Linux it is a POSIXError, which only `any Error` takes.
      current = (error.userInfo[NSUnderlyingErrorKey] as? any Error) as NSError?
    }
    switch (self as? CocoaError)?.code {
    case .fileNoSuchFile, .fileReadNoSuchFile: return ENOENT
    case .fileReadNoPermission, .fileWriteNoPermission: return EACCES
    case .fileWriteOutOfSpace: return ENOSPC
    default: return EIO
    }
  }
}
