package import FindieHistory

/// A line of events cut into literals and values: what lines of one form have in common.
package struct LineOutline: Equatable {
  /// The forms that are learned; rows of a template carry it as their tag.
  package enum Shape: UInt8 {
    case plain = 0
    case wrapped = 1
  }

  package let shape: Shape
  /// One in front of every value, and one behind the last.
  private(set) var literals = ByteStrings()
  private(set) var values: [LineValue] = []

  private static let limitOfLiterals = 1 << 16

  /// The outline of a line without its line end, nil where lines like it cannot be learned.
  ///
  /// - Precondition: `EventDecoder` accepted the line.
  package init?(of line: Span<UInt8>, in collection: EventCollection) {
    guard let found = LineLeaves(of: line) else { return nil }
    let leaves = found.leaves
    let isWrapped = found.objects.contains { $0.key == "data" }
    shape = isWrapped ? .wrapped : .plain
    let keys = leaves.map { ($0.key, $0.parent) } + found.objects
    guard LineOutline.areSound(keys, in: collection, isWrapped: isWrapped),
      let values = LineOutline.values(of: leaves, in: collection, isWrapped: isWrapped)
    else { return nil }
    self.values = values
    guard hasAllRequired else { return nil }

    var end = 0
    for leaf in leaves {
      literals.append(line.extracting(end..<leaf.range.lowerBound))
      end = leaf.range.upperBound
    }
    literals.append(line.extracting(end..<line.count))
    guard literals.bytes.count <= LineOutline.limitOfLiterals,
      !literals.bytes.contains(where: { $0 < 0x20 && $0 != 0x09 })
    else { return nil }
  }

  /// Whether no key that is read stands twice in its object, and nothing that a plain line has stands
  /// around a wrapped one.
  private static func areSound(
    _ keys: [(key: String, parent: LineLeaves.Parent)], in collection: EventCollection,
    isWrapped: Bool
  ) -> Bool {
    let known = Set(EventField.allCases.map { $0.name(in: collection) })
    var seen: Set<String> = []
    for (key, parent) in keys where known.contains(key) {
      if isWrapped && parent == .outer && key != "id" && key != "data" { return false }
      if !isWrapped && key == "data" && parent != .outer { return false }
      if !seen.insert("\(parent) \(key)").inserted { return false }
    }
    return true
  }

  /// What each leaf is, nil where one stands where it cannot be learned.
  private static func values(
    of leaves: [LineLeaves.Leaf], in collection: EventCollection, isWrapped: Bool
  ) -> [LineValue]? {
    // The outer id wins, where there is one.
    let outerId = isWrapped ? leaves.firstIndex { $0.parent == .outer && $0.key == "id" } : nil
    let fields = EventField.allCases.filter { $0.name(in: collection) != "" }
    var values: [LineValue] = []
    for (place, leaf) in leaves.enumerated() {
      switch leaf.parent {
      case .outerInstant where isWrapped: return nil
      case .outerInstant, .innerInstant:
        guard let part = part(of: leaf, after: place > 0 ? leaves[place - 1] : nil) else {
          return nil
        }
        values.append(part)
      case .outer where isWrapped:
        values.append(place == outerId ? .id : .skip)
      case .outer, .inner:
        let field = fields.first { $0.name(in: collection) == leaf.key }
        let value = field.map { LineValue($0, of: collection) } ?? .skip
        values.append(value == .id && outerId != nil ? .skip : value)
      }
    }
    return values
  }

  /// A part of a Firestore timestamp, nil for anything else: the seconds first, then perhaps the
  /// nanoseconds of the same spelling.
  private static func part(of leaf: LineLeaves.Leaf, after last: LineLeaves.Leaf?) -> LineValue? {
    let before = last?.parent == leaf.parent ? last?.key : nil
    return switch (leaf.key, before) {
    case ("_seconds", nil), ("seconds", nil): .seconds
    case ("_nanoseconds", "_seconds"), ("nanoseconds", "seconds"): .nanoseconds
    default: nil
    }
  }

  private var hasAllRequired: Bool {
    func count(_ value: LineValue) -> Int { values.count { $0 == value } }
    let required = values.count {
      if case .text(_, isRequired: true) = $0 { true } else { false }
    }
    return count(.id) == 1 && count(.kind) == 1 && required == 2
      && count(.instant) + count(.seconds) == 1
  }
}
