package import Foundation

extension DurableFile {
  /// Passes a new folder in the system's temporary folder to `body`, then removes it.
  package static func withTemporaryFolder<Result>(_ body: (URL) throws -> Result) throws -> Result {
    let parent = FileManager.default.temporaryDirectory
    var number = ProcessInfo.processInfo.processIdentifier
    while try !createNewFolder(parent.appending(path: "findie-\(number)")) { number += 1 }
    let folder = parent.appending(path: "findie-\(number)")
    let result = Swift.Result { try body(folder) }
    try removeTemporary(folder)
    return try result.get()
  }
}
