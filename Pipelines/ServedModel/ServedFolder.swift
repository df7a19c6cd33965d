package import FindieDomain
import FindieFiles
package import FindieStore
package import FindieWorkspace
package import Foundation

/// Reads the folder of the published night.
///
/// ```swift
/// let (store, model) = try ServedFolder.read(workspace: warehouse) { ($0.store, try $0.model()) }
/// ```
///
/// `published/current` is resolved once, and all files are read from that folder. If the folder is
/// replaced during the read (the night was published again), everything is read again, so that all
/// data is from one night.
package struct ServedFolder {
  package let url: URL
  package let store: PublishedStore
  package let day: Day

  /// The result of `body`; it is called again if the folder was replaced.
  ///
  /// - Parameter lifetime: how long after the night's publication its lists expire.
  /// - Throws: `NotFound`, `ServedModelFailure.unstable`, and the errors of `body`.
  package static func read<Value>(
    workspace: Workspace, lifetime: ListLifetime = .standard, _ body: (ServedFolder) throws -> Value
  ) throws -> Value {
    let current = workspace.current
    for _ in 0..<attempts {
      let folder = current.resolvingSymlinksInPath()
      guard let before = try identity(of: folder) else {
        throw workspace.nothingPublished
      }
      let result = Result {
        let store = try PublishedStore(
          at: folder.appending(path: Workspace.storeName), lifetime: lifetime)
        return try body(ServedFolder(url: folder, store: store, day: store.night().day))
      }
      if try identity(of: folder) == before { return try result.get() }
    }
    throw ServedModelFailure.unstable(path: current.path)
  }

  private static let attempts = 4

  /// The models of the night.
  ///
  /// - Parameter hasAudiences: whether the audiences of games are wanted.
  package func model(hasAudiences: Bool = false) throws -> ServedModel {
    try ServedModel(folder: url, store: store, hasAudiences: hasAudiences)
  }

  /// Differs between a folder and its replacement; nil if there is none.
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
