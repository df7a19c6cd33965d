package import Foundation
import Glibc

/// A memory-mapped file: its bytes are read from the page cache without a copy.
///
/// For files of the workspace, which never change once they have their final name. If another
/// program truncates a mapped file, the process ends, so input files are not mapped.
///
/// A class, since it owns the mapping and several readers share it.
@safe package final class MappedFile: Sendable {
  package let count: Int
  /// The mapping's address, 0 for an empty file; a number can be passed between threads.
  private let address: UInt

  package init(_ url: URL) throws(FileFailure) {
    let descriptor = try DurableFile.open(reading: url)
    defer { close(descriptor) }
    guard let status = FileStatus(descriptor: descriptor) else {
      throw FileFailure(last: .read, url)
    }
    count = Int(status.size)
    guard count > 0 else {
      address = 0
      return
    }
    let mapping = unsafe mmap(nil, count, PROT_READ, MAP_PRIVATE, descriptor, 0)
    guard let mapping = unsafe mapping, unsafe mapping != MAP_FAILED else {
      throw FileFailure(last: .read, url)
    }
    address = UInt(bitPattern: mapping)
  }

  deinit {
    if let start = unsafe start { unsafe munmap(start, count) }
  }

  private var start: UnsafeMutableRawPointer? {
    unsafe UnsafeMutableRawPointer(bitPattern: address)
  }

  /// The file's bytes.
  package var bytes: RawSpan {
    @_lifetime(borrow self)
    get {
      guard let start = unsafe start else { return RawSpan() }
      // The mapping has `count` bytes for as long as this object lives.
      let span = unsafe RawSpan(_unsafeStart: UnsafeRawPointer(start), byteCount: count)
      return unsafe _overrideLifetime(span, borrowing: self)
    }
  }

  /// Advises the system that the pages read so far are not needed soon, so that they no longer
  /// count as memory of the process.
  package func release() {
    if let start = unsafe start { unsafe madvise(start, count, MADV_DONTNEED) }
  }
}
