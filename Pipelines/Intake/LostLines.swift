package import FindieHistory
package import FindieWorkspace

/// The counts of a file's lines do not add up, so lines were lost: a bug in findie.
package struct LostLines: KnownFailure, CustomStringConvertible {
  package var failureKind: FailureKind { .bug }
  package let path: String
  package let counts: LineCounts

  package init(path: String, counts: LineCounts) {
    self.path = path
    self.counts = counts
  }

  package var description: String {
    """
    \(path): \(counts.read) lines were read, but \(counts.accepted) accepted, \
    \(counts.duplicate) duplicate, \(counts.rejected) rejected and \(counts.ignored) ignored. This \
    is a bug in findie: please report it with the file. Nothing was changed.
    """
  }
}
