import FindieDomain
import FindieHistory
import FindieRanking
import FindieWorkers

/// The texts that the players' lists of a night consist of, each made once: the ids of all games by
/// their indices, then the sentences of the reasons that occur, by their codes.
///
/// A text's number is its place among these, in the store too.
struct RecommendationTexts: Sendable {
  /// As the store keeps them.
  let texts: [String]
  /// What the lines say of each: of a game its entry's beginning, of a reason its sentence.
  let pieces: ByteStrings

  private let codes: ReasonCodes
  /// For each of the codes its text's number, -1 where it does not occur.
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

  /// The number of the text of a reason, by its code; nil where the code spells none.
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
      for place in parts[part] {
        if let code = number(kind: kinds[place], subject: subjects[place]) { occurs[code] = true }
      }
      return occurs
    }
    return found.reduce(into: [Bool](repeating: false, count: count)) { all, some in
      for code in all.indices where some[code] { all[code] = true }
    }
  }
}
