import FindieBatch
package import FindieDomain
import FindieText

/// The lines of the published lists: JSON with the keys in the contract's order, scores with six
/// significant digits. They have no date, so that equal lists are equal bytes on all nights.
package struct PublishedLine: Sendable {
  package internal(set) var bytes: [UInt8] = []

  package init() {}

  /// - Returns: the id of the list, which is computed if it has none.
  @discardableResult
  package mutating func append(_ list: RecommendationList) -> String {
    let start = begin(userId: list.userId, source: list.source)
    for entry in list.games {
      add(entry.rank == 1 ? "{" : ",{")
      add(#""gameId":"#, text: entry.gameId)
      add(#","rank":\#(entry.rank),"score":\#(sixDigits(entry.score)),"reasons":["#)
      for (index, reason) in entry.reasons.enumerated() {
        add(index == 0 ? #"{"kind":"# : #",{"kind":"#, text: reason.kind.rawValue)
        if let game = reason.gameId { add(#","gameId":"#, text: game) }
        if let genre = reason.genre { add(#","genre":"#, text: genre.rawValue) }
        add(#","weight":\#(sixDigits(reason.weight))}"#)
      }
      endEntry(probability: entry.probability)
    }
    return endList(start, listId: list.listId)
  }

  /// Where a player's line and its id begin.
  struct ListStart {
    fileprivate let line: Int
    fileprivate let listId: Int
  }

  /// Begins the line of a player, which `endList` completes.
  mutating func begin(userId: String, source: RecommendationList.Source) -> ListStart {
    let line = bytes.count
    add(#"{"userId":"#, text: userId)
    let start = ListStart(line: line, listId: bytes.count)
    add(PublishedLine.listIdMember(PublishedLine.unknownListId))
    add(#","source":"#, text: source.rawValue)
    add(#","games":["#)
    return start
  }

  /// Appends the rest of an entry, after its reasons.
  mutating func endEntry(probability: Double?) {
    guard let probability else { return add("]}") }
    add(#"],"slot":"exploration","probability":\#(sixDigits(probability))}"#)
  }

  /// Ends the line of a player.
  ///
  /// - Parameter known: the id of a longer list, of which this is the beginning; nil to compute the id:
  ///   the first 16 hexadecimal digits of the SHA-256 of the line without its `listId`.
  /// - Returns: the id.
  mutating func endList(_ start: ListStart, listId known: String? = nil) -> String {
    add("]}")
    let length = PublishedLine.listIdMember(PublishedLine.unknownListId).utf8.count
    let member = start.listId..<start.listId + length
    let listId = known ?? hash(from: start.line, without: member)
    bytes.replaceSubrange(member, with: PublishedLine.listIdMember(listId).utf8)
    add("\n")
    return listId
  }

  private func hash(from line: Int, without member: Range<Int>) -> String {
    var hash = FingerprintWriter()
    hash.add(bytes[line..<member.lowerBound])
    hash.add(bytes[member.upperBound...])
    return String(hash.fingerprint.hexadecimal.prefix(PublishedLine.unknownListId.count))
  }

  private static let unknownListId = "0000000000000000"

  private static func listIdMember(_ id: String) -> String { #","listId":"\#(id)""# }

  package mutating func append(_ list: SimilarGames) {
    add(#"{"gameId":"#, text: list.gameId)
    add(#","games":["#)
    for entry in list.games {
      add(entry.rank == 1 ? "{" : ",{")
      add(#""gameId":"#, text: entry.gameId)
      add(#","rank":\#(entry.rank),"score":\#(sixDigits(entry.score)),"carriedBy":"#)
      add("", text: entry.carriedBy.rawValue)
      add("}")
    }
    add("]}\n")
  }

  /// Appends an object with texts (at least one), then numbers. Keys are not escaped.
  package mutating func append(texts: [(String, String)], numbers: [(String, Double)]) {
    for (index, member) in texts.enumerated() {
      add(#"\#(index == 0 ? "{" : ",")"\#(member.0)":"#, text: member.1)
    }
    for (name, number) in numbers { add(#","\#(name)":\#(sixDigits(number))"#) }
    add("}\n")
  }

  package mutating func append(_ list: TrendingGames) {
    add(#"{"genre":"#)
    if let genre = list.genre { add("", text: genre.rawValue) } else { add("null") }
    add(#","games":["#)
    for entry in list.games {
      add(entry.rank == 1 ? "{" : ",{")
      add(#""gameId":"#, text: entry.gameId)
      add(#","rank":\#(entry.rank),"lift":\#(sixDigits(entry.lift))"#)
      add(#","lowerBound":\#(sixDigits(entry.lowerBound)),"events":\#(entry.events)"#)
      for (index, flag) in entry.flags.enumerated() {
        add(index == 0 ? #","flags":["# : ",", text: flag.rawValue)
      }
      add(entry.flags.isEmpty ? "}" : "]}")
    }
    add("]}\n")
  }

  package mutating func append(_ release: NewRelease) {
    add(#"{"gameId":"#, text: release.gameId)
    add(#","rank":\#(release.rank),"releaseDate":"#, text: release.releaseDate.description)
    add(#","status":"#, text: release.status.rawValue)
    add(#","score":\#(sixDigits(release.score))}"# + "\n")
  }

  package mutating func append(_ game: AnnouncedGame) {
    add(#"{"gameId":"#, text: game.gameId)
    add(#","rank":\#(game.rank),"releaseDate":"#)
    if let day = game.releaseDate { add("", text: day.description) } else { add("null") }
    add(#","status":"#, text: game.status.rawValue)
    add("}\n")
  }

  mutating func add(_ raw: String) {
    bytes += raw.utf8
  }

  /// Appends `raw`, then `text` as a JSON string.
  mutating func add(_ raw: String, text: String) {
    bytes += raw.utf8
    bytes.append(UInt8(ascii: "\""))
    for byte in text.utf8 {
      switch byte {
      case UInt8(ascii: "\""), UInt8(ascii: "\\"):
        bytes.append(UInt8(ascii: "\\"))
        bytes.append(byte)
      case 0..<0x20: bytes += "\\u\(byte.padded(to: 4, radix: 16))".utf8
      default: bytes.append(byte)
      }
    }
    bytes.append(UInt8(ascii: "\""))
  }
}
