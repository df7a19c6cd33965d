import Glibc

/// Transparent huge pages, which reduce TLB misses when rows are gathered from a large buffer.
enum HugePages {
  /// Requests huge pages. The system may ignore the request.
  ///
  /// - Parameter memory: a buffer that was not written to yet.
  static func request(for memory: UnsafeMutableRawBufferPointer) {
    let page = 1 << 21
    guard memory.count >= 2 * page, let start = memory.baseAddress else { return }
    // Only whole pages inside the buffer.
    let first = unsafe start.alignedUp(toMultipleOf: page)
    let count = unsafe (start + memory.count - first) / page * page
    unsafe _ = madvise(first, count, MADV_HUGEPAGE)
  }
}
