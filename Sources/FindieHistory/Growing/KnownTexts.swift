/// The codes that numbered texts have in the day that they were appended to last, a column each.
///
/// A text whose number stands here is neither hashed nor compared: lists of genres and tags are long,
/// and there are few.
struct KnownTexts {
  private var numbering = 0
  private var columns: [[Known]]

  private struct Known {
    /// Tells the day's columns apart from those of any other time, 0 of none.
    var day: UInt32
    var code: UInt32
  }

  init(_ collection: EventCollection) {
    columns = collection.textColumns.map { _ in [] }
  }

  /// Forgets the numbers of another numbering; 0 is none and numbers nothing.
  mutating func use(_ numbering: Int) {
    guard numbering != 0, numbering != self.numbering else { return }
    self.numbering = numbering
    for column in columns.indices { columns[column].removeAll(keepingCapacity: true) }
  }

  /// The code of a numbered text in a day, or what `find` finds.
  @inline(__always)
  mutating func code(
    _ number: UInt32, _ column: Int, day: UInt32, find: () -> UInt32
  ) -> UInt32 {
    guard number > 0 else { return find() }
    let place = Int(number)
    if place < columns[column].count, columns[column][place].day == day {
      return columns[column][place].code
    }
    let code = find()
    while columns[column].count <= place { columns[column].append(Known(day: 0, code: 0)) }
    columns[column][place] = Known(day: day, code: code)
    return code
  }
}
