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
    /// How many of its events were accepted, under ids that the history did not hold, of days that it
    /// held already, when the file was first read; nil where it was read before that was counted.
    package var late: Int?
    /// What decided which of its lines are bad, such as the limits: a file that was read otherwise is
    /// read again.
    package var readBy = ""
    /// The files that hold events of ids that stood in this file too, by path: where one of them
    /// changes, this file has to be read again to bring back what it lost.
    package var lostTo: [String] = []

    private enum CodingKeys: String, CodingKey {
      case path, collection, size, modifiedNanoseconds, contentHash, counts
      // "late" counted duplicates too.
      case late = "lateAccepted"
      case readBy, lostTo
    }

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
  /// What else was said under ids that the history keeps, by id: the first `Conflict.limit`.
  package var conflicts: [Conflict] = []
  /// How many there are, at most `Conflict.limit`; known also where they are not listed.
  package var conflictCount = 0
  /// Without which players the files of conflicts were last read again.
  var forgotten: String?

  package init() {}

  /// The files, other than the changed ones, that must be read again with them: those that lost an
  /// event to a file whose events will be retracted, or to an event that such a one was kept for
  /// later. By path.
  package func pathsToReadAgain(changed: Set<ExactText>) -> [ExactText] {
    let contradicted = conflicts.filter { changed.contains(ExactText($0.kept.file)) }
    let contradicting = Set(contradicted.flatMap { $0.allDropped.map { ExactText($0.file) } })
    return sources.filter { source in
      let path = ExactText(source.path)
      return !changed.contains(path)
        && (contradicting.contains(path)
          || source.lostTo.contains { changed.contains(ExactText($0)) })
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

/// Something that was said under the id of an event that is kept, which says another thing: the event
/// with the smallest (instant, content hash) is kept.
package struct Conflict: Codable, Sendable, Equatable {
  package static let limit = 10_000

  package var id: String
  package var kept: Place
  /// The first event that said it.
  package var dropped: Place
  /// The first event of each other file that said it too; nil where there is none.
  private var alsoDropped: [Place]?
  /// The content hash of the dropped events.
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

extension Conflict {
  /// - Parameter dropped: where it was said, one place a file.
  /// - Precondition: `dropped` is not empty.
  init(id: String, kept: Place, dropped: [Place], droppedContent: UInt64) {
    precondition(!dropped.isEmpty, "a conflict about \(id) that nobody made")
    self.id = id
    self.kept = kept
    self.dropped = dropped[0]
    alsoDropped = dropped.count > 1 ? Array(dropped[1...]) : nil
    self.droppedContent = droppedContent
  }

  /// Where it was said, one place a file, in the order of the files.
  var allDropped: [Place] { [dropped] + (alsoDropped ?? []) }

  /// What is left of it without what files said that say something else now; nil where nothing is.
  ///
  /// - Parameter read: files that are read again: where the kept event's file changed, what is left of
  ///   theirs is found anew. What a file said that is not there any more stays.
  func without(_ changed: Set<ExactText>, read: Set<ExactText>) -> Conflict? {
    let gone = changed.contains(ExactText(kept.file)) ? changed.union(read) : changed
    let left = allDropped.filter { !gone.contains(ExactText($0.file)) }
    guard !left.isEmpty else { return nil }
    return Conflict(id: id, kept: kept, dropped: left, droppedContent: droppedContent)
  }

  /// The conflicts by id, each once: one content of an id is one conflict, however many events say it.
  static func merging(_ conflicts: [Conflict]) -> [Conflict] {
    Dictionary(grouping: conflicts, by: \.content).values.map { same in
      var places: [ExactText: Place] = [:]
      for place in same.flatMap(\.allDropped) {
        places[ExactText(place.file)] = min(place, places[ExactText(place.file)] ?? place)
      }
      return Conflict(
        id: same[0].id, kept: same[0].kept, dropped: places.values.sorted(),
        droppedContent: same[0].droppedContent)
    }.sorted { (ExactText($0.id), $0.dropped) < (ExactText($1.id), $1.dropped) }
  }

  /// What tells conflicts apart: an id, and what else was said under it.
  private struct Content: Hashable {
    let id: ExactText
    let content: UInt64
  }

  private var content: Content { Content(id: ExactText(id), content: droppedContent) }
}

extension Conflict.Place: Comparable {
  package static func < (left: Self, right: Self) -> Bool {
    (ExactText(left.file), left.byteOffset) < (ExactText(right.file), right.byteOffset)
  }
}
