import FindieDomain
import FindieFiles
import FindieIngest
import FindieModels
package import FindieRanking
package import FindieWorkspace
import Foundation

extension Suggestions: Artifact {
  package static var grain: String { "one row per player and candidate, one vector per player" }
  package static var formatVersion: Int { 1 }

  package var counts: [String: Int] {
    ["players": players.count, "candidates": candidates.count]
  }

  package func write(to file: inout ArtifactWriter) {
    file.put("players", json: players.ids)
    file.put("games", json: games.ids)
    file.put("candidates", candidates)
    file.put("vectors", vectors.elements)
  }

  package init(from file: ArtifactReader) throws {
    let players = Identifiers(try file.json("players", as: [String].self))
    let games = Identifiers(try file.json("games", as: [String].self))
    let elements: [Float] = try file.numbers("vectors")
    self.init(
      players: players, games: games,
      candidates: try file.sparseRows("candidates", rows: players.count, columns: games.count),
      vectors: Matrix(
        rows: players.count, columns: elements.count / max(1, players.count), elements: elements))
  }

  private var file: (header: ArtifactHeader, pieces: [[UInt8]]) {
    var writer = ArtifactWriter()
    write(to: &writer)
    return writer.file(
      stage: OwnFiles.suggestionsFolder, fingerprint: Fingerprint(of: ""),
      formatVersion: Self.formatVersion, summary: .empty)
  }

  /// The checksum of the data.
  var checksum: Fingerprint { file.header.checksum }

  func write(to url: URL) throws(FileFailure) {
    try DurableFile.write(pieces: file.pieces, to: url)
  }
}

extension Suggestions {
  /// The candidates and players' vectors of tonight's files.
  ///
  /// - Parameters:
  ///   - catalogue: vectors of another length than those of its games are left out.
  ///   - isForgotten: whose candidates and vectors are left out; nil for nobody.
  init(_ read: ReadCatalogue, for catalogue: Catalogue, without isForgotten: ((String) -> Bool)?) {
    let length = catalogue.packedVectors.commonLength ?? 0
    let all = Suggestions(
      candidates: read.candidates.packed.lazy.map {
        (player: $0.userId, game: $0.gameId, score: $0.score)
      },
      vectors: read.vectors.packed.lazy.compactMap { vector in
        guard let player = vector.userId, vector.length == length else { return nil }
        return (player: player, vector: vector.record.vector.elements)
      })
    self = isForgotten.map { all.without($0) } ?? all
  }
}
