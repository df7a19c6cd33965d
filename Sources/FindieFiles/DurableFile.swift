import CLinuxFiles
package import Foundation
import Glibc

/// Files that exist only whole: written beside their place, synced to the disk, then renamed.
package enum DurableFile {
  /// Writes `bytes` to `url`, replacing what is there. A reader sees the old file or the new one.
  package static func write(_ bytes: some Collection<UInt8>, to url: URL) throws(FileFailure) {
    try write(pieces: CollectionOfOne(bytes), to: url)
  }

  /// As `write`, of bytes that are in memory in pieces.
  package static func write(
    pieces: some Collection<some Collection<UInt8>>, to url: URL
  ) throws(FileFailure) {
    try createFolder(url.deletingLastPathComponent())
    let partial = url.deletingLastPathComponent()
      .appending(path: ".\(url.lastPathComponent).partial")
    do {
      try write(pieces, to: partial, flags: O_TRUNC, syncing: true)
      try rename(partial, to: url)
    } catch {
      unsafe unlink(partial.path)
      throw error
    }
  }

  package static func write(_ text: String, to url: URL) throws(FileFailure) {
    try write(text.utf8, to: url)
  }

  /// Writes `bytes` where a person said: through a link to the file that it names, and into what is no
  /// file, such as a pipe or a terminal, which is never replaced.
  package static func deliver(
    _ bytes: some Collection<UInt8>, to url: URL
  ) throws(FileFailure) {
    if status(of: url).map({ $0.st_mode & S_IFMT != S_IFREG }) ?? false {
      try write(CollectionOfOne(bytes), to: url, flags: 0, syncing: false)
    } else {
      try write(bytes, to: url.resolvingSymlinksInPath())
    }
  }

  /// Writes `bytes` to what is open, which errors call by `url`.
  package static func write(
    _ bytes: some Collection<UInt8>, toDescriptor descriptor: Int32, of url: URL
  ) throws(FileFailure) {
    // Bytes have no padding.
    try writeAll(unsafe ContiguousArray(bytes).span.bytes, to: descriptor, of: url)
  }

  /// Writes `bytes` to `url` in place: for a file inside a folder that is itself put in its place
  /// whole, by `replaceFolder`.
  package static func writePlainly(
    _ bytes: some Collection<UInt8>, to url: URL, syncing: Bool = false
  ) throws(FileFailure) {
    try write(CollectionOfOne(bytes), to: url, flags: O_TRUNC, syncing: syncing)
  }

  /// As `writePlainly`, after what the file holds already.
  package static func append(_ bytes: some Collection<UInt8>, to url: URL) throws(FileFailure) {
    try write(CollectionOfOne(bytes), to: url, flags: O_APPEND, syncing: false)
  }

  private static func write(
    _ pieces: some Collection<some Collection<UInt8>>, to url: URL, flags: CInt, syncing: Bool
  ) throws(FileFailure) {
    let descriptor = unsafe open(url.path, O_WRONLY | O_CREAT | O_CLOEXEC | flags, 0o644)
    guard descriptor >= 0 else { throw FileFailure(last: .create, url) }
    defer { close(descriptor) }
    for bytes in pieces {
      // Bytes have no padding.
      try writeAll(unsafe ContiguousArray(bytes).span.bytes, to: descriptor, of: url)
    }
    if syncing, fsync(descriptor) != 0 { throw FileFailure(last: .sync, url) }
  }

  /// Writes all of `bytes` at a descriptor's place, in as many calls as it takes.
  static func writeAll(
    _ bytes: RawSpan, to descriptor: Int32, of url: URL
  ) throws(FileFailure) {
    var written = 0
    while written < bytes.byteCount {
      // The pointer is used inside the closure, for the bytes that are left.
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

  /// Puts the folder `partial` in the place of `url`, all files of it synced first.
  ///
  /// Where `url` exists it is swapped out in one step and then removed.
  package static func replaceFolder(_ url: URL, with partial: URL) throws(FileFailure) {
    try syncFileSystem(of: partial)
    guard exists(url) else { return try rename(partial, to: url) }
    if unsafe findie_exchange(AT_FDCWD, partial.path, url.path) == 0 {
      try syncFolder(url.deletingLastPathComponent())
      return try remove(partial)
    }
    guard errno == EINVAL || errno == ENOSYS else { throw FileFailure(last: .rename, url) }
    // A file system that cannot swap: for the moment between two renames nothing is there.
    let old = url.deletingLastPathComponent().appending(path: ".\(url.lastPathComponent).old")
    try remove(old)
    try rename(url, to: old)
    try rename(partial, to: url)
    try remove(old)
  }

  /// Gives a file that is whole another name, replacing what has it. It lasts once the folder is
  /// brought to the disk.
  package static func move(_ file: URL, to url: URL) throws(FileFailure) {
    guard unsafe Glibc.rename(file.path, url.path) == 0 else {
      throw FileFailure(last: .rename, url)
    }
  }

  /// Brings a file to the disk and has the system forget its copy in memory, for what is written in
  /// masses and read later.
  package static func evict(_ url: URL) throws(FileFailure) {
    let descriptor = unsafe open(url.path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { throw FileFailure(last: .sync, url) }
    defer { close(descriptor) }
    guard fdatasync(descriptor) == 0 else { throw FileFailure(last: .sync, url) }
    // A hint: where it fails, the copy stays.
    _ = posix_fadvise(descriptor, 0, 0, POSIX_FADV_DONTNEED)
  }

  /// Brings everything of the file system that holds `folder` to the disk.
  package static func syncFileSystem(of folder: URL) throws(FileFailure) {
    let descriptor = unsafe open(folder.path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard descriptor >= 0 else { throw FileFailure(last: .sync, folder) }
    let synced = findie_sync_file_system(descriptor)
    let code = errno
    close(descriptor)
    guard synced == 0 else { throw FileFailure(.sync, folder, code: code) }
  }

  /// Makes the symbolic link `url` point at `target`, in one step.
  package static func link(_ url: URL, to target: String) throws(FileFailure) {
    let partial = url.deletingLastPathComponent()
      .appending(path: ".\(url.lastPathComponent).partial")
    unsafe unlink(partial.path)
    guard unsafe symlink(target, partial.path) == 0 else { throw FileFailure(last: .link, url) }
    do {
      try rename(partial, to: url)
    } catch {
      unsafe unlink(partial.path)
      throw error
    }
  }

  /// Gives a file that nobody will write again a second name; where that name lies on another disk, or
  /// the disk knows no such names, its bytes are copied.
  package static func linkOrCopy(_ file: URL, to url: URL) throws(FileFailure) {
    if unsafe Glibc.link(file.path, url.path) == 0 { return }
    guard [EXDEV, EPERM, EMLINK, ENOTSUP, ENOSYS].contains(errno) else {
      throw FileFailure(last: .link, url)
    }
    try copy(file, to: url)
  }

  /// Copies a file's bytes to a place where nothing is.
  package static func copy(_ file: URL, to url: URL) throws(FileFailure) {
    do {
      try FileManager.default.copyItem(at: file, to: url)
    } catch {
      throw FileFailure(.write, url, code: error.posixCode)
    }
  }

  /// Makes one folder, whose parent is there.
  ///
  /// - Returns: false where something has that name already.
  package static func createNewFolder(_ url: URL) throws(FileFailure) -> Bool {
    if unsafe mkdir(url.path, 0o755) == 0 { return true }
    guard errno == EEXIST else { throw FileFailure(last: .create, url) }
    return false
  }

  /// Makes a folder, and those above it; no error where it is there.
  package static func createFolder(_ place: URL) throws(FileFailure) {
    // A relative path has no end of folders above it: "..", "../..", and so on.
    let url = place.absoluteURL.standardizedFileURL
    if unsafe mkdir(url.path, 0o755) == 0 { return }
    let code = errno
    let parent = url.deletingLastPathComponent()
    switch code {
    case EEXIST where isFolder(url): return
    case ENOENT where parent.path.utf8.count < url.path.utf8.count:
      try createFolder(parent)
      guard unsafe mkdir(url.path, 0o755) == 0 || errno == EEXIST else {
        throw FileFailure(last: .create, url)
      }
    default: throw FileFailure(.create, url, code: code)
    }
  }

  private static func isFolder(_ url: URL) -> Bool {
    var isFolder: ObjCBool = false
    let exists = unsafe FileManager.default.fileExists(atPath: url.path, isDirectory: &isFolder)
    return exists && isFolder.boolValue
  }

  /// Removes a file or a folder with all in it; no error where there is none.
  package static func remove(_ url: URL) throws(FileFailure) {
    do {
      try FileManager.default.removeItem(at: url)
    } catch {
      guard exists(url) else { return }
      throw FileFailure(.remove, url, code: error.posixCode)
    }
  }

  /// All bytes of a file, or of a pipe to its end.
  package static func read(_ url: URL) throws(FileFailure) -> [UInt8] {
    do {
      let file = try FileHandle(forReadingFrom: url)
      return try [UInt8](file.readToEnd() ?? Data())
    } catch {
      throw FileFailure(.read, url, code: error.posixCode)
    }
  }

  /// The names in a folder, sorted; hidden ones left out.
  package static func names(in folder: URL) throws(FileFailure) -> [String] {
    do {
      return try FileManager.default.contentsOfDirectory(atPath: folder.path)
        .filter { !$0.hasPrefix(".") }.sorted()
    } catch {
      throw FileFailure(.list, folder, code: error.posixCode)
    }
  }

  /// The paths of all files below a folder, from there, sorted.
  package static func files(below folder: URL) throws(FileFailure) -> [String] {
    do {
      return try FileManager.default.subpathsOfDirectory(atPath: folder.path)
        .filter { !isFolder(folder.appending(path: $0)) }.sorted()
    } catch {
      throw FileFailure(.list, folder, code: error.posixCode)
    }
  }

  package static func exists(_ url: URL) -> Bool {
    FileManager.default.fileExists(atPath: url.path)
  }

  /// The bytes that this user may still write on the disk of `url`, or of the nearest folder above it
  /// that exists; nil where the system cannot say.
  package static func freeBytes(near url: URL) -> Int64? {
    var folder = url.standardizedFileURL
    while !exists(folder), folder.pathComponents.count > 1 { folder.deleteLastPathComponent() }
    var status = statvfs()
    // The call fills the struct it is given.
    guard unsafe statvfs(folder.path, &status) == 0 else { return nil }
    return Int64(status.f_bavail) * Int64(status.f_frsize)
  }

  private static func rename(_ from: URL, to url: URL) throws(FileFailure) {
    guard unsafe Glibc.rename(from.path, url.path) == 0 else {
      throw FileFailure(last: .rename, url)
    }
    try syncFolder(url.deletingLastPathComponent())
  }

  private static func syncFolder(_ folder: URL) throws(FileFailure) {
    let descriptor = unsafe open(folder.path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard descriptor >= 0 else { throw FileFailure(last: .sync, folder) }
    defer { close(descriptor) }
    guard fsync(descriptor) == 0 else { throw FileFailure(last: .sync, folder) }
  }
}

extension Error {
  /// The system's error number behind one of Foundation's errors, EIO where there is none.
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
