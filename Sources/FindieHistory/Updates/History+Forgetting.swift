package import FindieDomain
import FindieFiles
package import FindieWorkers
import Foundation

extension History {
  /// Removes the events of forgotten players from every day, and their entries from the index of
  /// ids. Their number, without those that do not count, is added to `ForgottenEvents`.
  ///
  /// The input files of these events count as changed: if they still exist, the next intake reads
  /// them again without these players, so that the counts are those of a file that never had them.
  /// If a file was deleted, the removed events are subtracted from its counts. An interrupted run
  /// leaves the history either unchanged or complete.
  ///
  /// - Parameters:
  ///   - who: identifies the set of forgotten players.
  ///   - files: other files that count as changed, since one of their rejected lines names such a
  ///     player.
  ///   - grain: how the removed events are counted together.
  ///   - isForgotten: whether a player's id, as in the events, is to be forgotten.
  /// - Returns: the number of removed events.
  package func forget(
    workers: Workers, who: String, readingAgain files: Set<ExactText> = [],
    grain: ForgottenEvents.Grain = ForgottenEvents.Grain(),
    _ isForgotten: @escaping @Sendable (String) -> Bool
  ) throws -> Int {
    try withStaging([]) { staging in
      try DurableFile.createFolder(staging.folder, access: .ownerOnly)
      let days = staging.ledger.days
      let results = try workers.map(days.count) { index in
        try cleaned(days[index], in: staging, grain, without: isForgotten)
      }
      let changed = zip(days, results).filter { $0.1 != nil }
      // A conflict does not name the player of the dropped event, so its files are read again once.
      let contradicting =
        staging.ledger.forgotten == who
        ? [] : staging.ledger.conflicts.flatMap(\.allDropped).map(\.file)
      let again = files.union(contradicting.map { ExactText($0) })
      let isUnread = staging.ledger.sources.contains {
        again.contains(ExactText($0.path)) && !$0.readBy.isEmpty
      }
      var ledger = staging.ledger
      ledger.forgotten = who
      guard !changed.isEmpty || isUnread else {
        if ledger != staging.ledger, DurableFile.exists(ledgerURL) { try write(ledger) }
        return 0
      }
      var moves: [(from: URL, to: URL)] = []
      var removed: [ExactText: Int] = [:]
      for case (let day, let cleaned?) in changed {
        ledger.days.removeAll { $0.collection == day.collection && $0.day == day.day }
        if let rebuilt = cleaned.rebuilt {
          ledger.days.append(rebuilt.entry)
          moves.append((rebuilt.url, url(rebuilt.entry)))
        }
        for (path, count) in cleaned.removed { removed[path, default: 0] += count }
      }
      if !changed.isEmpty {
        var events = try forgottenEvents(of: ledger)
        events.add(
          changed.reduce(into: [:]) { $0.merge($1.1?.counts ?? [:], uniquingKeysWith: +) })
        moves += try ledger.name(events, in: self, staging)
      }
      ledger.sort()
      ledger.recordRemovals(since: staging.ledger)
      ledger.beginState(since: staging.ledger)
      for index in ledger.sources.indices {
        let path = ExactText(ledger.sources[index].path)
        let count = removed[path] ?? 0
        guard count > 0 || again.contains(path) else { continue }
        ledger.sources[index].counts.accepted -= count
        ledger.sources[index].counts.read -= count
        ledger.sources[index].readBy = ""
      }
      for collection in EventCollection.allCases {
        let ids = changed.filter { $0.0.collection == collection }.flatMap { $0.1?.ids ?? [] }
        moves += try ledger.remove(ids, of: collection, in: self, staging)
      }
      try write(
        Update(
          ledger: ledger, changedDays: Set(changed.map(\.0.day)), conflicts: 0,
          staging: staging.folder, moves: moves))
      return removed.values.reduce(0, +)
    }
  }

  /// Whether a day has an event of a player, read from the names of the players of each day.
  package func hasPlayer(_ isPlayer: (String) -> Bool) throws -> Bool {
    try ledger().days.contains { day in
      try Self.naming(url(day)) {
        let file = try file(of: day)
        defer { file.release() }
        let players = try file.strings(TextColumn.userId.rawValue)
        return (0..<players.count).contains { isPlayer(players.text($0)) }
      }
    }
  }

  /// A day after the events of forgotten players were removed.
  private struct Cleaned: Sendable {
    /// Nil if the day has no events any more.
    let rebuilt: DayRebuild.RebuiltDay?
    /// The hashes of the removed ids that no other event of the day shares.
    let ids: [(hash: UInt64, day: Day)]
    let removed: [ExactText: Int]
    let counts: [ForgottenEvents.Key: Int]
  }

  private func cleaned(
    _ day: Ledger.Day, in staging: Staging, _ grain: ForgottenEvents.Grain,
    without isForgotten: (String) -> Bool
  ) throws -> Cleaned? {
    try Self.naming(url(day)) {
      let file = try file(of: day)
      let players = try file.strings(TextColumn.userId.rawValue)
      let isGone = (0..<players.count).map { isForgotten(players.text($0)) }
      guard isGone.contains(true) else {
        file.release()
        return nil
      }
      let codes = try file.text(TextColumn.userId.rawValue).codes
      let ids = try file.strings("id")
      let (paths, origins) = try file.text("originFile")
      guard ids.count == file.rows else { throw HistoryDamage.column("id.ends") }
      var dropped: [UInt32] = []
      var gone: Set<UInt64> = []
      var retained: Set<UInt64> = []
      var removed: [ExactText: Int] = [:]
      for row in codes.indices {
        let hash = hash64(of: ids[row])
        guard isGone[Int(codes[row])] else {
          retained.insert(hash >> 8)
          continue
        }
        dropped.append(UInt32(row))
        gone.insert(hash)
        removed[ExactText(paths.text(Int(origins[row]))), default: 0] += 1
      }
      let counted = try uncounted.countedRows(of: file).map { Set($0.lazy.map { UInt32($0) }) }
      // The index has 56 bits of a hash: an entry that another event of the day shares has to stay.
      let lost = gone.filter { !retained.contains($0 >> 8) }
      let rows = try MergedRows(
        [MergedRows.Piece(file, dropped: dropped) { _ in false }], of: day.collection, on: day.day)
      return Cleaned(
        rebuilt: try DayRebuild.RebuiltDay(
          rows, to: staging.url("\(day.collection.rawValue)-\(day.day)"), staging),
        ids: lost.map { ($0, day.day) }, removed: removed,
        counts: try file.counts(of: dropped.filter { counted?.contains($0) ?? true }, grain))
    }
  }
}

extension PartitionFile {
  /// The number of events of some rows.
  fileprivate func counts(
    of rows: [UInt32], _ grain: ForgottenEvents.Grain
  ) throws(HistoryDamage) -> [ForgottenEvents.Key: Int] {
    let (games, codes) = try text(TextColumn.gameId.rawValue)
    let kinds = try kinds()
    let milliseconds = try milliseconds()
    var positions: [Int: Int] = [:]
    if collection == .interactions {
      let column = try numbers(NumberColumn.cardPosition.rawValue, Float.self)
      for row in rows.map({ Int($0) }) where SwipeAction.allCases[Int(kinds[row])].isVerdict {
        positions[row] = grain.position(column[row])
      }
    }
    var counts: [ForgottenEvents.Key: Int] = [:]
    for row in rows.map({ Int($0) }) {
      let key = ForgottenEvents.Key(
        game: games.text(Int(codes[row])), day: day,
        reportDay: grain.reportDay(milliseconds[row]), collection: collection, kind: kinds[row],
        position: positions[row])
      counts[key, default: 0] += 1
    }
    return counts
  }
}

extension Ledger {
  /// Removes entries from the index.
  fileprivate mutating func remove(
    _ ids: [(hash: UInt64, day: FindieDomain.Day)], of collection: EventCollection,
    in history: History, _ staging: Staging
  ) throws -> [(from: URL, to: URL)] {
    guard !ids.isEmpty else { return [] }
    let (entries, fences) = IdEntry.byBucket(ids)
    let gone = (0..<IdEntry.bucketCount).map { bucket in
      Set(entries[fences[bucket]..<fences[bucket + 1]].map(\.bits))
    }
    var moves: [(from: URL, to: URL)] = []
    for index in idSegments.indices.reversed() where idSegments[index].collection == collection {
      let old = idSegments[index]
      let url = staging.url("\(collection.rawValue)-\(old.checksum).without")
      let (count, checksum) = try History.naming(history.url(old)) {
        let segment = try history.idSegment(old)
        var writer = try IdSegmentWriter(url)
        for bucket in 0..<IdEntry.bucketCount {
          try segment.check(bucket)
          let span = segment.entries(bucket)
          var retained: [IdEntry] = []
          retained.reserveCapacity(span.count)
          for position in span.indices where !gone[bucket].contains(span[position].bits) {
            retained.append(span[position])
          }
          try writer.append(retained.span)
          segment.release()
        }
        return try writer.finish()
      }
      guard checksum != old.checksum else { continue }
      idSegments.remove(at: index)
      guard count > 0 else { continue }
      let entry = IdSegment(collection: collection, count: count, checksum: checksum)
      idSegments.append(entry)
      moves.append((url, history.url(entry)))
    }
    sort()
    return moves
  }
}
