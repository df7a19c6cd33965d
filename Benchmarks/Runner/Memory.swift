import Glibc

/// What the kernel knows of this process' memory.
enum Memory {
  /// The highest that was in use at once, in bytes.
  static var peak: Int {
    var usage = rusage()
    // The kernel fills in the struct that is handed over.
    unsafe _ = getrusage(__rusage_who_t(RUSAGE_SELF.rawValue), &usage)
    return usage.ru_maxrss * 1024
  }
}
