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

    /// Identifies the day with its events.
    var identity: String { "\(collection.rawValue) \(day) \(checksum)" }
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
  /// The events that corrected files and forgotten players removed since the history began, by
  /// collection and day; nil if nothing was ever removed.
  var removals: [Loss]?
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

  /// Puts days and segments into their order.
  mutating func sort() {
    days.sort { ($0.collection.rawValue, $0.day) < ($1.collection.rawValue, $1.day) }
    idSegments.sort { ($0.collection.rawValue, $1.count) < ($1.collection.rawValue, $0.count) }
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
    sources.filter { $0.collection == collection }.map(\.counts).sum
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
