import FindieDomain
import FindieHistory
import FindieWorkers

/// Hashes of the events of games in the reports' periods.
///
/// The hash of a game is the sum of those of its events, so that their order does not matter. It
/// has all that numbers depend on: the player, the first day of the player in the record, and the
/// values of the event.
struct GameHashes: Sendable {
  private struct Record: Sendable {
    /// By player: the hash of the id.
    let players: [UInt64]
    /// By cut, then by value: the hash of the text; nil for a set of genres.
    let texts: [[UInt64]?]
  }

  private let records: [Record]
  private let forgotten: ForgottenRows
  private let days: ReportDays

  init(
    _ events: [ReportEvents], _ stored: EventsByGame, forgotten: ForgottenRows, _ days: ReportDays
  ) {
    self.forgotten = forgotten
    self.days = days
    records = events.map { record in
      let ids =
        stored.players[record.source == .interactions ? .interactions : .analytics] ?? Vocabulary()
      return Record(
        players: (0..<ids.count).map { hash64(of: ids.strings[$0]) },
        texts: record.cuts.map { cut in
          cut.cut == .genrePreference ? nil : cut.names.map { hash64(of: Array($0.utf8).span) }
        })
    }
  }

  /// The hash of a game.
  ///
  /// - Parameter rows: its events by record.
  func hash(of game: Int, _ rows: [GameRows], _ events: [ReportEvents]) -> UInt64 {
    events.indices.reduce(forgotten.hash(of: game, days)) { sum, record in
      sum &+ rows[record].hash(records[record].players, records[record].texts, events[record], days)
    }
  }

  /// The hashes of some games, whose events are read.
  func hashes(of games: [Int], in events: [ReportEvents], _ workers: Workers) -> [UInt64] {
    let chunks = Workers.ranges(of: games.count, size: 256)
    return workers.map(chunks.count) { chunk in
      var rows = events.map { GameRows($0.source, cuts: $0.cuts.count) }
      return games[chunks[chunk]].map { game in
        for record in events.indices {
          rows[record].removeAll()
          events[record].append(game, to: &rows[record])
        }
        return hash(of: game, rows, events)
      }
    }.flatMap(\.self)
  }
}

extension GameRows {
  /// - Parameters:
  ///   - ids: by player of the record: the hash of the id.
  ///   - texts: by cut and value.
  fileprivate func hash(
    _ ids: [UInt64], _ texts: [[UInt64]?], _ record: ReportEvents, _ days: ReportDays
  ) -> UInt64 {
    var sum: UInt64 = 0
    for row in 0..<count {
      let player = Int(players[row])
      let first = UInt32(bitPattern: record.firstDays[player])
      let day = UInt32(bitPattern: days.days[Int(self.days[row])].daysSinceEpoch)
      var hash = hash64(ids[player], adding: UInt64(first) << 32 | UInt64(day))
      hash = hash64(hash, adding: UInt64(kinds[row]) << 1 | (source == .interactions ? 0 : 1))
      if !viewSeconds.isEmpty {
        hash = hash64(hash, adding: UInt64(viewSeconds[row]) << 32 | UInt64(positions[row]))
      }
      for (cut, values) in values.enumerated() {
        let value = values[row]
        hash = hash64(hash, adding: texts[cut]?[Int(value)] ?? UInt64(value))
      }
      sum &+= hash
    }
    return sum
  }
}
