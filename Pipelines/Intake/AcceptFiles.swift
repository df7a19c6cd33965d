import Foundation
import FindieDomain
import FindieHistory
import FindieIngest

/// One input file as it was read: where its lines went.
struct FileIntake {
  let path: String
  let collection: InputCollection
  let counts: LineCounts
  let rejected: [RejectedLine]
}

extension Night {
  var quarantine: Quarantine { Quarantine(folder: workspace.appending(path: "quarantine")) }

  /// Keeps the rejected lines of some files in the quarantine, and sees that they are not too many.
  ///
  /// Lines that were repaired and taken in are not kept again when their file is read again.
  ///
  /// - Throws: `TooManyBadLines` for the first file, by path, with too large a share of bad lines.
  func accept(_ files: [FileIntake], on day: Day) throws {
    let replayed = try quarantine.replayed()
    for file in files {
      try quarantine.write(
        QuarantineFile(
          of: file.path, file.collection, kept: file.rejected, rejected: file.counts.rejected,
          limits: parameters.ingest.limits, except: replayed),
        day: day)
    }
    let limit = parameters.ingest.badShareLimit
    for file in files {
      let breach = limit.breach(
        by: file.counts, of: file.path, quarantine: quarantine.url(of: file.path, day: day).path)
      if let breach { throw breach }
    }
  }
}

extension IngestParameters {
  var badShareLimit: BadShareLimit {
    var limit = BadShareLimit()
    limit.share = maximumBadShare
    return limit
  }
}
