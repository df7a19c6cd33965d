import FindieFiles
package import Foundation

extension Workspace {
  /// The folder of `findie sync`.
  package var sync: URL { folder.appending(path: "sync") }

  /// Removes players from what `findie sync` stored: their wishlists and accounts, and all answers about players, which
  /// the next synchronization requests again.
  func removeSynchronized(_ isForgotten: (String) -> Bool) throws(FileFailure) {
    try DurableFile.remove(sync.appending(path: "cache/personal"))
    let names = ["wishlists", "wishlist-changes", "accounts", "deleted-accounts"]
    for name in names.map({ $0 + ".ndjson" }) {
      let file = sync.appending(path: name)
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
