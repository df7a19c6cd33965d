import FindieFiles
package import Foundation

extension WorkspaceLock {
  /// The process that holds a workspace now; nil if there is none.
  ///
  /// It reads the system's list of locks and takes no lock itself, so it never disturbs a run that starts
  /// at the same moment.
  package static func holder(of workspace: URL) -> Int32? {
    do {
      let file = file(workspace)
      guard DurableFile.exists(file) else { return nil }
      let attributes = try FileManager.default.attributesOfItem(atPath: file.path)
      guard let number = attributes[.systemFileNumber] as? Int else { return nil }
      let locks = try String(contentsOfFile: "/proc/locks", encoding: .utf8)
      return holder(of: number, in: locks)
    } catch {
      return nil
    }
  }

  /// Finds a lock in the format of proc(5), `1: FLOCK ADVISORY WRITE 708 08:01:1234 0 EOF`. 1234 is the
  /// file's number. A line with an arrow waits for a lock.
  static func holder(of number: Int, in locks: String) -> Int32? {
    for line in locks.split(separator: "\n") where !line.contains("->") {
      let fields = line.split(separator: " ")
      guard fields.count >= 6, fields[1] == "FLOCK",
        fields[5].split(separator: ":").last.map(String.init) == "\(number)"
      else { continue }
      return Int32(fields[4])
    }
    return nil
  }
}
