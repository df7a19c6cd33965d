package import Foundation
import GRDB

extension WorkspaceStore {
  /// Copies the store at `store` to `url`, where no file exists, without creating other files.
  /// Another process may write the store during the copy; the copy has the state of one moment.
  ///
  /// - Parameter lockTimeout: seconds to wait while another process holds the store.
  /// - Throws: `StoreFailure`.
  package static func copy(
    _ store: URL, to url: URL, lockTimeout: Double = 5
  ) throws(StoreFailure) {
    // A store that no process has open is a single file. Opening it would create a WAL.
    if !isOpen(store) {
      do {
        try FileManager.default.copyItem(at: store, to: url)
        guard isOpen(store) else { return }
        try FileManager.default.removeItem(at: url)
      } catch {
        throw .notPermitted(path: url.path, detail: error.localizedDescription)
      }
    }
    var readOnly = Configuration()
    readOnly.readonly = true
    readOnly.busyMode = .timeout(lockTimeout)
    do {
      let source = try DatabaseQueue(path: store.path, configuration: readOnly)
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
