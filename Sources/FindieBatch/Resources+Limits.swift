import Foundation
import Glibc

extension Resources {
  /// How much more memory this process could take: what the system could give without taking it from
  /// others, within the limits of its control groups (systemd's `MemoryMax`, a container's) and of its
  /// address space (`ulimit -v`). Nil where nothing says.
  package static var availableMemoryInBytes: Int? {
    ([systemMemory, addressSpace] + controlGroups).compactMap { $0 }.min().map { max(0, $0) }
  }

  /// The memory that this process has now.
  static var residentMemoryInBytes: Int {
    (number(after: "VmRSS:", in: "/proc/self/status") ?? 0) * 1024
  }

  private static var systemMemory: Int? {
    number(after: "MemAvailable:", in: "/proc/meminfo").map { $0 * 1024 }
  }

  /// How much this process may map (`ulimit -v`); nil where there is no bound.
  package static var addressSpaceLimitInBytes: Int? {
    var limit = rlimit()
    // The call fills the struct it is given.
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

  /// What is left of each group that this process is in, as cgroups(7) says of version 2.
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
      if let most = text(folder + "memory.max").flatMap({ Int($0.trimmed) }),
        let used = text(folder + "memory.current").flatMap({ Int($0.trimmed) })
      {
        left.append(most - used)
      }
      guard parts.popLast() != nil else { return left }
    }
  }

  /// A number of proc(5), by the name before it; memory is in kilobytes there.
  static func number(after name: String, in path: String) -> Int? {
    text(path)?.split(separator: "\n").lazy.filter { $0.hasPrefix(name) }
      .compactMap { $0.split(separator: " ").dropFirst().first.flatMap { Int($0) } }.first
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
