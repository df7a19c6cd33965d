import Foundation
import FindieDomain
import FindieHistory
import FindieIngest

/// One input file as it was read: where its lines went.
struct FileIntake {
  let path: String
  let counts: LineCounts
  let rejected: [RejectedLine]
}

extension Night {
  /// Keeps the rejected lines of some files in the quarantine, and sees that they are not too many.
  ///
  /// - Throws: `TooManyBadLines` for the first file, by path, with too large a share of bad lines.
  func accept(_ files: [FileIntake], on day: Day) throws {
    let quarantine = Quarantine(folder: workspace.appending(path: "quarantine"))
    for file in files { try quarantine.write(file.rejected, of: file.path, day: day) }
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
