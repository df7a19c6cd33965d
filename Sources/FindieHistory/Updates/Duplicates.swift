/// Events that are dropped because another event has their id: their number by file, the files that
/// they lost to, and the conflicts. Only the first conflicts are listed.
struct Duplicates: Codable, Sendable {
  /// The number of dropped events by file.
  private(set) var droppedByFile: [UInt32: Int] = [:]
  /// By file, the number of events of days in the history that are not late: they were dropped, or
  /// the history already had their id.
  private(set) var notLateByFile: [UInt32: Int] = [:]
  /// The files that lost an event to another file.
  private(set) var losses: Set<Loss> = []
  private(set) var conflicts: [FoundConflict] = []
  /// All conflicts: contents that were dropped for another content of their id.
  private(set) var contents = ContentCount()

  struct Loss: Hashable, Codable {
    let loser: UInt32
    let winner: UInt32
  }

  struct Location: Hashable, Comparable, Codable {
    let file: UInt32
    let offset: UInt64

    static func < (left: Location, right: Location) -> Bool {
      (left.file, left.offset) < (right.file, right.offset)
    }
  }

  /// A dropped content of an id and the events that have it: one per file, in order.
  struct FoundConflict: Codable {
    let id: String
    let content: UInt64
    let kept: Location
    fileprivate(set) var dropped: [Location]
  }

  /// At twice this number of conflicts, all but the first by id are removed.
  private static let listed = 4 * Conflict.limit

  mutating func drop(_ dropped: Location, for kept: Location) {
    droppedByFile[dropped.file, default: 0] += 1
    if dropped.file != kept.file { losses.insert(Loss(loser: dropped.file, winner: kept.file)) }
  }

  /// Notes that an event of a day in the history is not late.
  mutating func addNotLate(of file: UInt32) { notLateByFile[file, default: 0] += 1 }

  /// Notes that a dropped event has other content than the stored event with its id. Successive
  /// events with the same content are one conflict. Versions of an event are none.
  mutating func add(_ dropped: Location, content: UInt64, id: String, for kept: Location) {
    guard !DerivedId.hasVersions(id) else { return }
    contents.add(hash64(hash64(of: id.utf8.span), adding: content), of: dropped.file)
    if let last = conflicts.last, last.content == content, last.kept == kept {
      guard last.dropped.last?.file != dropped.file else { return }
      conflicts[conflicts.count - 1].dropped.append(dropped)
      return
    }
    if conflicts.count >= 2 * Self.listed { shorten() }
    conflicts.append(FoundConflict(id: id, content: content, kept: kept, dropped: [dropped]))
  }

  /// Removes all but the first conflicts by id, so that the list does not depend on the order of
  /// events.
  private mutating func shorten() {
    conflicts.sort {
      ($0.id, $0.content, $0.kept) < ($1.id, $1.content, $1.kept)
    }
    conflicts.removeLast(max(0, conflicts.count - Self.listed))
  }

  /// The same duplicates with other numbers of files, in the same order.
  func renumbered(as files: [UInt32]) -> Duplicates {
    precondition(losses.isEmpty, "events of one file lost to another")
    func moved(_ location: Location) -> Location {
      Location(file: files[Int(location.file)], offset: location.offset)
    }
    var own = self
    own.droppedByFile = droppedByFile.renumbered(as: files)
    own.notLateByFile = notLateByFile.renumbered(as: files)
    own.contents = contents.renumbered(as: files)
    own.conflicts = conflicts.map { conflict in
      FoundConflict(
        id: conflict.id, content: conflict.content, kept: moved(conflict.kept),
        dropped: conflict.dropped.map(moved))
    }
    return own
  }

  static func += (left: inout Duplicates, right: Duplicates) {
    left.droppedByFile.merge(right.droppedByFile, uniquingKeysWith: +)
    left.notLateByFile.merge(right.notLateByFile, uniquingKeysWith: +)
    left.losses.formUnion(right.losses)
    left.contents += right.contents
    left.conflicts += right.conflicts
    if left.conflicts.count >= 2 * listed { left.shorten() }
  }
}
