package import FindieDomain
import Foundation

/// The input files that the history was read from, and the days that it stores.
///
/// It is written last: a day's file that the ledger does not name is not part of the history.
package struct Ledger: Codable, Sendable, Equatable {
  /// An input file at the time when it was read.
  package struct Source: Codable, Sendable, Equatable {
    /// The path relative to the input folder.
    package var path: String
    package var collection: EventCollection
    /// The size in bytes, before decompression.
    package var size: Int64
    package var modifiedNanoseconds: Int64
    /// The hash of the bytes before decompression, in hexadecimal.
    package var contentHash: String
    package var counts: LineCounts
    /// The number of late events when the file was first read: accepted events with new ids, of
    /// days that the history already had.
    package var late = 0
    /// `Source.reader` of the contract and limits that the file was read with. If they change, it
    /// is read again.
    package var readBy = ""
    /// The files, by path, whose events replaced duplicates in this file. If one of them changes,
    /// this file is read again to restore its events.
    package var lostTo: [String] = []
    /// The number of conflicting contents that occur first in this file; their events are not
    /// stored, since another content has their id. Nil for none. Counted when the file is read or
    /// loses an event.
    package var conflicts: Int?

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

    /// The `hash64` of a description of how files are read, in hexadecimal.
    package static func reader(_ description: String) -> String {
      String(hash64(of: description.utf8.span), radix: 16)
    }
  }

  /// One day of one collection.
  package struct Day: Codable, Sendable, Equatable {
    package var collection: EventCollection
    package var day: FindieDomain.Day
    package var rows: Int
    /// The `hash64` of the file's head, which has the checksums of its columns, in hexadecimal.
    package var checksum: String
    /// The checksum of the events without their origins; nil for a file of an earlier version.
    package var content: String?
    /// The input files that events of this day came from, by path.
    package var origins: [String]
  }

  /// One file of the index of ids.
  package struct IdSegment: Codable, Sendable, Equatable {
    package var collection: EventCollection
    package var count: Int
    /// The `hash64` of the file's head, which has the checksums of its parts, in hexadecimal.
    package var checksum: String
  }

  /// Version 3 names counts of forgotten players' events, without which totals of events would
  /// change. A ledger without them has version 2.
  package static let formatVersion = 3

  /// The ledger's format version, decoded before the rest.
  struct Version: Codable {
    var formatVersion: Int
  }

  package private(set) var formatVersion = 2
  /// By path.
  package var sources: [Source] = []
  /// By collection and day.
  package var days: [Day] = []
  /// By collection, the largest first.
  package var idSegments: [IdSegment] = []
  /// Events with the id of a stored event and different content, by id: the first `Conflict.limit`.
  package var conflicts: [Conflict] = []
  /// The number of conflicts; above `Conflict.limit`, the sum of the counts that were made when the
  /// files were read.
  package var conflictCount = 0
  /// By collection and day; nil if nothing was ever removed.
  var removals: [Removal]?
  /// Identifies the forgotten players for whom all days and the files of conflicts were last
  /// searched. The history has none of their events. Nil if nobody was forgotten.
  package internal(set) var forgotten: String?
  /// The requests to forget players that were ever stored, so that a loss of all lists of requests
  /// is noticed. Nil for none.
  package internal(set) var requests: [String]?
  /// The id of the workspace that the history belongs to; nil if no run has named it yet.
  package var workspace: String?
  /// The states that the history had, this one last; see `Ledger+Losses.swift`.
  var states: [String]?
  /// The checksum of the file of `ForgottenEvents`; nil if there are none.
  package var forgottenEvents: String? {
    didSet { formatVersion = forgottenEvents == nil ? 2 : Self.formatVersion }
  }
  /// The newest UTC day from which events of forgotten players were removed; nil if there is none.
  package internal(set) var lastForgottenDay: FindieDomain.Day?

  package init() {}

  /// Shortens what ledgers of earlier versions say in full: how each file was read.
  mutating func shortenReaders() {
    for index in sources.indices where sources[index].readBy.utf8.count > 16 {
      sources[index].readBy = Source.reader(sources[index].readBy)
    }
  }

  /// The files, other than the changed ones, that must be read again with them, by path: those with
  /// an event that lost to an event of a changed file.
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

  /// The number of events of all days and collections.
  package var eventCount: Int { days.reduce(0) { $0 + $1.rows } }

  /// The days of a collection, by date.
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

/// An event with the id of a stored event and different content. Of the events with one id, the one
/// with the smallest (instant, content hash) is stored.
package struct Conflict: Codable, Sendable, Equatable {
  package static let limit = 10_000

  package var id: String
  package var kept: Location
  /// The first event with this content.
  package var dropped: Location
  /// The first event with this content of each other file; nil if there is none.
  private var alsoDropped: [Location]?
  /// The content hash of the dropped events.
  package var droppedContent: UInt64

  package struct Location: Codable, Sendable, Hashable {
    package var file: String
    /// Of the line's first byte, in decompressed bytes.
    package var byteOffset: UInt64
  }
}

/// The outcomes of a file's lines. Blank lines are not counted.
///
/// - Invariant: read = accepted + duplicate + rejected + ignored, if the file was read to its end.
package struct LineCounts: Codable, Sendable, Equatable {
  package var read = 0
  package var accepted = 0
  package var duplicate = 0
  /// Rejected lines by the name of the reason.
  package var rejectedByReason: [String: Int] = [:]
  /// Accepted and duplicate lines by the name of their shape.
  package var byShape: [String: Int] = [:]
  /// Violations of the contract that did not reject their line, by field and reason.
  package var warnings: [String: Int] = [:]
  /// What the file has that is not used, or is read as something else, by name: columns that are
  /// ignored, names of ignored events. Nil for nothing.
  package var notes: [String: Int]?
  /// Valid lines that are not used, such as GA4's `page_view`.
  package var ignored = 0
  /// Lines of players who asked to be forgotten. They are in no other count, and are not stored.
  package var forgotten = 0

  private enum CodingKeys: CodingKey {
    case read, accepted, duplicate, rejectedByReason, byShape, warnings, notes, ignored
  }

  package init() {}

  package var rejected: Int { rejectedByReason.values.reduce(0, +) }

  package mutating func add(notes more: [String: Int]) {
    if !more.isEmpty { notes = (notes ?? [:]).merging(more, uniquingKeysWith: +) }
  }

  /// Whether all counts are in a plausible range and add up.
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
    left.forgotten += right.forgotten
    left.rejectedByReason.merge(right.rejectedByReason, uniquingKeysWith: +)
    left.byShape.merge(right.byShape, uniquingKeysWith: +)
    left.warnings.merge(right.warnings, uniquingKeysWith: +)
    left.add(notes: right.notes ?? [:])
  }
}

extension Conflict {
  /// - Parameter dropped: the events with this content, one per file.
  /// - Precondition: `dropped` is not empty.
  init(id: String, kept: Location, dropped: [Location], droppedContent: UInt64) {
    precondition(!dropped.isEmpty, "a conflict of \(id) without a dropped event")
    self.id = id
    self.kept = kept
    self.dropped = dropped[0]
    alsoDropped = dropped.count > 1 ? Array(dropped[1...]) : nil
    self.droppedContent = droppedContent
  }

  /// The events with this content, one per file, in the order of the files.
  package var allDropped: [Location] { [dropped] + (alsoDropped ?? []) }

  /// The conflict without the events of changed files; nil if none is left.
  ///
  /// - Parameter read: files that are read again. If the file of the stored event changed, their
  ///   events are compared again. Events of deleted files stay.
  func without(_ changed: Set<ExactText>, read: Set<ExactText>) -> Conflict? {
    let gone = changed.contains(ExactText(kept.file)) ? changed.union(read) : changed
    let left = allDropped.filter { !gone.contains(ExactText($0.file)) }
    guard !left.isEmpty else { return nil }
    return Conflict(id: id, kept: kept, dropped: left, droppedContent: droppedContent)
  }

  /// The conflicts by id, one for each distinct content of an id.
  static func merging(_ conflicts: [Conflict]) -> [Conflict] {
    Dictionary(grouping: conflicts, by: \.content).values.map { same in
      var locations: [ExactText: Location] = [:]
      for location in same.flatMap(\.allDropped) {
        locations[ExactText(location.file)] = min(
          location, locations[ExactText(location.file)] ?? location)
      }
      return Conflict(
        id: same[0].id, kept: same[0].kept, dropped: locations.values.sorted(),
        droppedContent: same[0].droppedContent)
    }.sorted { (ExactText($0.id), $0.dropped) < (ExactText($1.id), $1.dropped) }
  }

  /// The identity of a conflict: an id and a content.
  private struct Content: Hashable {
    let id: ExactText
    let content: UInt64
  }

  private var content: Content { Content(id: ExactText(id), content: droppedContent) }
}

extension Conflict.Location: Comparable {
  package static func < (left: Self, right: Self) -> Bool {
    (ExactText(left.file), left.byteOffset) < (ExactText(right.file), right.byteOffset)
  }
}

// A ledger's file is JSON. Its first member is the hash of all bytes after it:
//
//   {"checksum":"9f86d081884c7d65","conflictCount":0,…}

extension Ledger {
  private static let opening = Array(#"{"checksum":""#.utf8)
  private static let closing = Array(#"","#.utf8)
  private static let digits = 16

  /// The bytes of the ledger's file.
  func sealed() throws -> [UInt8] {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    let members = try Array(encoder.encode(self).dropFirst())
    return Self.opening + Self.checksum(of: members) + Self.closing + members
  }

  /// Whether a file's bytes match their checksum.
  static func isWhole(_ bytes: [UInt8]) -> Bool {
    let index = opening.count + digits
    guard bytes.starts(with: opening), bytes.count > index,
      bytes[index...].starts(with: closing)
    else { return false }
    return bytes[opening.count..<index].elementsEqual(
      checksum(of: Array(bytes[(index + closing.count)...])))
  }

  private static func checksum(of members: [UInt8]) -> [UInt8] {
    Array(hash64(of: members.span).padded(to: digits, radix: 16).utf8)
  }
}
