package import FindieFiles
package import Foundation

extension Workspace {
  /// The folder of `findie notify`.
  package var notify: URL { folder.appending(path: "notify") }

  /// The folder of `findie sync`.
  package var sync: URL { folder.appending(path: "sync") }

  /// Removes players from what `findie sync` and `findie notify` stored: wishlists, accounts, messages, and all
  /// answers about players, which the next synchronization requests again.
  func removeSynchronized(_ isForgotten: (String) -> Bool) throws {
    try removePersonalAnswers()
    // It names the players of uncertain messages.
    try DurableFile.remove(notify.appending(path: "run.json"))
    let files =
      ["wishlists", "wishlist-changes", "accounts", "deleted-accounts"].map {
        sync.appending(path: $0 + ".ndjson")
      }
      + ["outbox", "ledger", "removed-devices"].map { notify.appending(path: $0 + ".ndjson") }
    for file in files {
      guard DurableFile.exists(file.deletingLastPathComponent()) else { continue }
      // `findie sync` does not hold the workspace's lock.
      try DurableFile.update(file, access: .ownerOnly) { bytes in
        bytes.flatMap { Workspace.lines(of: $0, without: isForgotten) }
      }
    }
  }

  /// Removes the stored answers of partners about players.
  package func removePersonalAnswers() throws(FileFailure) {
    try DurableFile.removeFiles(
      in: sync.appending(path: "cache/personal"), where: OwnFiles.ofPersonalAnswers)
  }

  /// Nil if no line is about a forgotten player. A line that cannot be read may be about one.
  private static func lines(
    of bytes: [UInt8], without isForgotten: (String) -> Bool
  ) -> [UInt8]? {
    let lines = bytes.split(separator: UInt8(ascii: "\n"))
    let others = lines.filter { line in
      do {
        return try !isForgotten(JSONDecoder().decode(Line.self, from: Data(line)).userId)
      } catch {
        return false
      }
    }
    return others.count < lines.count
      ? Array(others.map { Array($0) + [UInt8(ascii: "\n")] }.joined()) : nil
  }

  private struct Line: Decodable {
    let userId: String
  }
}
