package import FindieDomain
package import Foundation

/// What was staged of one input file, as a value that another process reads.
///
/// The files of days and ids are next to it: it has their names, rows and checksums.
package struct StagedFile: Codable, Sendable {
  /// Its `counts` lack what the history's update counts.
  package let source: Ledger.Source
  private let runs: [StagedRun]
  private let duplicates: Duplicates
  private let rows: Int
  private let late: Int

  /// - Precondition: the staging is of this file alone.
  init(_ source: Ledger.Source, in staging: Staging) {
    self.source = source
    runs = staging.runs
    duplicates = staging.duplicates
    rows = staging.rowsByFile[0] ?? 0
    late = staging.lateByFile[0] ?? 0
  }

  /// Stages one file in a new folder, outside of a history.
  ///
  /// - Parameters:
  ///   - newestDays: the newest day of each collection in the history.
  ///   - read: reads the file into the staging and returns its counts.
  package init(
    _ path: String, newestDays: [EventCollection: Day], in folder: URL,
    read: (Staging) throws -> Ledger.Source
  ) throws {
    let staging = try Staging(of: path, newestDays: newestDays, in: folder)
    let source = try read(staging)
    self.init(source, in: staging)
  }

  /// Adds the file's events, whose files are in `folder`, to a staging of more files.
  package func add(to staging: Staging, from folder: URL) {
    let file = staging.file(source.path)
    for (index, run) in runs.enumerated() {
      var own = run
      own.number = staging.nextRun()
      own.folder = folder
      staging.add(
        own, index == 0 ? duplicates.ofFile(file) : Duplicates(),
        rows: index == 0 ? [file: rows] : [:], late: index == 0 && late > 0 ? [file: late] : [:])
    }
  }
}
