import FindieWorkspace
import Foundation
import FindieDomain
package import FindieHistory
package import FindieIngest

/// One input file with the counts of its lines and the rejected lines.
package struct FileIntake {
  package let path: String
  package let collection: InputCollection
  package let counts: LineCounts
  package let rejected: [RejectedLine]

  package init(
    path: String, collection: InputCollection, counts: LineCounts, rejected: [RejectedLine]
  ) {
    self.path = path
    self.collection = collection
    self.counts = counts
    self.rejected = rejected
  }
}

extension Night {
  /// Writes the rejected lines of some files to the quarantine, and checks their share.
  ///
  /// Lines that were repaired and replayed are not written again.
  ///
  /// - Throws: `TooManyBadLines` for the first file, by path, with too large a share of bad lines.
  func quarantineRejected(_ files: [FileIntake], on day: Day) throws {
    let replayed = try workspace.quarantine.replayed()
    for file in files {
      try workspace.quarantine.write(
        QuarantineFile(
          of: file.path, file.collection, stored: file.rejected, rejected: file.counts.rejected,
          limits: parameters.ingest.limits, except: replayed),
        day: day)
    }
    let limit = parameters.ingest.badShareLimit
    for file in files {
      let breach = limit.breach(
        by: file.counts, of: file.path,
        quarantine: workspace.quarantine.url(of: file.path, day: day).path)
      if let breach { throw breach }
    }
  }
}

extension IngestParameters {
  package var badShareLimit: BadShareLimit {
    var limit = BadShareLimit()
    limit.share = maximumBadShare
    return limit
  }
}
