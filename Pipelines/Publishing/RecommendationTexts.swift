import FindieDomain
import FindieHistory
import FindieRanking
import FindieWorkers

/// The texts in the players' lists of a night, each built once: the ids of all games, by index, then the
/// sentences of the reasons that occur, by code.
///
/// A text's number is its index among these, also in the store.
struct RecommendationTexts: Sendable {
  /// As the store encodes them.
  let texts: [String]
  /// The part of a published line for each text: for a game the beginning of its entry, for a reason its
  /// sentence.
  let pieces: ByteStrings

  private let codes: ReasonCodes
  /// The number of each code's text; -1 if the code does not occur.
  private let numbers: [Int32]

  init(_ table: RecommendationTable, games: [Game], workers: Workers) {
    codes = ReasonCodes(games: games.count)
    var numbers = [Int32](repeating: -1, count: codes.count)
    var texts = games.map(\.id)
    for (code, occurs) in codes.occurring(in: table, workers).enumerated() where occurs {
      numbers[code] = Int32(texts.count)
      let (kind, subject) = codes.code(code)
      guard let reason = Reason(kind: kind, subject: subject) else {
        preconditionFailure("no reason has the code \(kind), \(subject)")
      }
      texts.append(reason.sentence { games[Int($0)].title })
    }
    self.texts = texts
    self.numbers = numbers
    var pieces = ByteStrings()
    for (number, text) in texts.enumerated() {
      var line = PublishedLine()
      line.add(number < games.count ? #"{"gameId":"# : "", text: text)
      if number < games.count { line.bytes += #","rank":"#.utf8 }
      pieces.append(line.bytes.span)
    }
    self.pieces = pieces
  }

  /// The number of the text of a reason, by its code; nil if the code has none.
  func number(kind: UInt8, subject: UInt32) -> Int? {
    codes.number(kind: kind, subject: subject).map { Int(numbers[$0]) }
  }
}

extension ReasonCodes {
  /// For each code, whether an entry of the table has it.
  fileprivate func occurring(in table: RecommendationTable, _ workers: Workers) -> [Bool] {
    let (kinds, subjects) = (table.reasonKinds, table.reasonSubjects)
    let parts = Workers.ranges(
      of: kinds.count, size: max(1 << 20, kinds.count / (4 * workers.threads)))
    let found = workers.map(parts.count) { part in
      var occurs = [Bool](repeating: false, count: count)
      for index in parts[part] {
        if let code = number(kind: kinds[index], subject: subjects[index]) { occurs[code] = true }
      }
      return occurs
    }
    return found.reduce(into: [Bool](repeating: false, count: count)) { all, some in
      for code in all.indices where some[code] { all[code] = true }
    }
  }
}
