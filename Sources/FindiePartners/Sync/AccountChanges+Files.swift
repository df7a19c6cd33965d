import FindieFiles
import FindieWorkspace
import Foundation

extension AccountChanges {
  private struct Line: Codable {
    let userId: String
  }

  /// The accounts that the last synchronization wrote.
  ///
  /// - Throws: `FileFailure`; `DecodingError` for a damaged file.
  init(reading folder: SyncFolder) throws {
    func ids(_ file: URL) throws -> [String] {
      try DurableFile.lines(of: file).map { try JSONDecoder().decode(Line.self, from: $0).userId }
    }
    self.init(current: try ids(folder.accounts), deleted: try ids(folder.deletedAccounts))
  }

  /// Writes the deleted accounts first: after an interruption, the next run finds them again.
  func write(to folder: SyncFolder) throws(FileFailure) {
    for (ids, file) in [(deleted, folder.deletedAccounts), (current, folder.accounts)] {
      try DurableFile.write(
        ids.map { canonicalLine(Line(userId: $0)) }.joined(), to: file, access: .ownerOnly)
    }
  }
}
