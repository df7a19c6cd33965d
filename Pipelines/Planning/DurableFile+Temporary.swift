import FindieFiles
import Foundation

extension DurableFile {
  /// Hands a folder of its own to `body`, in the system's place for what does not last, and removes it.
  static func withTemporaryFolder<Result>(_ body: (URL) throws -> Result) throws -> Result {
    let place = FileManager.default.temporaryDirectory
    var number = ProcessInfo.processInfo.processIdentifier
    while try !createNewFolder(place.appending(path: "findie-\(number)")) { number += 1 }
    let folder = place.appending(path: "findie-\(number)")
    let result = Swift.Result { try body(folder) }
    try remove(folder)
    return try result.get()
  }
}
