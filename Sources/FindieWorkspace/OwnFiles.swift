import FindieDomain
import FindieFiles
import Foundation

/// Recognizes by name which files of a workspace and its reports the program made. Only these are
/// removed; other files stay where they are.
package enum OwnFiles {
  /// The name of the list of a night's files with their checksums.
  static let checksumsName = "SHA256SUMS"
  /// The name of the requests to forget players in a night's folder. It changes when the night does
  /// not, so that it has no checksum.
  package static let requestsName = ".forgotten.json"
  /// What a night was built from, and how good its lists were. They are no list of the night, and
  /// have no checksum in `SHA256SUMS`: they name the workspace and that file's checksum.
  package static let (recipeName, healthName) = (".recipe.json", ".health.json")
  /// What rollbacks removed from a night (`RemovedFromNight`).
  static let removedName = ".removed.json"
  /// The catalogue that a night's models were trained on, if it is not the night's own.
  package static let anchorName = "model/anchor.sqlite"
  /// The start of the names of what an anchor's training made (`.anchor-tuning.artifact`). They are
  /// artifacts of one workspace, and have their own checksums.
  package static let anchorPrefix = ".anchor-"

  /// The folder with what the operator's own model says about players.
  package static let suggestionsFolder = "suggestions"

  /// What studios' reports of closed weeks compare with, likewise.
  package static let closedWeeksName = "model/.closed-weeks.artifact"

  /// Whether `SHA256SUMS` does not list a file of a night's folder.
  package static func isUnlisted(_ path: String) -> Bool {
    [checksumsName, requestsName, recipeName, healthName, removedName, closedWeeksName]
      .contains(path)
      || path.hasPrefix("model/\(anchorPrefix)")
  }

  /// Whether a hidden file belongs to a night, whatever subfolder it is in.
  package static func isOfNight(hidden name: String) -> Bool {
    [recipeName, healthName, removedName].contains(name) || name.hasPrefix(anchorPrefix)
      || "model/\(name)" == closedWeeksName
  }

  /// The lists of a night, besides the players'.
  package static let lists = [
    "similar.ndjson", "trending.ndjson", "popular.ndjson", "new-releases.ndjson",
    "announced.ndjson", "price-drops.ndjson", "audiences.ndjson",
  ]
  private static let playersLists = ["recommendations", "rows"].flatMap {
    [$0 + ".ndjson", $0 + ".ndjson.zst"]
  }

  /// Whether a path is one that every published night has.
  static func isOfEveryNight(_ path: String) -> Bool {
    let names = path.split(separator: "/")
    switch names.count {
    case 1:
      return isUnlisted(path) || path == Workspace.storeName
        || (lists + playersLists).contains(path)
    case 2:
      return path == anchorName
        || ["model", "held-out", suggestionsFolder].contains(String(names[0]))
          && path.hasSuffix(".artifact")
    default: return false
    }
  }

  /// Whether a folder is empty or has a night's lists, store or list of checksums. Otherwise it
  /// only has files of other programs.
  static func isNight(_ folder: URL) throws(FileFailure) -> Bool {
    guard DurableFile.isFolder(folder) else { return false }
    let names = try DurableFile.list(folder)
    return names.isEmpty || names.contains(where: isOfEveryNight)
  }

  /// For `runs/<day>`.
  package static func ofRun(_ path: String) -> Bool {
    // Earlier versions wrote `trace.json`.
    ["run.json", "health.json", "recipe.json", "trace.json"].contains(whole(path))
  }

  /// For `quarantine/<day>`.
  static func ofQuarantine(_ path: String) -> Bool {
    !path.contains("/") && path.hasSuffix(".ndjson") || whole(path).hasSuffix(".ndjson")
  }

  /// For a folder of artifacts.
  package static func ofArtifacts(_ path: String) -> Bool {
    let name = whole(path)
    return [
      Workspace.catalogueSourcesName, Workspace.storedPlayersName, Workspace.suggestionsName,
    ].contains(name)
      || name.hasSuffix(".artifact") && name.utf8.allSatisfy(isOfStage)
  }

  private static func isOfStage(_ byte: UInt8) -> Bool {
    (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte) || [0x2D, 0x2E].contains(byte)
  }

  /// For `sync/cache/personal`: `3f/3f…`, named by 64 hexadecimal digits, and `.failed` if the
  /// request failed.
  static func ofPersonalAnswers(_ path: String) -> Bool {
    let names = path.split(separator: "/")
    guard names.count == 2 else { return false }
    let name = whole(String(names[1]))
    let digits = name.hasSuffix(".failed") ? name.dropLast(".failed".count) : name[...]
    return digits.utf8.count == 64 && digits.hasPrefix(names[0])
      && digits.utf8.allSatisfy(isHexadecimal)
  }

  private static func isHexadecimal(_ byte: UInt8) -> Bool {
    (0x30...0x39).contains(byte) || (0x61...0x66).contains(byte)
  }

  /// The name of the file that a temporary file replaces: `.run.json.partial` replaces `run.json`.
  /// Other names are returned unchanged.
  private static func whole(_ name: String) -> String {
    name.hasPrefix(".") && name.hasSuffix(".partial") && name.utf8.count > ".partial".utf8.count + 1
      ? String(name.dropFirst().dropLast(".partial".count)) : name
  }

  /// Whether a name is that of a temporary file or folder that only the program writes to:
  /// `.2026-03-31.partial`, `.2026-03-31.old`, `.run.json.partial`.
  static func isTemporary(_ name: String) -> Bool {
    guard name.hasPrefix("."), let end = name.lastIndex(of: "."), end > name.startIndex else {
      return false
    }
    let stem = name[name.index(after: name.startIndex)..<end]
    switch name[end...] {
    case ".old": return Day(String(stem)) != nil
    case ".partial":
      return Day(String(stem)) != nil || stem == "current"
        || Day(String(stem.prefix { $0 != "." })) != nil && stem.hasSuffix(".old")
        || [".json", ".ndjson", ".artifact", ".prom", ".failed", ".html"].contains {
          stem.hasSuffix($0)
        }
        || stem.utf8.count == 64 && stem.utf8.allSatisfy(isHexadecimal)
    default: return false
    }
  }
}
