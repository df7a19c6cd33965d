import FindieDomain
import FindieRanking
import FindieFiles
import FindieModels
import FindieWorkspace
import Foundation

/// Lists that another program computed from the same training set: NDJSON, one player per line, the
/// best game first.
///
///     {"userId":"u1","games":["g7","g2"]}
///
/// Entries may be objects with a `gameId`, as in published lists.
struct ListsFile: Sendable {
  let url: URL
  /// Lines may name players by their ids in an anonymous export with this key.
  var key: PlayerKey? = nil

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

  /// The lists of a split's players, as a model named after the file. Players without a list get an
  /// empty one; games that are not in the training set are skipped.
  ///
  /// - Throws: `LabFailure`, `FileFailure`.
  func ranker(for split: Split, games: Identifiers) throws -> ListedRanker {
    let name = url.deletingPathExtension().lastPathComponent
    let ids = split.players + (key.map { split.players.map($0.anonymousId) } ?? [])
    let rows = Dictionary(
      ids.enumerated().map { (ExactText($1), $0 % split.players.count) },
      uniquingKeysWith: { first, _ in first })
    var lists = [[UInt32]?](repeating: nil, count: split.players.count)
    let decoder = JSONDecoder()
    let lines = try DurableFile.receive(url).split(
      separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
    for (number, bytes) in lines.enumerated() where !bytes.isEmpty {
      let line: Line
      do {
        line = try decoder.decode(Line.self, from: Data(bytes))
      } catch {
        throw LabFailure.unreadable(
          "\(url.path), line \(number + 1): expected a list such as "
            + #"{"userId":"u1","games":["g7","g2"]}. Fix or remove the line."#)
      }
      guard let row = rows[ExactText(line.userId)] else { continue }
      guard lists[row] == nil else {
        throw LabFailure.unreadable(
          "\(url.path), line \(number + 1): a second list of \(line.userId). Remove "
            + "one of them.")
      }
      lists[row] = line.games.compactMap { games.index(of: $0.gameId).map { UInt32($0) } }
    }
    guard lists.contains(where: { $0 != nil }) else {
      throw LabFailure.unreadable(
        "\(url.path) has no list of a test player. Name a file with their lists by --lists.")
    }
    return ListedRanker(name, lists: lists.map { $0 ?? [] })
  }
}
