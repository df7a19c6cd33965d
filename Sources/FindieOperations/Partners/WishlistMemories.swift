import FindieDomain
import FindieFiles
import FindieIntegrations
import FindieWorkspace
import Foundation

/// The lists of each player when they were last merged.
struct WishlistMemories {
  var byUser: [ExactText: WishlistMerge.Memory] = [:]

  init() {}

  /// - Throws: `FileFailure`; `DamagedMemories` for a line that cannot be read.
  init(reading file: URL) throws {
    guard DurableFile.exists(file) else { return }
    for line in try DurableFile.read(file).split(separator: UInt8(ascii: "\n")) {
      do {
        let memory = try JSONDecoder().decode(WishlistMerge.Memory.self, from: Data(line))
        byUser[ExactText(memory.userId)] = memory
      } catch {
        throw DamagedMemories(path: file.path)
      }
    }
  }

  func write(to file: URL) throws(FileFailure) {
    let lines = byUser.sorted { $0.key < $1.key }.map { canonicalLine($0.value) }
    try DurableFile.write(lines.joined(), to: file, access: .ownerOnly)
  }
}

/// A damaged file of `WishlistMemories`.
struct DamagedMemories: Error, CustomStringConvertible {
  let path: String

  var description: String {
    "\(path) is damaged. Delete it: the next run merges all lists anew, and adds games again that players "
      + "removed in the app but not in the shop."
  }
}
