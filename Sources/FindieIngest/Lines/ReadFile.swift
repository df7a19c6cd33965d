package import FindieHistory

/// An input file that was read: its counts and its rejected lines.
package struct ReadFile: Sendable {
  /// As it was read.
  package let source: InputSource
  /// The hash of the file's bytes, in hexadecimal (see `StoredFile`).
  package let contentHash: String
  /// Without accepted and duplicate lines until they are compared with other files.
  package internal(set) var counts = LineCounts()
  /// In the order of lines, up to the limit; the counts include all rejected lines.
  package let rejected: [RejectedLine]
  /// The names that the file has for fields.
  package private(set) var names = FieldNames()
  /// Whether a record has a time that is in the future, and absent until then.
  package internal(set) var hasFutureTimes = false

  /// Joins the slices of a file, in order.
  ///
  /// - Precondition: all slices are of one open file.
  init(_ source: InputSource, _ slices: [SliceLines], limits: IngestLimits) {
    var rejected = RejectedLines(file: source.path, limits: limits)
    var lines = 0
    for slice in slices {
      counts += slice.counts
      rejected.append(slice.rejected, linesBefore: lines)
      lines += slice.lines
      if !slice.names.isEmpty { names = slice.names }
    }
    counts.rejectedByReason = rejected.counts
    self.rejected = rejected.stored
    contentHash = slices.flatMap(\.blockHashes).contentHash
    self.source = slices.first.map { source.asRead($0.status) } ?? source
  }
}
