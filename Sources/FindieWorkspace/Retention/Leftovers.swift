import FindieDomain
import FindieFiles
import FindieHistory
package import Foundation

/// The temporary files and folders that crashed runs left in a workspace and its reports.
package struct Leftovers {
  let urls: [URL]

  /// - Precondition: the workspace's lock is held, so that no run is still writing them.
  init(of workspace: Workspace) throws {
    var urls: [URL] = []
    try Self.search(
      in: workspace.folder, depth: 3, into: &urls, except: [workspace.current])
    try Self.search(in: workspace.reports, depth: 1, into: &urls)
    self.urls = try urls + workspace.history.stagings()
  }

  private static func search(
    in folder: URL, depth: Int, into urls: inout [URL], except: Set<URL> = []
  ) throws {
    guard depth > 0, DurableFile.exists(folder) else { return }
    for entry in try DurableFile.entries(of: folder) where !except.contains(entry.url) {
      let name = entry.url.lastPathComponent
      if OwnFiles.isTemporary(name) {
        // A login or a synchronization may be writing it, without the workspace's lock.
        if !DurableFile.isBeingWritten(entry.url) { urls.append(entry.url) }
      } else if entry.isFolder {
        try search(in: entry.url, depth: depth - 1, into: &urls, except: except)
      }
    }
  }

  /// Puts back the nights or reports in a folder that a crashed run had moved aside to replace them
  /// (`DurableFile.replaceFolder`, on a file system that cannot swap folders).
  ///
  /// - Precondition: the lock of the folder's workspace is held.
  package static func putBackReplaced(in folder: URL) throws {
    guard DurableFile.isFolder(folder) else { return }
    for entry in try DurableFile.entries(of: folder) {
      let name = entry.url.lastPathComponent
      guard name.hasPrefix("."), name.hasSuffix(".old"),
        let day = Day(String(name.dropFirst().dropLast(".old".count)))
      else { continue }
      let night = folder.appending(path: day.description)
      if !DurableFile.exists(night) { try DurableFile.move(entry.url, to: night) }
    }
  }

  /// Removes a leftover. From stagings, only files that the program made.
  static func remove(_ url: URL) throws {
    OwnFiles.isTemporary(url.lastPathComponent)
      ? try DurableFile.removeLeftover(url) : try History.removeStaging(url)
  }

  /// Removes the partial files that crashed runs had meant to replace `url` with.
  package static func remove(partialsOf url: URL) throws {
    let folder = url.deletingLastPathComponent()
    guard DurableFile.exists(folder) else { return }
    for entry in try DurableFile.entries(of: folder)
    where entry.url.lastPathComponent.hasPrefix(".\(url.lastPathComponent).")
      && OwnFiles.isTemporary(entry.url.lastPathComponent)
    {
      try DurableFile.removeLeftover(entry.url)
    }
  }

  /// Calls `body`. If it fails, `partial` is removed, so that a full disk has space for the run's
  /// record.
  package static func removing<Result>(at partial: URL, _ body: () throws -> Result) throws
    -> Result
  {
    do {
      return try body()
    } catch {
      let failure = error
      do {
        try DurableFile.removeTemporary(partial)
      } catch {
        // The next run removes it.
      }
      throw failure
    }
  }
}
