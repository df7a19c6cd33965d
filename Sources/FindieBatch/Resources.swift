import CLinuxFiles
import Foundation
import Glibc

/// What this process has used so far.
package struct Resources: Sendable {
  /// Processor time of all threads, in seconds.
  package let cpuSeconds: Double
  /// The highest resident memory so far.
  package let peakMemoryInBytes: Int

  package static var used: Resources {
    var usage = rusage()
    // The call fills the struct it is given.
    unsafe getrusage(__rusage_who_t(RUSAGE_SELF.rawValue), &usage)
    let cpu = [usage.ru_utime, usage.ru_stime].reduce(0.0) {
      $0 + Double($1.tv_sec) + Double($1.tv_usec) / 1e6
    }
    // `ru_maxrss` is that of the process which began this one, where that was larger.
    let peak = number(after: "VmHWM:", in: "/proc/self/status") ?? usage.ru_maxrss
    return Resources(cpuSeconds: cpu, peakMemoryInBytes: peak * 1024)
  }

  /// Has the process keep memory that it has freed for its next need: columns come and go by the
  /// megabyte, and new memory costs more than memory that was used before.
  package static func keepFreedMemory() { findie_keep_freed_memory() }

  /// Has the system take back what was freed and kept: for between two large computations.
  static func giveBackFreedMemory() { findie_give_back_freed_memory() }
}
