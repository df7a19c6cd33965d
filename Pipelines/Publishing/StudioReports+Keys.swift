import FindieAnalytics
import FindieDomain
import FindieHistory
import FindieReports
import FindieWorkers
import FindieWorkspace

extension StudioReports {
  /// By studio, a key of everything that the files of its closed weeks depend on; nil for one
  /// without a report. Files with the key of an earlier night are links to those.
  ///
  /// - Parameter events: before the night.
  func keys(_ weeks: ClosedWeeks, _ events: EventsByGame, workers: Workers) -> [Fingerprint?] {
    let (active, hashes) = (Set(active), hashes(weeks, events))
    let base = "\(Versions.program) \(weeks.identity.hexadecimal)\n"
    let chunks = Workers.ranges(of: all.count, size: 64)
    return workers.map(chunks.count) { chunk in
      chunks[chunk].map { index in
        guard active.contains(index) else { return nil }
        let events = all[index].games.map { hashes[ExactText($0.id)] ?? 0 }
        return Fingerprint(of: base + canonicalJSON(key(of: index, events: events)))
      }
    }.flatMap(\.self)
  }

  /// By id of a game: the hash of its events in the closed weeks. Only the events of games that
  /// were added since are read.
  private func hashes(_ weeks: ClosedWeeks, _ events: EventsByGame) -> [ExactText: UInt64] {
    var known = Dictionary(
      uniqueKeysWithValues: zip(weeks.totals.games, weeks.totals.arrays.hashes).map {
        (ExactText($0.id), $1)
      })
    let games = sources.games
    let added = games.indices.filter { index in
      known[ExactText(games[index].id)] == nil
        && events.games.existingCode(of: games[index].id) != nil
    }
    guard !added.isEmpty else { return known }
    for (index, hash) in zip(added, hashes(ofGames: added)) {
      known[ExactText(games[index].id)] = hash
    }
    return known
  }
}
