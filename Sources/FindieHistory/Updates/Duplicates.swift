import FindieDomain

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

/// The staged rows of a day, in the order in which they are stored.
@safe struct SortedRows: DayRows {
  private let columns: DayColumns
  private let order: [Int32]
  private let paths: [String]

  /// The sorted rows of `columns`, one for each id, instant and file; the others are added to
  /// `duplicates`.
  ///
  /// - Parameters:
  ///   - paths: all input files, in the order of their numbers in `columns.files`.
  ///   - isLate: whether the history already has the day.
  init(_ columns: DayColumns, paths: [String], isLate: Bool, duplicates: inout Duplicates) {
    func location(_ row: Int32) -> Duplicates.Location {
      Duplicates.Location(file: columns.files[Int(row)], offset: columns.offsets[Int(row)])
    }
    let order = DayOrder(columns) { left, right in
      (columns.contentHashes[Int(left)], location(left))
        < (columns.contentHashes[Int(right)], location(right))
    }
    for (dropped, stored) in order.repeats {
      duplicates.drop(location(dropped), for: location(stored))
      if isLate { duplicates.addNotLate(of: location(dropped).file) }
      let content = columns.contentHashes[Int(dropped)]
      guard content != columns.contentHashes[Int(stored)] else { continue }
      duplicates.add(
        location(dropped), content: content, id: columns.ids.text(Int(stored)),
        for: location(stored))
    }
    self.columns = columns
    self.order = order.rows
    self.paths = paths
  }

  var collection: EventCollection { columns.collection }
  var day: Day { columns.day }
  var count: Int { order.count }

  func id(_ row: Int) -> UnsafeRawBufferPointer {
    // The columns live as long as these rows and do not change.
    unsafe columns.ids[Int(order[row])].withUnsafeBytes { unsafe $0 }
  }

  func kind(_ row: Int) -> UInt8 { columns.kinds[Int(order[row])] }

  func millisecond(_ row: Int) -> UInt64 {
    UInt64(columns.milliseconds[Int(order[row])] - columns.day.start.milliseconds)
  }

  func contentHash(_ row: Int) -> UInt64 { columns.contentHashes[Int(order[row])] }

  func number(_ column: Int, _ row: Int) -> Float { columns.numbers[column][Int(order[row])] }

  func offset(_ row: Int) -> UInt64 { columns.offsets[Int(order[row])] }

  func write(_ column: Int, to writer: inout PartitionWriter) throws {
    let (codes, vocabulary) = (columns.codes[column], columns.vocabularies[column])
    let text = CodedStrings(count, of: vocabulary.count) {
      codes[Int(order[$0])]
    } append: {
      $0.append(vocabulary.strings[Int($1)])
    }
    try writer.text(collection.textColumns[column].rawValue, text)
  }

  func files() -> CodedStrings {
    CodedStrings(count, of: paths.count) {
      columns.files[Int(order[$0])]
    } append: {
      $0.append(paths[Int($1)].utf8.span)
    }
  }

  func release() {}
}
