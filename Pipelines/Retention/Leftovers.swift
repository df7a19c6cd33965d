import FindieFiles
import FindieHistory
import Foundation

/// What runs that were killed left in a workspace and its reports: by their names nothing else.
struct Leftovers {
  let urls: [URL]

  /// - Precondition: the workspace's lock is held, so that nobody is still writing them.
  init(of night: Night) throws {
    var urls: [URL] = []
    // A published night is put in its place whole: nothing in it is half-written.
    try Leftovers.look(
      in: night.workspace, depth: 3, into: &urls,
      except: [night.published.appending(path: "current")])
    try Leftovers.look(in: night.reports, depth: 1, into: &urls)
    self.urls = try urls + night.history.stagings()
  }

  private static func look(
    in folder: URL, depth: Int, into urls: inout [URL], except: Set<URL> = []
  ) throws {
    guard depth > 0, DurableFile.exists(folder) else { return }
    for entry in try DurableFile.entries(of: folder) where !except.contains(entry.url) {
      if isLeftover(entry.url.lastPathComponent) {
        urls.append(entry.url)
      } else if entry.isFolder {
        try look(in: entry.url, depth: depth - 1, into: &urls, except: except)
      }
    }
  }

  private static func isLeftover(_ name: String) -> Bool {
    name == ".replay"
      || name.hasPrefix(".") && [".partial", ".old", ".probe"].contains { name.hasSuffix($0) }
  }

  /// Removes what was written to take the place of `url` by runs that were killed.
  static func remove(partialsOf url: URL) throws {
    let folder = url.deletingLastPathComponent()
    guard DurableFile.exists(folder) else { return }
    for entry in try DurableFile.entries(of: folder)
    where entry.url.lastPathComponent.hasPrefix(".\(url.lastPathComponent).")
      && isLeftover(entry.url.lastPathComponent)
    {
      try DurableFile.remove(entry.url)
    }
  }

  /// What `body` gives; where it fails, what it wrote to `partial` goes, so that a full disk has room for
  /// the record of it.
  static func avoided<Result>(at partial: URL, _ body: () throws -> Result) throws -> Result {
    do {
      return try body()
    } catch {
      let failure = error
      do {
        try DurableFile.remove(partial)
      } catch {
        // The next night removes it.
      }
      throw failure
    }
  }
}
