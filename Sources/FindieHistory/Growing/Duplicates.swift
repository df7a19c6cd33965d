import FindieDomain

/// Events that are not kept because another event has their id: how many of which file, what decided,
/// and which of them say something else.
struct Duplicates: Sendable {
  /// By file, how many of its events were dropped.
  private(set) var droppedByFile: [UInt32: Int] = [:]
  /// By file, how many of its events of days that the history holds did not come late: they were
  /// dropped, or the history held one of their id.
  private(set) var notLateByFile: [UInt32: Int] = [:]
  /// The files that lost an event to another file.
  private(set) var losses: Set<Loss> = []
  private(set) var conflicts: [FoundConflict] = []

  struct Loss: Hashable {
    let loser: UInt32
    let winner: UInt32
  }

  struct Place: Hashable, Comparable {
    let file: UInt32
    let offset: UInt64

    static func < (left: Place, right: Place) -> Bool {
      (left.file, left.offset) < (right.file, right.offset)
    }
  }

  /// What is said under the id of an event that is kept, and where: one place a file, in their order.
  struct FoundConflict {
    let id: String
    let content: UInt64
    let kept: Place
    fileprivate(set) var dropped: [Place]
  }

  /// Of more conflicts than twice so many the first by id are kept.
  private static let listed = 4 * Conflict.limit

  mutating func drop(_ dropped: Place, for kept: Place) {
    droppedByFile[dropped.file, default: 0] += 1
    if dropped.file != kept.file { losses.insert(Loss(loser: dropped.file, winner: kept.file)) }
  }

  /// Notes that an event of a day that the history holds is none that came late.
  mutating func addNotLate(of file: UInt32) { notLateByFile[file, default: 0] += 1 }

  /// Notes that an event was dropped that says something else than the one that is kept. Events of
  /// one content are one conflict where they follow each other, by place.
  mutating func add(_ dropped: Place, saying content: UInt64, under id: String, for kept: Place) {
    if let last = conflicts.last, last.content == content, last.kept == kept {
      guard last.dropped.last?.file != dropped.file else { return }
      conflicts[conflicts.count - 1].dropped.append(dropped)
      return
    }
    if conflicts.count >= 2 * Duplicates.listed { shorten() }
    conflicts.append(FoundConflict(id: id, content: content, kept: kept, dropped: [dropped]))
  }

  /// Keeps the first conflicts by id, so that which are listed depends on no order.
  private mutating func shorten() {
    conflicts.sort {
      ($0.id, $0.content, $0.kept) < ($1.id, $1.content, $1.kept)
    }
    conflicts.removeLast(max(0, conflicts.count - Duplicates.listed))
  }

  static func += (left: inout Duplicates, right: Duplicates) {
    left.droppedByFile.merge(right.droppedByFile, uniquingKeysWith: +)
    left.notLateByFile.merge(right.notLateByFile, uniquingKeysWith: +)
    left.losses.formUnion(right.losses)
    left.conflicts += right.conflicts
    if left.conflicts.count >= 2 * listed { left.shorten() }
  }
}
