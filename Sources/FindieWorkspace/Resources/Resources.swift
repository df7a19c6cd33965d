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
    // `ru_maxrss` may be inherited from the parent process, if that one's is larger.
    let peak = number(after: "VmHWM:", in: "/proc/self/status") ?? usage.ru_maxrss
    return Resources(cpuSeconds: cpu, peakMemoryInBytes: peak * 1024)
  }

  /// Makes the allocator retain freed memory for reuse: columns are allocated and freed by the
  /// megabyte, and new memory costs more than reused memory.
  package static func retainFreedMemory() { findie_keep_freed_memory() }

  /// Returns retained memory to the system. Call it between two large computations.
  static func returnFreedMemory() { findie_give_back_freed_memory() }
}

extension Resources {
  /// The memory that this process can still allocate, in bytes: what the system has available,
  /// within the limits of its control groups (systemd's `MemoryMax`, a container's) and of its
  /// address space (`ulimit -v`). Nil if no source is readable.
  package static var availableMemoryInBytes: Int? {
    ([systemMemory, addressSpace] + controlGroups).compactMap { $0 }.min().map { max(0, $0) }
  }

  /// The resident memory of this process.
  static var residentMemoryInBytes: Int {
    (number(after: "VmRSS:", in: "/proc/self/status") ?? 0) * 1024
  }

  private static var systemMemory: Int? {
    number(after: "MemAvailable:", in: "/proc/meminfo").map { $0 * 1024 }
  }

  /// The limit of the address space (`ulimit -v`); nil if there is none.
  package static var addressSpaceLimitInBytes: Int? {
    var limit = rlimit()
    // The call fills the struct that it is given.
    guard unsafe getrlimit(__rlimit_resource_t(RLIMIT_AS.rawValue), &limit) == 0 else {
      return nil
    }
    return Int(exactly: limit.rlim_cur)
  }

  private static var addressSpace: Int? {
    guard let bytes = addressSpaceLimitInBytes,
      let used = number(after: "VmSize:", in: "/proc/self/status")
    else { return nil }
    return bytes - used * 1024
  }

  /// What is left in each control group of this process; see cgroups(7), version 2.
  private static var controlGroups: [Int?] {
    guard
      let line = text("/proc/self/cgroup")?.split(separator: "\n").first(where: {
        $0.hasPrefix("0::/")
      })
    else { return [] }
    var parts = line.dropFirst(4).split(separator: "/")
    var left: [Int?] = []
    while true {
      let folder = "/sys/fs/cgroup/" + parts.map { $0 + "/" }.joined()
      if let maximum = text(folder + "memory.max").flatMap({ Int($0.trimmed) }),
        let used = text(folder + "memory.current").flatMap({ Int($0.trimmed) })
      {
        left.append(maximum - used)
      }
      guard parts.popLast() != nil else { return left }
    }
  }

  /// A number in a file of proc(5), by the name before it. Memory is in kibibytes.
  static func number(after name: String, in path: String) -> Int? {
    text(path)?.utf8.split(separator: UInt8(ascii: "\n")).first { $0.starts(with: name.utf8) }
      .flatMap { $0.split(separator: UInt8(ascii: " ")).dropFirst().first }
      .flatMap { Int(Substring($0)) }
  }

  private static func text(_ path: String) -> String? {
    do {
      return try String(contentsOfFile: path, encoding: .utf8)
    } catch {
      return nil
    }
  }
}

extension String {
  fileprivate var trimmed: String { trimmingCharacters(in: .whitespacesAndNewlines) }
}

/// The memory that a run should stay within when it has a choice.
package struct MemoryBudget: Sendable, Equatable {
  /// The limit for the whole process; nil to use the memory that the system has.
  private let limitInBytes: Int?

  package init(limitInBytes: Int? = nil) {
    self.limitInBytes = limitInBytes
  }

  /// The memory that this process may still allocate; nil if it is not known.
  package var availableBytes: Int? {
    let own = limitInBytes.map { max(0, $0 - Resources.residentMemoryInBytes) }
    return [own, Resources.availableMemoryInBytes].compactMap(\.self).min()
  }
}
