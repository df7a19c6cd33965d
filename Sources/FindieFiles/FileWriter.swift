import CLinuxFiles
package import Foundation
import Glibc

/// Writes a new file piece by piece: in place, for `DurableFile.move` to rename, or to replace
/// another file.
///
/// Not copyable, since it owns a descriptor.
package struct FileWriter: ~Copyable {
  private let url: URL
  private let descriptor: Int32
  /// Owns the descriptor of a file that replaces another one; nil when writing in place.
  private let partial: PartialFile?
  /// The file to be replaced.
  private var replaced: URL?

  package init(_ url: URL, access: FileAccess = .shared) throws(FileFailure) {
    self.url = url
    partial = nil
    descriptor = access.open(url.path, O_TRUNC)
    guard descriptor >= 0 else { throw FileFailure(last: .create, url) }
  }

  /// Writes under a temporary name until `replace` is called. Without that call, no file is left.
  ///
  /// Waits until no other process writes `url` in this way.
  package init(replacing url: URL, access: FileAccess = .shared) throws(FileFailure) {
    let partial = try PartialFile(of: url, access)
    self.url = partial.url
    descriptor = partial.descriptor
    replaced = url
    self.partial = consume partial
  }

  deinit {
    if replaced != nil { unsafe unlink(url.path) }
    if partial == nil { close(descriptor) }
  }

  /// Renames the complete file without waiting for the disk; nothing may be written after it.
  package mutating func replace() throws(FileFailure) {
    guard let replaced else { preconditionFailure("\(url.path) replaces no file") }
    partial?.keepMode()
    try DurableFile.move(url, to: replaced)
    self.replaced = nil
  }

  package mutating func write(_ bytes: RawSpan) throws(FileFailure) {
    try DurableFile.writeAll(bytes, to: descriptor, of: url)
  }

  /// Overwrites some of the bytes that were written.
  package mutating func rewrite(_ bytes: [UInt8], at offset: Int) throws(FileFailure) {
    guard lseek(descriptor, off_t(offset), SEEK_SET) >= 0 else {
      throw FileFailure(last: .write, url)
    }
    try write(bytes)
    guard lseek(descriptor, 0, SEEK_END) >= 0 else { throw FileFailure(last: .write, url) }
  }

  /// Starts writing the file back to disk, without waiting.
  package func startSync() {
    // A hint: if it fails, the later sync has more to write.
    _ = findie_start_sync(descriptor)
  }

  package mutating func write(_ bytes: [UInt8]) throws(FileFailure) {
    // Bytes have no padding.
    try write(unsafe bytes.span.bytes)
  }
}
