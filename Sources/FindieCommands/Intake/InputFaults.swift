import FindieDomain
import FindieIngest
import FindieNight
import FindieText

/// What is wrong with the rejected lines of a file: the fault of every stored line, counted.
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
  ///   - lines: the stored rejected lines of a file.
  ///   - names: those that the file has for fields.
  ///   - required: the fields that a line must have, by their own names.
  init(_ lines: [RejectedLine], names: FieldNames, required: [String]) {
    /// Identifies a kind of fault.
    struct Kind: Hashable {
      let reason: RejectionReason
      let fields: [String]
    }
    let required = required.map(names.name)
    var found: [Kind: Int] = [:]
    var faults: [(fault: Fault, words: WordCounts)] = []
    for line in lines {
      let content = LineContent(of: line, names)
      var fields = line.detail.isEmpty ? [] : [line.detail]
      if line.reason == .missingField, required.contains(line.detail) {
        fields = required.filter { !content.hasValue(of: $0) }
      }
      let kind = Kind(reason: line.reason, fields: fields)
      if found[kind] == nil {
        guard faults.count < 10 * Self.limit else { continue }
        found[kind] = faults.count
        faults.append((Fault(of: line, fields: fields, content), WordCounts()))
      }
      guard let index = found[kind] else { continue }
      faults[index].fault.lines += line.lines
      if line.reason.isUnknownWord { faults[index].words.add(content.found) }
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
  fileprivate init(of line: RejectedLine, fields: [String], _ content: LineContent) {
    self.init(
      reason: line.reason.rawValue, fields: fields, lines: 0, line: line.line,
      offset: line.byteOffset,
      keys: line.reason == .missingField ? Array(content.keys.prefix(30)) : [],
      found: content.found,
      expected: ruleSentences[line.detail] ?? line.reason.expected,
      words: [])
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
    let isRule = reason == RejectionReason.brokenRule.rawValue
    let sentence =
      expected.isEmpty ? found : found + (isRule ? ": \(expected)" : ", must be \(expected)")
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
    case .unknownAction, .unknownEventType, .unknownStatus, .unknownWord, .notInContract: true
    default: false
    }
  }

  /// What a field must have instead; empty if the reason is enough.
  fileprivate var expected: String {
    func oneOf(_ words: [String]) -> String { "one of " + words.joined(separator: ", ") }
    return switch self {
    case .notJSON, .notUTF8, .notAnObject: "one JSON object, such as {\"id\":\"e1\", …}"
    case .wrongType: "of the type that docs/DATA.md says"
    case .emptyId: "text that is not empty"
    case .placeholderId: "an id, not a word for no value"
    case .idTooLong: "a shorter text"
    case .controlCharacter: "text without control characters"
    case .unknownAction: oneOf(SwipeAction.allCases.map(\.rawValue))
    case .unknownEventType: oneOf(EventType.allCases.map(\.rawValue))
    case .unknownStatus: oneOf(ReleaseStatus.allCases.map(\.rawValue))
    case .badTimestamp:
      "ISO 8601 text such as \"2025-02-26T18:00:00Z\", or seconds or milliseconds since 1970 as "
        + "a number"
    case .fromTheFuture: "at most a day after now"
    case .numberOutOfRange, .notInContract: "a value that the contract allows"
    case .badRow, .tooDeep, .lineTooLong, .badNumber, .unsupportedShape, .missingField,
      .unknownWord, .duplicateKey, .truncatedFile, .brokenRule:
      ""
    }
  }
}
