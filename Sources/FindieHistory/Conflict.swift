import FindieDomain

/// An event with the id of a stored event and different content. Of the events with one id, the one
/// with the smallest (instant, content hash) is stored.
package struct Conflict: Codable, Sendable, Equatable {
  package static let limit = 10_000

  package var id: String
  package var kept: Location
  /// The first event with this content.
  package var dropped: Location
  /// The first event with this content of each other file; nil if there is none.
  private var alsoDropped: [Location]?
  /// The content hash of the dropped events.
  package var droppedContent: UInt64

  package struct Location: Codable, Sendable, Hashable {
    package var file: String
    /// Of the line's first byte, in decompressed bytes.
    package var byteOffset: UInt64
  }
}

extension Conflict {
  /// - Parameter dropped: the events with this content, one per file.
  /// - Precondition: `dropped` is not empty.
  init(id: String, kept: Location, dropped: [Location], droppedContent: UInt64) {
    precondition(!dropped.isEmpty, "a conflict of \(id) without a dropped event")
    self.id = id
    self.kept = kept
    self.dropped = dropped[0]
    alsoDropped = dropped.count > 1 ? Array(dropped[1...]) : nil
    self.droppedContent = droppedContent
  }

  /// The events with this content, one per file, in the order of the files.
  package var allDropped: [Location] { [dropped] + (alsoDropped ?? []) }

  /// The conflict without the events of changed files; nil if none is left.
  ///
  /// - Parameter read: files that are read again. If the file of the stored event changed, their
  ///   events are compared again. Events of deleted files stay.
  func without(_ changed: Set<ExactText>, read: Set<ExactText>) -> Conflict? {
    let gone = changed.contains(ExactText(kept.file)) ? changed.union(read) : changed
    let left = allDropped.filter { !gone.contains(ExactText($0.file)) }
    guard !left.isEmpty else { return nil }
    return Conflict(id: id, kept: kept, dropped: left, droppedContent: droppedContent)
  }

  /// The conflicts by id, one for each distinct content of an id.
  static func merging(_ conflicts: [Conflict]) -> [Conflict] {
    Dictionary(grouping: conflicts, by: \.content).values.map { same in
      var locations: [ExactText: Location] = [:]
      for location in same.flatMap(\.allDropped) {
        locations[ExactText(location.file)] = min(
          location, locations[ExactText(location.file)] ?? location)
      }
      return Conflict(
        id: same[0].id, kept: same[0].kept, dropped: locations.values.sorted(),
        droppedContent: same[0].droppedContent)
    }.sorted { (ExactText($0.id), $0.dropped) < (ExactText($1.id), $1.dropped) }
  }

  /// The identity of a conflict: an id and a content.
  private struct Content: Hashable {
    let id: ExactText
    let content: UInt64
  }

  private var content: Content { Content(id: ExactText(id), content: droppedContent) }
}

extension Conflict.Location: Comparable {
  package static func < (left: Self, right: Self) -> Bool {
    (ExactText(left.file), left.byteOffset) < (ExactText(right.file), right.byteOffset)
  }
}
