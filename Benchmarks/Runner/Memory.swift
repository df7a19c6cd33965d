import Glibc

/// The memory of this process.
enum Memory {
  /// The peak resident memory, in bytes.
  static var peak: Int {
    var usage = rusage()
    // The call fills the struct that it is given.
    unsafe _ = getrusage(__rusage_who_t(RUSAGE_SELF.rawValue), &usage)
    return usage.ru_maxrss * 1024
  }
}
