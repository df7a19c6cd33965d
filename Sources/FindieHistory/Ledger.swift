package import FindieDomain

/// What the history knows of each file it was read from, and of each day it keeps.
///
/// It is written last: a day's file that the ledger does not name is not part of the history.
package struct Ledger: Codable, Sendable, Equatable {
  /// One input file as it was when it was read.
  package struct Source: Codable, Sendable, Equatable {
    /// The path relative to the input folder.
    package var path: String
    package var collection: EventCollection
    /// The size in bytes as stored, so before decompression.
    package var size: Int64
    package var modifiedNanoseconds: Int64
    /// Of the bytes as stored, in hexadecimal.
    package var contentHash: String
    package var counts: LineCounts
    /// How many of its events, duplicates among them, were of days that the history held already when
    /// the file was first read; nil where it was read before that was counted.
    package var late: Int?
    /// What decided which of its lines are bad, such as the limits: a file that was read otherwise is
    /// read again.
    package var readBy = ""
    /// The files that hold events of ids that stood in this file too, by path: where one of them
    /// changes, this file has to be read again to bring back what it lost.
    package var lostTo: [String] = []

    package init(
      path: String, collection: EventCollection, size: Int64, modifiedNanoseconds: Int64,
      contentHash: String, counts: LineCounts
    ) {
      self.path = path
      self.collection = collection
      self.size = size
      self.modifiedNanoseconds = modifiedNanoseconds
      self.contentHash = contentHash
      self.counts = counts
    }
  }

  /// One day of one collection.
  package struct Day: Codable, Sendable, Equatable {
    package var collection: EventCollection
    package var day: FindieDomain.Day
    package var rows: Int
    /// The `hash64` of the file's head, which holds its columns' checksums, in hexadecimal.
    package var checksum: String
    /// The input files that events of this day came from, by path.
    package var origins: [String]
  }

  /// One file of the index of ids.
  package struct IdSegment: Codable, Sendable, Equatable {
    package var collection: EventCollection
    package var count: Int
    /// The `hash64` of the file's head, which holds its parts' checksums, in hexadecimal.
    package var checksum: String
  }

  package static let formatVersion = 2

  /// What tells the ledger's format before the rest is read.
  struct Version: Codable {
    var formatVersion: Int
  }

  package private(set) var formatVersion = Ledger.formatVersion
  /// By path.
  package var sources: [Source] = []
  /// By collection and day.
  package var days: [Day] = []
  /// By collection, the largest first.
  package var idSegments: [IdSegment] = []
  /// Events of one id that say different things, by id; at most `Conflict.limit` are listed.
  package var conflicts: [Conflict] = []
  package var conflictCount = 0

  package init() {}

  /// The files, other than the changed ones, that must be read again with them: those that lost an
  /// event to a file whose events will be retracted. By path.
  package func pathsToReadAgain(changed: Set<ExactText>) -> [ExactText] {
    sources.filter { source in
      !changed.contains(ExactText(source.path))
        && source.lostTo.contains { changed.contains(ExactText($0)) }
    }.map { ExactText($0.path) }
  }

  /// What is kept of each day of a collection.
  func daysByDate(of collection: EventCollection) -> [FindieDomain.Day: Day] {
    Dictionary(
      uniqueKeysWithValues: days.lazy.filter { $0.collection == collection }.map { ($0.day, $0) })
  }

  /// The sum over all files of a collection.
  package func counts(of collection: EventCollection) -> LineCounts {
    sources.lazy.filter { $0.collection == collection }.reduce(into: LineCounts()) {
      $0 += $1.counts
    }
  }
}

/// Two events of one id that say different things: the smallest (instant, content hash) is kept.
package struct Conflict: Codable, Sendable, Equatable {
  package static let limit = 1000

  package var id: String
  package var kept: Place
  package var dropped: Place
  /// The content hash of the dropped event: other events of that id may say the same.
  package var droppedContent: UInt64

  package struct Place: Codable, Sendable, Hashable {
    package var file: String
    /// Of the line's first byte, in decompressed bytes.
    package var byteOffset: UInt64
  }
}

/// What became of a file's lines. Blank lines are not read.
///
/// - Invariant: read = accepted + duplicate + rejected + ignored, where the file was read to its end.
package struct LineCounts: Codable, Sendable, Equatable {
  package var read = 0
  package var accepted = 0
  package var duplicate = 0
  /// Rejected lines by the name of the reason.
  package var rejectedByReason: [String: Int] = [:]
  /// Lines taken in or duplicate, by the name of their shape.
  package var byShape: [String: Int] = [:]
  /// Breaches of the contract that did not reject their line, by field and reason.
  package var warnings: [String: Int] = [:]
  /// Lines that are sound and that the batch has no use for (GA4's `page_view` and its like).
  package var ignored = 0

  package init() {}

  package var rejected: Int { rejectedByReason.values.reduce(0, +) }

  /// Whether no count is below zero or beyond what any file can hold, and all add up.
  var isSound: Bool {
    let counts = [read, accepted, duplicate, ignored] + rejectedByReason.values
    return counts.allSatisfy { (0...1 << 53).contains($0) } && isBalanced
  }

  package var isBalanced: Bool { read == accepted + duplicate + rejected + ignored }

  package static func += (left: inout LineCounts, right: LineCounts) {
    left.read += right.read
    left.accepted += right.accepted
    left.duplicate += right.duplicate
    left.ignored += right.ignored
    left.rejectedByReason.merge(right.rejectedByReason, uniquingKeysWith: +)
    left.byShape.merge(right.byShape, uniquingKeysWith: +)
    left.warnings.merge(right.warnings, uniquingKeysWith: +)
  }
}

extension Conflict: Comparable {
  package static func < (left: Conflict, right: Conflict) -> Bool {
    (left.id, left.dropped.file, left.dropped.byteOffset)
      < (right.id, right.dropped.file, right.dropped.byteOffset)
  }
}

extension Conflict {
  /// What tells conflicts apart: an id, and what else was said under it.
  struct Content: Hashable {
    let id: ExactText
    let content: UInt64
  }

  var content: Content { Content(id: ExactText(id), content: droppedContent) }
}
