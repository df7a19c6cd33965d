package import FindieDomain
package import FindieText

/// The encoded recommendations of one player.
package struct EncodedPlayerList: Sendable {
  package let userId: String
  package let listId: String
  package let source: RecommendationList.Source
  package let entries: String
  /// Nil without rows.
  package let rows: String?
}

/// Encodes the recommendations of players as JSON. It needs no store, so that all threads can
/// encode: texts are given by the numbers that `ListWriter.begin(texts:)` assigns.
///
/// An entry is `[game, score, reason, weight, reason, weight, probability]`. Missing members are
/// null, or left out at its end. The score has six significant digits, a weight is in thousandths,
/// and a reason is `ListSchema.reasonFactor` × the number of its game or genre (0 for none) + the
/// code of its kind. The rank of an entry is its index plus one.
///
/// A row is `[key, subject, game, …]`: the numbers of texts, and 0 without a subject.
package struct PlayerListEncoder: Sendable {
  private var bytes: [UInt8] = []
  private var rows: [UInt8] = []
  private var reasons = 0

  package init() {}

  package mutating func begin() {
    bytes.removeAll(keepingCapacity: true)
    bytes.append(UInt8(ascii: "["))
    rows.removeAll(keepingCapacity: true)
  }

  /// Adds a row of games.
  package mutating func addRow(key: Int, subject: Int?, games: [Int]) {
    rows.append(UInt8(ascii: rows.isEmpty ? "[" : ","))
    rows.append(UInt8(ascii: "["))
    rows.append(key)
    for number in [subject ?? 0] + games {
      rows.append(UInt8(ascii: ","))
      rows.append(number)
    }
    rows.append(UInt8(ascii: "]"))
  }

  package mutating func add(game: Int, score: SixDigitText) {
    if bytes.count > 1 { bytes.append(UInt8(ascii: ",")) }
    bytes.append(UInt8(ascii: "["))
    bytes.append(game)
    bytes.append(UInt8(ascii: ","))
    bytes.append(score)
    reasons = 0
  }

  /// - Parameter subject: the number of the reason's game or genre; nil if its kind names none.
  /// - Precondition: the entry has at most one reason.
  package mutating func add(reason kind: ReasonKind, subject: Int?, thousandths: Int) {
    precondition(reasons < Self.maximumReasons, "an entry with more than two reasons")
    reasons += 1
    precondition(kind.code < ListSchema.reasonFactor, "the code of \(kind)")
    let code = ListSchema.reasonFactor * (subject ?? 0) + Int(kind.code)
    bytes.append(UInt8(ascii: ","))
    bytes.append(code)
    bytes.append(UInt8(ascii: ","))
    bytes.append(thousandths)
  }

  package mutating func endEntry(probability: Double?, isPromoted: Bool = false) {
    if probability != nil || isPromoted {
      for _ in reasons..<Self.maximumReasons { bytes += ",null,null".utf8 }
      bytes += ",\(probability.map { "\($0)" } ?? "null")".utf8
    }
    if isPromoted { bytes += ",1".utf8 }
    bytes.append(UInt8(ascii: "]"))
  }

  /// Ends the list of the entries that were added since `begin`.
  package mutating func list(
    userId: String, listId: String, source: RecommendationList.Source
  ) -> EncodedPlayerList {
    bytes.append(UInt8(ascii: "]"))
    return EncodedPlayerList(
      userId: userId, listId: listId, source: source,
      entries: String(decoding: bytes, as: UTF8.self),
      rows: rows.isEmpty ? nil : String(decoding: rows, as: UTF8.self) + "]")
  }

  private static let maximumReasons = 2
}
