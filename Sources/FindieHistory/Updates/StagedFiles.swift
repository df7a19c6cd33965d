package import FindieDomain
package import Foundation

/// What was staged of some input files, as a value that another process reads.
///
/// The files of days and ids are next to it: it has their names, rows and checksums.
package struct StagedFiles: Codable, Sendable {
  /// Their `counts` lack what the history's update counts.
  package let sources: [Ledger.Source]
  /// The paths of the files; the numbers of files are indices into them.
  private let paths: [String]
  private let runs: [StagedRun]
  private let duplicates: Duplicates
  private let rows: [UInt32: Int]
  private let late: [UInt32: Int]

  /// Stages files in a new folder, outside of a history.
  ///
  /// - Parameters:
  ///   - newestDays: the newest day of each collection in the history.
  ///   - read: reads the files into the staging and returns their counts.
  package init(
    _ paths: [String], newestDays: [EventCollection: Day], in folder: URL,
    read: (Staging) throws -> [Ledger.Source]
  ) throws {
    let staging = try Staging(of: paths, newestDays: newestDays, in: folder)
    sources = try read(staging)
    self.paths = staging.paths
    runs = staging.runs
    duplicates = staging.duplicates
    rows = staging.rowsByFile
    late = staging.lateByFile
  }

  /// Adds the files' events, whose files are in `folder`, to a staging of more files.
  package func add(to staging: Staging, from folder: URL) {
    let files = paths.map { staging.file($0) }
    for (index, run) in runs.enumerated() {
      var own = run
      own.number = staging.nextRun()
      own.folder = folder
      let isFirst = index == 0
      staging.add(
        own, isFirst ? duplicates.renumbered(as: files) : Duplicates(),
        rows: isFirst ? rows.renumbered(as: files) : [:],
        late: isFirst ? late.renumbered(as: files) : [:])
    }
  }
}

extension [UInt32: Int] {
  /// The same values by other numbers of files.
  func renumbered(as files: [UInt32]) -> [UInt32: Int] {
    Dictionary(uniqueKeysWithValues: map { (files[Int($0)], $1) })
  }
}
