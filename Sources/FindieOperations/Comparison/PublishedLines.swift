import FindieDomain
import FindieNight
import Foundation

/// The players' lists of one published night, one line per player.
struct PublishedLines {
  private struct Line: Decodable {
    struct Entry: Decodable {
      let gameId: String
      let slot: String?
    }

    let userId: String
    let games: [Entry]
  }

  private let bytes: Data
  private let lines: [Range<Data.Index>]

  init(_ file: URL) throws {
    bytes = try Data(contentsOf: file, options: .mappedIfSafe)
    var lines: [Range<Data.Index>] = []
    var start = bytes.startIndex
    while let end = bytes[start...].firstIndex(of: UInt8(ascii: "\n")) {
      lines.append(start..<end)
      start = bytes.index(after: end)
    }
    self.lines = lines
  }

  var count: Int { lines.count }

  /// The player and the list of one line.
  func list(_ line: Int) throws -> (user: ExactText, entries: [ListedEntry]) {
    let line = try JSONDecoder().decode(Line.self, from: bytes[lines[line]])
    return (
      ExactText(line.userId), line.games.map { ListedEntry($0.gameId, isDrawn: $0.slot != nil) }
    )
  }

  /// The lines of one player.
  func lines(of user: String) -> [Int] {
    var key = PublishedLine()
    key.append(
      RecommendationList(
        userId: user, date: Day(daysSinceEpoch: 0), source: .popular, games: []))
    // {"userId":"…", up to the id's end.
    let id = key.bytes.prefix(key.bytes.count - PublishedLines.restInBytes)
    return lines.indices.filter { bytes[lines[$0]].starts(with: id) }
  }

  /// The length of the rest of an empty list's line, with its end.
  private static let restInBytes =
    #","listId":"0123456789abcdef","source":"popular","games":[]}"#.utf8.count + 1
}
