package import FindieDomain
import Foundation

/// Stored events of an input file that changed and no longer has them: an update removes them.
package struct RemovedEvents: Sendable, Equatable {
  package let path: String
  package let collection: EventCollection
  /// Those of which the history has events of the file, in order.
  package let days: [Count]

  /// The events of one UTC day that the history has from the file, and those that are removed.
  package struct Count: Sendable, Equatable {
    package let day: Day
    package let stored: Int
    package let removed: Int
    /// Whether the day is not before the file's present first day, or after its last.
    let isCovered: Bool
  }

  package var stored: Int { days.reduce(0) { $0 + $1.stored } }
  package var removed: Int { days.reduce(0) { $0 + $1.removed } }

  /// The share that a correction may remove.
  private static let mostCorrected = 0.2
  /// Fewer events than this are no share of a file.
  private static let minimumEvents = 20

  /// Whether the file was replaced rather than corrected: it lacks more than a fifth of its events,
  /// and at least 20; or it lacks days. A day counts if most of its events are gone, and if these
  /// are at least 20 or the file begins after it or ends before it, as if a window had moved. All
  /// of them must be more than a fifth of an average day.
  package var isReplacement: Bool {
    let gone = days.filter {
      2 * $0.removed > $0.stored && ($0.removed >= Self.minimumEvents || !$0.isCovered)
    }.reduce(0) { $0 + $1.removed }
    let limit = Self.mostCorrected * Double(stored)
    return removed >= Self.minimumEvents && Double(removed) > limit
      || Double(gone) > limit / Double(days.count)
  }
}

extension History {
  /// What files no longer have, by path.
  ///
  /// - Parameters:
  ///   - sources: what was known about files before they were read, by path. Those with the same
  ///     bytes as before cannot lack anything.
  ///   - readAgain: the events that a file still has, or another file that was read.
  func removedEvents(
    _ files: [Ledger.Source], replacing sources: [ExactText: Ledger.Source], _ staging: Staging,
    except readAgain: [FoundDuplicates.FileDay: Int]
  ) throws -> [RemovedEvents] {
    var left: [UInt32: Int] = [:]
    for (key, count) in readAgain { left[key.file, default: 0] += count }
    return try files.compactMap { file -> RemovedEvents? in
      let number = staging.file(file.path)
      guard let before = sources[ExactText(file.path)], before.contentHash != file.contentHash,
        before.counts.accepted > left[number] ?? 0
      else { return nil }
      let days = staging.ledger.days.filter { day in
        day.collection == before.collection
          && day.origins.contains { $0.hasSameBytes(as: file.path) }
      }
      let present = staging.runs.filter { $0.collection == file.collection }.flatMap(\.pieces)
        .filter { $0.entry.origins.contains { $0.hasSameBytes(as: file.path) } }.map(\.day)
      let covered = present.min().flatMap { first in present.max().map { first...$0 } }
      return RemovedEvents(
        path: file.path, collection: before.collection,
        days: try days.map { day in
          let stored = try rows(of: file.path, on: day)
          let left = readAgain[.init(file: number, day: day.day)] ?? 0
          return .init(
            day: day.day, stored: stored, removed: stored - left,
            isCovered: covered?.contains(day.day) ?? false)
        })
    }.sorted { ExactText($0.path) < ExactText($1.path) }
  }

  /// The number of a day's events that are of a file.
  private func rows(of path: String, on day: Ledger.Day) throws -> Int {
    try Self.naming(url(day)) {
      let file = try file(of: day)
      defer { file.release() }
      let (codes, paths) = try file.mappedText("originFile")
      guard let code = (0..<paths.count).first(where: { paths.text($0).hasSameBytes(as: path) })
      else { return 0 }
      return (0..<file.rows).count { codes[$0] == UInt64(code) }
    }
  }
}
