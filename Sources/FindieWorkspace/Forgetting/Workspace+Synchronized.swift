import FindieFiles
package import Foundation

extension Workspace {
  /// The folder of `findie notify`.
  package var notify: URL { folder.appending(path: "notify") }

  /// The folder of `findie sync`.
  package var sync: URL { folder.appending(path: "sync") }

  /// Removes players from what `findie sync` and `findie notify` stored: wishlists, accounts, messages, and all
  /// answers about players, which the next synchronization requests again.
  func removeSynchronized(_ isForgotten: (String) -> Bool) throws(FileFailure) {
    try DurableFile.remove(sync.appending(path: "cache/personal"))
    // It names the players of uncertain messages.
    try DurableFile.remove(notify.appending(path: "run.json"))
    let files =
      ["wishlists", "wishlist-changes", "accounts", "deleted-accounts"].map {
        sync.appending(path: $0 + ".ndjson")
      }
      + ["outbox", "ledger", "removed-devices"].map { notify.appending(path: $0 + ".ndjson") }
    for file in files {
      guard DurableFile.exists(file) else { continue }
      let lines = try DurableFile.read(file).split(separator: UInt8(ascii: "\n"))
      let others = lines.filter { line in
        do {
          return try !isForgotten(JSONDecoder().decode(Line.self, from: Data(line)).userId)
        } catch {
          return false
        }
      }
      guard others.count < lines.count else { continue }
      try DurableFile.write(
        Array(others.map { Array($0) + [UInt8(ascii: "\n")] }.joined()), to: file,
        access: .ownerOnly)
    }
  }

  private struct Line: Decodable {
    let userId: String
  }
}
