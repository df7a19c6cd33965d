import FindieDomain
import FindieFiles
import Foundation

/// Which files in the folders of a workspace and its reports the program made, by their names. It removes only these:
/// other files stay where they are.
package enum OwnFiles {
  /// The name of the list of a night's files with their checksums.
  static let checksumsName = "SHA256SUMS"

  private static let lists: Set = [
    "recommendations.ndjson", "similar.ndjson", "trending.ndjson", "new-releases.ndjson",
    "announced.ndjson", "price-drops.ndjson",
  ]

  /// Whether a path is that of a file that every published night has.
  static func isOfEveryNight(_ path: String) -> Bool {
    let names = path.split(separator: "/")
    switch names.count {
    case 1: return path == checksumsName || path == Workspace.storeName || lists.contains(path)
    case 2: return ["model", "held-out"].contains(names[0]) && path.hasSuffix(".artifact")
    default: return false
    }
  }

  /// Whether a folder has a night's lists, its store or its list of checksums, and not only files of other programs.
  static func isNight(_ folder: URL) throws(FileFailure) -> Bool {
    guard DurableFile.isFolder(folder) else { return false }
    let names = try DurableFile.list(folder)
    return names.isEmpty || names.contains(where: isOfEveryNight)
  }

  /// Of `runs/<day>`.
  package static func ofRun(_ path: String) -> Bool {
    let names = ["run.json", "health.json", "recipe.json", "trace.json"]
    return names.contains(whole(path))
  }

  /// Of `quarantine/<day>`.
  static func ofQuarantine(_ path: String) -> Bool {
    !path.contains("/") && path.hasSuffix(".ndjson") || whole(path).hasSuffix(".ndjson")
  }

  /// Of a folder of artifacts.
  package static func ofArtifacts(_ path: String) -> Bool {
    let name = whole(path)
    return name == Workspace.catalogueSourcesName
      || name.hasSuffix(".artifact") && name.utf8.allSatisfy(isOfStage)
  }

  private static func isOfStage(_ byte: UInt8) -> Bool {
    (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte) || [0x2D, 0x2E].contains(byte)
  }

  /// Of `sync/cache/personal`: `3f/3f…`, named by 64 hexadecimal digits, with the mark of a failure.
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

  /// The name of the file that a temporary file replaces: `.run.json.partial` replaces `run.json`. Another name is
  /// returned as it is.
  private static func whole(_ name: String) -> String {
    name.hasPrefix(".") && name.hasSuffix(".partial") && name.utf8.count > ".partial".utf8.count + 1
      ? String(name.dropFirst().dropLast(".partial".count)) : name
  }

  /// Whether a name is that of a temporary file or folder of the program, which only the program writes to:
  /// `.2026-03-31.partial`, `.2026-03-31.old`, `.run.json.partial`.
  static func isTemporary(_ name: String) -> Bool {
    guard name.hasPrefix("."), let end = name.lastIndex(of: "."), end > name.startIndex else {
      return false
    }
    let stem = name[name.index(after: name.startIndex)..<end]
    // Earlier versions numbered them: `.2026-03-31.7.partial`.
    let isNumbered = stem.split(separator: ".").last.map { Int($0) != nil } ?? false
    let numberless = isNumbered ? stem[..<(stem.lastIndex(of: ".") ?? stem.endIndex)] : stem
    switch name[end...] {
    case ".old": return Day(String(stem)) != nil
    case ".partial":
      return Day(String(numberless)) != nil || numberless == "current"
        || Day(String(stem.prefix { $0 != "." })) != nil && stem.hasSuffix(".old")
        || [".json", ".ndjson", ".artifact", ".prom", ".failed", ".html"].contains {
          stem.hasSuffix($0)
        }
        || stem.utf8.count == 64 && stem.utf8.allSatisfy(isHexadecimal)
    default: return false
    }
  }
}
