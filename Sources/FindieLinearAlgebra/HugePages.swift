import Glibc

/// Large memory in large pages, where the system gives them on request: rows that are gathered from
/// all over it find their addresses faster.
enum HugePages {
  /// Asks for them. It is a wish: where it is not heard, nothing is lost.
  ///
  /// - Parameter memory: not yet touched.
  static func ask(for memory: UnsafeMutableRawBufferPointer) {
    let page = 1 << 21
    guard memory.count >= 2 * page, let start = memory.baseAddress else { return }
    // Only whole large pages within the memory are named.
    let first = unsafe start.alignedUp(toMultipleOf: page)
    let count = unsafe (start + memory.count - first) / page * page
    unsafe _ = madvise(first, count, MADV_HUGEPAGE)
  }
}
