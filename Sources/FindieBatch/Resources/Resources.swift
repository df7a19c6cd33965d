import CLinuxFiles
import Foundation
import Glibc

/// The resources that this process has used.
package struct Resources: Sendable {
  /// Processor time of all threads, in seconds.
  package let cpuSeconds: Double
  /// The peak resident memory.
  package let peakMemoryInBytes: Int

  package static var used: Resources {
    var usage = rusage()
    // The call fills the struct that it is given.
    unsafe getrusage(__rusage_who_t(RUSAGE_SELF.rawValue), &usage)
    let seconds: (timeval) -> Double = { Double($0.tv_sec) + Double($0.tv_usec) / 1e6 }
    let cpu: Double = seconds(usage.ru_utime) + seconds(usage.ru_stime)
    // `ru_maxrss` can be that of the parent process, which this one inherits if it is larger.
    let peak = number(after: "VmHWM:", in: "/proc/self/status") ?? usage.ru_maxrss
    return Resources(cpuSeconds: cpu, peakMemoryInBytes: peak * 1024)
  }

  /// Makes the allocator retain freed memory for reuse: columns are allocated and freed by the megabyte,
  /// and new memory costs more than reused memory.
  package static func retainFreedMemory() { findie_keep_freed_memory() }

  /// Returns retained memory to the system. Call it between two large computations.
  static func returnFreedMemory() { findie_give_back_freed_memory() }
}
