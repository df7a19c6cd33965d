import FindieDomain
package import FindieHistory
package import FindieIngest
import FindieWorkspace
import Foundation

/// One input file with the counts of its lines and the rejected lines.
package struct FileIntake {
  package let path: String
  package let collection: InputCollection
  package let counts: LineCounts
  package let rejected: [RejectedLine]
  /// The names that the file has for fields.
  package let names: FieldNames

  package init(
    path: String, collection: InputCollection, counts: LineCounts, rejected: [RejectedLine],
    names: FieldNames
  ) {
    self.path = path
    self.collection = collection
    self.counts = counts
    self.rejected = rejected
    self.names = names
  }

  init(_ file: ReadEvents) {
    self.init(
      path: file.source.path, collection: InputCollection(file.source.collection),
      counts: file.source.counts, rejected: file.rejected, names: file.names)
  }

  package init(_ file: ReadFile) {
    self.init(
      path: file.source.path, collection: file.source.collection, counts: file.counts,
      rejected: file.rejected, names: file.names)
  }
}

extension Night {
  /// Writes the rejected lines of some files to the quarantine, and checks their share.
  ///
  /// - Throws: `TooManyBadLines` for the first file, by path, with too large a share of bad lines.
  func quarantineRejected(_ files: [FileIntake], on day: Day) throws {
    for file in files {
      try workspace.quarantine.write(
        QuarantineFile(
          of: file.path, file.collection, stored: file.rejected, rejected: file.counts.rejected,
          limits: parameters.ingest.limits),
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
