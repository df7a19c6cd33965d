public import Foundation
import GRDB

extension LivingStore {
  /// Copies a store as of one moment to `url`, where nothing is, and changes nothing beside it: another
  /// process may be writing it meanwhile.
  ///
  /// - Throws: `StoreFailure`.
  public static func copy(
    _ store: URL, to url: URL, patience: Double = 5
  ) throws(StoreFailure) {
    // A store that nobody has open is its one file. To open it would make a WAL beside it.
    if !isOpen(store) {
      do {
        try FileManager.default.copyItem(at: store, to: url)
        guard isOpen(store) else { return }
        try FileManager.default.removeItem(at: url)
      } catch {
        throw .notPermitted(path: url.path, detail: error.localizedDescription)
      }
    }
    var reading = Configuration()
    reading.readonly = true
    reading.busyMode = .timeout(patience)
    do {
      let source = try DatabaseQueue(path: store.path, configuration: reading)
      let copy = try DatabaseQueue(path: url.path)
      try source.backup(to: copy)
      try copy.close()
      try source.close()
    } catch {
      throw StoreFailure(error, path: store.path)
        ?? .failed(path: store.path, code: ResultCode.SQLITE_ERROR.rawValue, detail: "\(error)")
    }
  }

  private static func isOpen(_ store: URL) -> Bool {
    ["-wal", "-journal"].contains { FileManager.default.fileExists(atPath: store.path + $0) }
  }
}
