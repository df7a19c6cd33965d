package import FindieDomain
import FindieFiles
package import FindieStore
package import Foundation

/// The folder of the night that is served, while it is read.
///
/// ```swift
/// let (store, model) = try ServedFolder.read(workspace: warehouse) { ($0.store, try $0.model()) }
/// ```
///
/// `published/current` is resolved once, and all files come from the folder that it named. Where that
/// folder is exchanged meanwhile (the night was published anew), everything is read again: nothing is
/// ever half of one night and half of another.
package struct ServedFolder {
  package let url: URL
  package let store: PublishedStore
  package let day: Day

  /// What `body` makes of the folder; it is called again where the folder was exchanged.
  ///
  /// - Parameter lifetime: how long after the night's publication its lists expire.
  /// - Throws: `NothingPublished` where no night is, `ServedModelFailure.restless`, and what `body` does.
  package static func read<Value>(
    workspace: URL, lifetime: ListLifetime = .usual, _ body: (ServedFolder) throws -> Value
  ) throws -> Value {
    let current = workspace.appending(path: "published/current")
    for _ in 0..<attempts {
      let place = current.resolvingSymlinksInPath()
      guard let before = try identity(of: place) else {
        throw NothingPublished(
          "no night was published in \(workspace.path) yet; run `findie run nightly` first, or name "
            + "another --workspace")
      }
      let result = Result {
        let store = try PublishedStore(
          at: place.appending(path: "findie.sqlite"), lifetime: lifetime)
        return try body(ServedFolder(url: place, store: store, day: store.night().day))
      }
      if try identity(of: place) == before { return try result.get() }
    }
    throw ServedModelFailure.restless(path: current.path)
  }

  private static let attempts = 4

  /// What the night learned.
  package func model() throws -> ServedModel { try ServedModel(folder: url, store: store) }

  /// What tells a folder from another of its name; nil where there is none.
  private static func identity(of folder: URL) throws -> Identity? {
    guard DurableFile.exists(folder) else { return nil }
    let attributes = try FileManager.default.attributesOfItem(atPath: folder.path)
    return Identity(
      number: attributes[.systemFileNumber] as? Int,
      changed: attributes[.modificationDate] as? Date)
  }

  private struct Identity: Equatable {
    let number: Int?
    let changed: Date?
  }
}
