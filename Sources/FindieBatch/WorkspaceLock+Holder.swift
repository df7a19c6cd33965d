import FindieFiles
package import Foundation

extension WorkspaceLock {
  /// The process on this machine that holds a workspace now; nil where none does.
  ///
  /// It is read from the system's list of locks and takes none itself: a night that begins at the same
  /// instant does not notice.
  package static func holder(of workspace: URL) -> Int32? {
    do {
      let file = workspace.appending(path: ".lock")
      guard DurableFile.exists(file) else { return nil }
      let attributes = try FileManager.default.attributesOfItem(atPath: file.path)
      guard let number = attributes[.systemFileNumber] as? Int else { return nil }
      let locks = try String(contentsOfFile: "/proc/locks", encoding: .utf8)
      return holder(of: number, in: locks)
    } catch {
      return nil
    }
  }

  /// Who holds a workspace from another host, by a lease that has not run out by this host's clock; nil
  /// where nobody does. Nothing is written, as it is to compare the lease by the disk's own clock.
  package static func foreignHolder(of workspace: URL, now: Date) -> Owner? {
    do {
      guard let owner = try lastOwner(workspace), owner.host != host else { return nil }
      return try hasFreshLease(owner, workspace, now: { now }) ? owner : nil
    } catch {
      return nil
    }
  }

  /// As proc(5) says: `1: FLOCK ADVISORY WRITE 708 08:01:1234 0 EOF`, the last of the three being the
  /// file's number. A line with an arrow waits for a lock.
  static func holder(of number: Int, in locks: String) -> Int32? {
    for line in locks.split(separator: "\n") where !line.contains("->") {
      let words = line.split(separator: " ")
      guard words.count >= 6, words[1] == "FLOCK",
        words[5].split(separator: ":").last.map(String.init) == "\(number)"
      else { continue }
      return Int32(words[4])
    }
    return nil
  }
}
