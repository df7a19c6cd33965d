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
    return Resources(cpuSeconds: cpu, peakMemoryInBytes: usage.ru_maxrss * 1024)
  }

  /// How much memory the system could give without taking it from others; nil where it does not say.
  package static var availableMemoryInBytes: Int? {
    do {
      // In kilobytes, as proc(5) says.
      let text = try String(contentsOfFile: "/proc/meminfo", encoding: .utf8)
      return text.split(separator: "\n").lazy.filter { $0.hasPrefix("MemAvailable:") }
        .compactMap { $0.split(separator: " ").dropFirst().first.flatMap { Int($0) } }
        .first.map { $0 * 1024 }
    } catch {
      return nil
    }
  }

  /// Has the process keep memory that it has freed for its next need, for its whole life: columns come
  /// and go by the megabyte, and new memory costs more than memory that was used before.
  package static func keepFreedMemory() { findie_keep_freed_memory() }
}
