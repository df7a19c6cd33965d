import FindieDomain
import FindieFiles
import FindieRecommender
package import Foundation

/// Lists that another program made of the same training: NDJSON, a line a player, games from the best.
///
///     {"userId":"u1","games":["g7","g2"]}
///
/// Entries may be objects with a `gameId`, as in the lists that a night publishes.
package struct ListsFile: Sendable {
  package var url: URL

  package init(_ url: URL) {
    self.url = url
  }

  private struct Line: Decodable {
    let userId: String
    let games: [Entry]

    struct Entry: Decodable {
      let gameId: String

      private enum CodingKeys: CodingKey { case gameId }

      init(from decoder: any Decoder) throws {
        do {
          gameId = try decoder.singleValueContainer().decode(String.self)
        } catch DecodingError.typeMismatch {
          gameId = try decoder.container(keyedBy: CodingKeys.self)
            .decode(String.self, forKey: .gameId)
        }
      }
    }
  }

  /// The lists of a split's players, as a model of the file's name. Players without a list get an empty
  /// one; games that the training lacks are passed over.
  ///
  /// - Throws: where the file cannot be read, holds something else, or no list of a tested player.
  func ranker(for split: Split, games: Identifiers) throws -> ListedRanker {
    let name = url.deletingPathExtension().lastPathComponent
    let rows = Dictionary(
      uniqueKeysWithValues: split.players.enumerated().map { (ExactText($1), $0) })
    var lists = [[UInt32]?](repeating: nil, count: split.players.count)
    let decoder = JSONDecoder()
    let lines = try DurableFile.read(url).split(
      separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
    for (number, bytes) in lines.enumerated() where !bytes.isEmpty {
      let line: Line
      do {
        line = try decoder.decode(Line.self, from: Data(bytes))
      } catch {
        throw Unreadable(
          description: "\(url.path), line \(number + 1): not a list such as "
            + #"{"userId":"u1","games":["g7","g2"]}; mend the line, or leave it out"#)
      }
      guard let row = rows[ExactText(line.userId)] else { continue }
      guard lists[row] == nil else {
        throw Unreadable(
          description: "\(url.path), line \(number + 1): a second list of \(line.userId); leave "
            + "one out")
      }
      lists[row] = line.games.compactMap { games.index(of: $0.gameId).map { UInt32($0) } }
    }
    guard lists.contains(where: { $0 != nil }) else {
      throw Unreadable(
        description: "\(url.path) has no list of any player that is tested; name the lists of the "
          + "test's players by --lists")
    }
    return ListedRanker(name, lists: lists.map { $0 ?? [] })
  }

  /// The file does not say what it should.
  package struct Unreadable: Error, CustomStringConvertible {
    package let description: String
  }
}
