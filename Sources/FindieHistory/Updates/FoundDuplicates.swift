import FindieDomain
package import Foundation

/// What a search for duplicates found in some buckets.
struct FoundDuplicates: Codable, Sendable {
  /// A piece of a day: of a run, or, if `run` is nil, the day's file in the history.
  struct Piece: Hashable, Codable, Sendable {
    let run: Int?
    let day: Day
  }

  /// The rows that are dropped, by their piece.
  var dropped: [Piece: [UInt32]] = [:]
  var duplicates = Duplicates()
  /// Events that a known conflict names as stored, and those that are stored instead.
  var replacements: [Duplicates.Location: Duplicates.Location] = [:]
  /// The stored events of files that are read again whose ids are staged again, by any file.
  var readAgain: [FileDay: Int] = [:]

  /// A file, and a day of the history.
  struct FileDay: Hashable, Codable, Sendable {
    let file: UInt32
    let day: Day
  }

  /// Adds what was found in other buckets: no id is in two of them.
  static func += (left: inout FoundDuplicates, right: FoundDuplicates) {
    left.dropped.merge(right.dropped, uniquingKeysWith: +)
    left.duplicates += right.duplicates
    left.replacements.merge(right.replacements) { first, _ in first }
    left.readAgain.merge(right.readAgain, uniquingKeysWith: +)
  }
}

/// Files that a search has to read and that do not exist.
package struct MissingFiles: Error {
  package let urls: [URL]
}
