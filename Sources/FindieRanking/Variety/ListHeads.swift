/// The top entries of many lists, in columns: the input of `TopPositions`.
///
/// Each thread fills one; they are joined in the order of their players.
package struct ListHeads: Sendable, Equatable {
  /// List i's entries are at `offsets[i]..<offsets[i + 1]`.
  private var offsets = [0]
  private var entries: [RankedCandidate] = []

  package init() {}

  /// The number of lists.
  package var count: Int { offsets.count - 1 }

  /// One list's entries, from the first.
  package subscript(list: Int) -> ArraySlice<RankedCandidate> {
    entries[offsets[list]..<offsets[list + 1]]
  }

  /// Adds a list; it may be empty.
  package mutating func append(_ head: some Sequence<RankedCandidate>) {
    entries.append(contentsOf: head)
    offsets.append(entries.count)
  }

  /// Appends the lists of another one.
  package mutating func append(_ others: ListHeads) {
    let start = entries.count
    entries.append(contentsOf: others.entries)
    for offset in others.offsets.dropFirst() { offsets.append(start + offset) }
  }
}
