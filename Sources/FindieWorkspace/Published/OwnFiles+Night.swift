package import Foundation

extension OwnFiles {
  /// For `published/<day>` or `<reports>/<day>`: the files that `SHA256SUMS` lists, that file
  /// itself, and those that every published night has.
  package static func ofNight(in folder: URL) -> (_ path: String) -> Bool {
    let listed = sums(in: folder)
    return { path in listed.contains(path) || isOfEveryNight(path) }
  }

  private static func sums(in folder: URL) -> Set<String> {
    do {
      return try Checksums(in: folder).map { Set($0.sums.keys) } ?? []
    } catch {
      // A damaged list names nothing, so the files stay.
      return []
    }
  }
}
