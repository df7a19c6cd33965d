import FindieIngest
import FindieText

/// What is wrong with the rejected lines of a file: every fault of every stored line, counted.
package struct InputFaults: Codable, Sendable {
  package struct Fault: Codable, Sendable {
    package let reason: String
    /// The field, or the fields that a line lacks; empty if the whole line is at fault.
    package let fields: [String]
    /// The number of examined lines with this fault.
    package fileprivate(set) var lines: Int
    /// The first of these lines, from 1, and the offset of its first byte.
    package let line: Int
    package let offset: Int
    /// The keys of the first line with the types of their values, if it lacks fields.
    package let keys: [String]
    /// What the first line has, such as `the number 1`.
    package let found: String
    /// What it must have.
    package let expected: String
    /// The unknown words, the most frequent first.
    package fileprivate(set) var words: [Word]
  }

  package struct Word: Codable, Sendable, Equatable {
    package let word: String
    package let count: Int
  }

  /// The number of rejected lines that were examined: those that the quarantine would store.
  package let examined: Int
  /// The most frequent first, at most `limit`.
  package let faults: [Fault]

  private static let limit = 50
  private static let shownFaults = 10
  static let shownWords = 20

  /// - Parameters:
  ///   - lines: from a file of the collection.
  ///   - names: those that the file has for fields.
  init(
    _ lines: [RejectedLine], of collection: InputCollection, names: FieldNames,
    reader: EventReader
  ) {
    /// Identifies a kind of fault.
    struct Kind: Hashable {
      let reason: RejectionReason
      let fields: [String]
    }
    var found: [Kind: Int] = [:]
    var faults: [(fault: Fault, words: WordCounts)] = []
    reader.examine(lines, of: collection) { line, examined in
      let examined = names.named(examined)
      let missing = examined.faults.filter { $0.reason == .missingField }
      var kinds = missing.prefix(1).map {
        (kind: Kind(reason: .missingField, fields: missing.map(\.field)), fault: $0)
      }
      kinds += examined.faults.filter { $0.reason != .missingField }.map {
        (Kind(reason: $0.reason, fields: $0.field.isEmpty ? [] : [$0.field]), $0)
      }
      for (kind, fault) in kinds {
        if found[kind] == nil {
          guard faults.count < 10 * Self.limit else { continue }
          found[kind] = faults.count
          faults.append(
            (Fault(fault, reason: kind.reason, fields: kind.fields, line, examined), WordCounts()))
        }
        guard let index = found[kind] else { continue }
        faults[index].fault.lines += line.lines
        if kind.reason.isUnknownWord { faults[index].words.add(fault.found) }
      }
    }
    examined = lines.reduce(0) { $0 + $1.lines }
    // Of equally frequent faults, the one that was found first.
    self.faults = faults.enumerated()
      .sorted { ($1.element.fault.lines, $0.offset) < ($0.element.fault.lines, $1.offset) }
      .prefix(Self.limit).map { _, entry in
        var fault = entry.fault
        fault.words = entry.words.mostFrequent
        return fault
      }
  }

  /// The faults as lines for people.
  ///
  /// - Parameter rejected: the number of all rejected lines.
  package func lines(of path: String, rejected: Int) -> [String] {
    var lines = faults.prefix(Self.shownFaults).map { fault in
      "\(printable(path)) line \(fault.line), byte \(fault.offset): \(fault.reason)"
        + printable(fault.sentence) + " (\(fault.lines.counted("line")))"
    }
    if faults.count > lines.count {
      lines.append("\(printable(path)) has more faults; --json lists them.")
    }
    if examined < rejected {
      lines.append(
        "These are the faults of the first \(examined.counted("rejected line")) of "
          + "\(printable(path)); \(rejected.grouped) were rejected.")
    }
    return lines
  }
}

extension InputFaults.Fault {
  fileprivate init(
    _ fault: ExaminedLine.Fault, reason: RejectionReason, fields: [String],
    _ line: RejectedLine, _ examined: ExaminedLine
  ) {
    self.init(
      reason: reason.rawValue, fields: fields, lines: 0, line: line.line, offset: line.byteOffset,
      keys: reason == .missingField ? examined.keys : [], found: fault.found,
      expected: fault.expected, words: [])
  }

  /// What is wrong, after a colon; empty if the reason is enough.
  fileprivate var sentence: String {
    let all = fields.joined(separator: ", ")
    guard reason != RejectionReason.missingField.rawValue else {
      let present =
        keys.isEmpty
        ? "found no keys"
        : "found \(keys.count == 1 ? "the key" : "the keys") "
          + keys.joined(separator: ", ")
      return ": \(present); expected \(all)"
    }
    let found = self.found.isEmpty ? all : all.isEmpty ? self.found : "\(all) is \(self.found)"
    guard !found.isEmpty || !expected.isEmpty else { return "" }
    let sentence = expected.isEmpty ? found : "\(found), must be \(expected)"
    return ": " + sentence + (words.count > 1 ? "; found \(words.inWords)" : "")
  }
}

extension [InputFaults.Word] {
  /// `"roguelike" 12, "moba" 3`.
  package var inWords: String {
    map { "\($0.word) \($0.count.grouped)" }.joined(separator: ", ")
  }
}

extension WordCounts {
  /// The most frequent words.
  var mostFrequent: [InputFaults.Word] {
    words.prefix(InputFaults.shownWords).map { InputFaults.Word(word: $0.word, count: $0.count) }
  }
}

extension RejectionReason {
  fileprivate var isUnknownWord: Bool {
    switch self {
    case .unknownAction, .unknownEventType, .unknownStatus, .unknownWord,
      .notInContract, .placeholderId:
      true
    default: false
    }
  }
}
