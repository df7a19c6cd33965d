import FindieDomain
import FindieFiles
package import FindieWorkers
import Foundation

/// The result of reading the whole history again.
package struct HistoryVerification: Codable, Sendable {
  package var days = 0
  package var events = 0
  package var bytes = 0
  /// The problems, one sentence each; empty if the history is undamaged.
  package var problems: [String] = []
  /// Whether a newer findie wrote some of it in a format that this one cannot read.
  package var isNewer = false

  package var isSound: Bool { problems.isEmpty }
}

extension History {
  /// Reads every file of the history and checks it: checksums, the order of rows, the ledger's
  /// numbers of events per day and per file, and whether the index has every id.
  ///
  /// - Parameter progress: called after each day with its number of events; may throw to stop.
  /// - Throws: errors of `progress`. Problems of the history are returned, not thrown.
  package func verify(
    workers: Workers, progress: @Sendable (_ events: Int) throws -> Void = { _ in }
  ) throws -> HistoryVerification {
    var result = HistoryVerification()
    let ledger: Ledger
    do {
      ledger = try self.ledger()
    } catch {
      result.problems.append("\(error)")
      if case History.Failure.newerFile = error { result.isNewer = true }
      return result
    }
    var accepted: [ExactText: Int] = [:]
    for collection in EventCollection.allCases {
      let index = indexes(of: collection, in: ledger, &result.problems)
      let days = ledger.days.filter { $0.collection == collection }
      let checks = try workers.map(days.count) { position in
        let check = check(days[position], index)
        try progress(days[position].rows)
        return check
      }
      for check in checks {
        result.days += 1
        result.events += check.events.values.reduce(0, +)
        result.bytes += check.bytes
        if let problem = check.problem { result.problems.append(problem) }
        result.isNewer = result.isNewer || check.isNewer
        for (path, count) in check.events { accepted[path, default: 0] += count }
      }
    }
    do {
      _ = try forgottenEvents(of: ledger)
    } catch {
      result.problems.append("\(error)")
    }
    guard result.isSound else { return result }
    for source in ledger.sources {
      let found = accepted[ExactText(source.path)] ?? 0
      if found != source.counts.accepted {
        result.problems.append(
          "the days have \(found) events of \(source.path), the ledger counts "
            + "\(source.counts.accepted)")
      }
      if !source.counts.isBalanced {
        result.problems.append("the ledger's counts of \(source.path) do not add up")
      }
    }
    return result
  }

  private struct DayCheck: Sendable {
    var events: [ExactText: Int] = [:]
    var bytes = 0
    var problem: String?
    var isNewer = false
  }

  private func check(_ day: Ledger.Day, _ index: [IdSegment]) -> DayCheck {
    var check = DayCheck()
    do {
      let file = try file(of: day)
      try Self.naming(url(day)) { try file.check() }
      check.bytes = file.byteCount
      let (origins, codes) = try file.text("originFile")
      var counts = [Int](repeating: 0, count: origins.count)
      for row in 0..<file.rows { counts[Int(codes[row])] += 1 }
      for (position, count) in counts.enumerated() {
        check.events[ExactText(origins.text(position))] = count
      }
      let ids = try file.strings("id")
      for row in 0..<file.rows {
        let hash = hash64(of: ids[row])
        guard index.isEmpty || index.contains(where: { $0.contains(hash, of: day.day) }) else {
          check.problem = "the index of ids lacks \(ids.text(row)) of \(url(day).path)"
          break
        }
      }
    } catch {
      check.problem = "\(error)"
      if case History.Failure.newerFile = error { check.isNewer = true }
    }
    return check
  }

  /// The index of a collection; empty if it is damaged, so that only one problem is reported.
  private func indexes(
    of collection: EventCollection, in ledger: Ledger, _ problems: inout [String]
  ) -> [IdSegment] {
    var index: [IdSegment] = []
    for entry in ledger.idSegments where entry.collection == collection {
      do {
        let segment = try idSegment(entry)
        try Self.naming(url(entry)) { try segment.check() }
        index.append(segment)
      } catch {
        problems.append("\(error)")
        return []
      }
    }
    let events = ledger.days.filter { $0.collection == collection }.reduce(0) { $0 + $1.rows }
    if index.isEmpty, events > 0 {
      problems.append("the index of ids of \(collection.rawValue) is missing")
    }
    return index
  }
}

extension IdSegment {
  /// Whether the segment has an entry of an event.
  fileprivate func contains(_ hash: UInt64, of day: Day) -> Bool {
    let entry = IdEntry(hash: hash, day: day)
    let entries = entries(IdEntry.bucket(of: hash))
    let index = (0..<entries.count).partitionPoint { entries[$0] < entry }
    return index < entries.count && entries[index] == entry
  }
}
