package import FindieBatch
import FindieDomain
import FindieFiles
package import Foundation

/// The records of a workspace's runs.
package struct RunRecords {
  /// The name of the record of a run that failed before its night was known.
  package static let undated = "undated"

  /// What a record is of, in words.
  static func words(_ name: String) -> String {
    name == undated ? "a run that ended before its night was known" : "the night of \(name)"
  }

  private let folder: URL

  package init(workspace: URL) {
    folder = workspace.appending(path: "runs")
  }

  /// The days whose last run left a record, in order; `undated` last, where a run failed before its day
  /// was known.
  package func names() throws -> [String] {
    guard DurableFile.exists(folder) else { return [] }
    return try DurableFile.names(in: folder).filter {
      (Day($0) != nil || $0 == Self.undated) && DurableFile.exists(file($0))
    }
  }

  /// The record of a night's last run.
  ///
  /// - Throws: `NothingPublished` where there is none, `UnreadableRecord`, or `FileFailure`.
  package func record(_ name: String) throws -> RunManifest {
    guard DurableFile.exists(file(name)) else {
      let newest = try names().suffix(5).joined(separator: ", ")
      throw NothingPublished(
        "no run of \(name) left a record"
          + (newest.isEmpty
            ? "; run `findie run nightly`, or name another --workspace"
            : "; the newest are of \(newest)"))
    }
    return try RunManifest(file: file(name))
  }

  /// The run that was written down last, by the name of its record; nil where none was.
  package func last() throws -> (name: String, record: RunManifest)? {
    let files = FileManager.default
    let newest = try names().max { left, right in
      try Self.changed(file(left), files) < Self.changed(file(right), files)
    }
    return try newest.map { ($0, try RunManifest(file: file($0))) }
  }

  /// What the night that runs is at, or the one that was killed last.
  package var running: RunningNight? { RunningNight(file: folder.appending(path: "running.json")) }

  private func file(_ name: String) -> URL {
    folder.appending(path: name).appending(path: "run.json")
  }

  private static func changed(_ file: URL, _ files: FileManager) throws -> Date {
    try files.attributesOfItem(atPath: file.path)[.modificationDate] as? Date ?? .distantPast
  }
}
