import FindieDomain

/// Decides, for events from any number of tables, which one is kept for each id.
///
/// An id is unique. Of the events of one id, the one with the smallest (instant, content hash) is
/// kept; of equal ones, the first by file and line. That is an order of the events themselves, so
/// neither the order of the files nor the number of threads decides anything.
struct EventMerge {
  private struct Place {
    var table: Int
    var row: Int
  }

  private let tables: [EventTable]
  /// For each table, the rows that are kept, ascending.
  let kept: [[Int]]
  /// For each table, the rows that are dropped because another event has their id.
  let dropped: [[Int]]
  /// Of the dropped, those that say something else than the event that is kept.
  private(set) var conflicts: [Conflict] = []
  /// The files that lost an event to another file, and to which.
  private(set) var losses: Set<Loss> = []
  /// For the rows of the first table that were dropped, where the event stands that is kept instead.
  private(set) var replacements: [Conflict.Place: Conflict.Place] = [:]

  /// A file of which an event was dropped, since `winner` holds one of the same id.
  struct Loss: Hashable {
    let loser: String
    let winner: String
  }

  /// A pair of files by table and code, so that a name is made once a pair and not once an event.
  private struct FilePair: Hashable {
    let loser: Int
    let winner: Int
  }

  /// - Precondition: the tables are of one collection, with ids and origins.
  init(_ tables: [EventTable]) {
    self.tables = tables
    var ids = Vocabulary()
    var holders: [Place] = []
    var losers: [(id: UInt32, place: Place)] = []
    for (table, events) in tables.enumerated() {
      for row in 0..<events.count {
        let challenger = Place(table: table, row: row)
        let id = ids.code(of: events.ids[row])
        guard id < holders.count else {
          holders.append(challenger)
          continue
        }
        if EventMerge.precedes(challenger, holders[Int(id)], in: tables) {
          losers.append((id, holders[Int(id)]))
          holders[Int(id)] = challenger
        } else {
          losers.append((id, challenger))
        }
      }
    }
    var dropped = [[Int]](repeating: [], count: tables.count)
    for loser in losers { dropped[loser.place.table].append(loser.place.row) }
    self.dropped = dropped.map { $0.sorted() }
    kept = zip(tables, self.dropped).map { events, dropped in
      var next = dropped.makeIterator()
      var skipped = next.next()
      return (0..<events.count).filter { row in
        guard row == skipped else { return true }
        skipped = next.next()
        return false
      }
    }
    var pairs = Set<FilePair>()
    for loser in losers {
      let holder = holders[Int(loser.id)]
      let pair = FilePair(loser: fileKey(loser.place), winner: fileKey(holder))
      if pairs.insert(pair).inserted {
        let (loser, winner) = (conflictPlace(loser.place).file, conflictPlace(holder).file)
        if loser != winner { losses.insert(Loss(loser: loser, winner: winner)) }
      }
      if loser.place.table == 0 {
        replacements[conflictPlace(loser.place)] = conflictPlace(holder)
      }
      guard
        tables[holder.table].contentHashes[holder.row]
          != tables[loser.place.table].contentHashes[loser.place.row]
      else { continue }
      conflicts.append(
        Conflict(
          id: ids.text(loser.id), kept: conflictPlace(holder), dropped: conflictPlace(loser.place)))
    }
    conflicts.sort()
  }

  private static func precedes(_ left: Place, _ right: Place, in tables: [EventTable]) -> Bool {
    let (leftTable, rightTable) = (tables[left.table], tables[right.table])
    let leftKey = (leftTable.milliseconds[left.row], leftTable.contentHashes[left.row])
    let rightKey = (rightTable.milliseconds[right.row], rightTable.contentHashes[right.row])
    if leftKey != rightKey { return leftKey < rightKey }
    let (leftOrigin, rightOrigin) = (leftTable.origins[left.row], rightTable.origins[right.row])
    let leftFile = ExactText(leftTable.originFiles.text(leftOrigin.file))
    let rightFile = ExactText(rightTable.originFiles.text(rightOrigin.file))
    return (leftFile, leftOrigin.line) < (rightFile, rightOrigin.line)
  }

  private func fileKey(_ place: Place) -> Int {
    place.table << 32 | Int(tables[place.table].origins[place.row].file)
  }

  private func conflictPlace(_ place: Place) -> Conflict.Place {
    let events = tables[place.table]
    let origin = events.origins[place.row]
    return Conflict.Place(file: events.originFiles.text(origin.file), line: origin.line)
  }
}
