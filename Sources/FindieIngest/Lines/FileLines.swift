import FindieHistory

/// The outcomes of the lines of a slice of a file.
protocol SliceLines {
  var counts: LineCounts { get }
  /// Numbered from the slice's first line.
  var rejected: RejectedLines { get }
  /// The number of lines, including blank ones.
  var lines: Int { get }
  var blockHashes: [UInt64] { get }
  /// Of the file that was read.
  var status: FileStatus { get }
}

/// The outcomes of the lines of a file, from its slices in order.
struct FileLines {
  private(set) var counts = LineCounts()
  /// Numbered from the file's first line.
  private(set) var rejected: RejectedLines
  let contentHash: String
  /// As it was read.
  let source: InputSource

  /// - Precondition: all slices are of one open file.
  init(_ source: InputSource, _ slices: some Sequence<some SliceLines>, _ limits: IngestLimits) {
    rejected = RejectedLines(file: source.path, limits: limits)
    var blockHashes: [UInt64] = []
    var lines = 0
    for slice in slices {
      counts += slice.counts
      rejected.append(slice.rejected, linesBefore: lines)
      lines += slice.lines
      blockHashes += slice.blockHashes
    }
    counts.rejectedByReason = rejected.counts
    contentHash = blockHashes.contentHash
    self.source = slices.first { _ in true }.map { source.asRead($0.status) } ?? source
  }
}
