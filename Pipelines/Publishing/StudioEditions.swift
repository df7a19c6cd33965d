package import FindieAnalytics
package import FindieDomain
import FindieFiles
package import FindieHistory
package import FindieReports
package import FindieWorkers
import FindieWorkspace
import Foundation

/// The studios of a night, with a key of everything that the files of their closed weeks depend
/// on. Files with the key of an earlier night are links to those.
package struct StudioEditions: Sendable {
  package let studios: StudioReports
  /// By studio; nil for one without a report.
  private(set) var keys: [Fingerprint?]

  package init(
    _ sources: StudioSources, _ weeks: ClosedWeeks, _ events: EventsByGame, lastDays: GameDays,
    night: Day, workers: Workers
  ) {
    var studios = StudioReports(
      sources, weeks, events, lastDays: lastDays, night: night, workers: workers)
    let hashes = Self.hashes(studios, weeks, events)
    let corrected = Set(weeks.values.corrected.map { ExactText($0) })
    let active = Set(studios.active)
    studios.corrected = active.filter { index in
      studios.all[index].games.contains { corrected.contains(ExactText($0.id)) }
    }
    let base = "\(Versions.program) \(weeks.identity.hexadecimal)\n"
    let (all, chunks) = (studios, Workers.ranges(of: studios.all.count, size: 64))
    keys = workers.map(chunks.count) { chunk in
      chunks[chunk].map { index in
        guard active.contains(index) else { return nil }
        let events = all.all[index].games.map { hashes[ExactText($0.id)] ?? 0 }
        return Fingerprint(of: base + canonicalJSON(all.key(of: index, events: events)))
      }
    }.flatMap(\.self)
    self.studios = studios
  }

  /// By id of a game: the hash of its events in the closed weeks. Only the events of games that were
  /// added since are read.
  private static func hashes(
    _ studios: StudioReports, _ weeks: ClosedWeeks, _ events: EventsByGame
  ) -> [ExactText: UInt64] {
    var known = Dictionary(
      uniqueKeysWithValues: zip(weeks.totals.games, weeks.totals.arrays.hashes).map {
        (ExactText($0.id), $1)
      })
    let games = studios.sources.games
    let added = games.indices.filter { index in
      known[ExactText(games[index].id)] == nil
        && events.games.existingCode(of: games[index].id) != nil
    }
    guard !added.isEmpty else { return known }
    for (index, hash) in zip(added, studios.hashes(ofGames: added)) {
      known[ExactText(games[index].id)] = hash
    }
    return known
  }
}

/// The files of a studio's closed weeks, as they were written.
struct WrittenStudio: Codable, Sendable {
  struct File: Codable, Sendable {
    /// Relative to the night's folder of reports.
    let path: String
    let sum: Fingerprint
    let size: Int
    /// When it was written, in nanoseconds since 1970 by the clock of the disk.
    let modified: Int64

    /// Whether the file is still as it was written.
    func isWhole(in folder: URL) -> Bool {
      guard let status = FileStatus(ofItself: folder.appending(path: path)) else { return false }
      return status.kind == .file && Int(status.size) == size
        && status.modifiedNanoseconds == modified
    }
  }

  let key: Fingerprint
  let files: [File]
}

/// The studios' files of the reports that were written last.
struct EarlierStudios: Sendable {
  let folder: URL?
  private var studios: [Fingerprint: WrittenStudio] = [:]

  /// None if the stage is forced.
  init(of night: Night) {
    let file = night.artifacts.appending(path: "reports.artifact")
    guard !night.options.selection.forces("reports"), DurableFile.exists(file),
      let reports = WrittenReports(stored: file)
    else {
      folder = nil
      return
    }
    folder = night.workspace.reports(reports.day)
    studios = Dictionary(
      reports.editions.map { ($0.key, $0) }, uniquingKeysWith: { first, _ in first })
  }

  /// The files with a key; nil if one of them is missing or was changed.
  func files(of key: Fingerprint) -> WrittenStudio? {
    guard let folder, let studio = studios[key] else { return nil }
    return studio.files.allSatisfy { $0.isWhole(in: folder) } ? studio : nil
  }
}
