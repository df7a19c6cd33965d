package import FindieWorkspace
package import FindieModels
import FindieText

extension FactorModel: Artifact {
  package static var grain: String { "one factor per player and one per game" }
  package static var formatVersion: Int { 2 }

  package var counts: [String: Int] {
    ["players": players.rows, "games": games.rows, "rank": parameters.rank]
  }

  package var conclusion: String? {
    let solver =
      switch parameters.solver {
      case .exact: "exact ALS"
      case .automatic, .conjugateGradient: "ALS with conjugate gradient"
      }
    return
      "Factors of rank \(parameters.rank), trained by \(parameters.iterations) iterations of "
      + "\(solver), λ \(sixDigits(parameters.regularization))."
  }

  package func write(to file: inout ArtifactWriter) {
    file.put("parameters", json: parameters)
    file.put("players", players.elements)
    file.put("games", games.elements)
  }

  package init(from file: ArtifactReader) throws {
    let parameters = try file.json("parameters", as: ALSParameters.self)
    self.init(
      players: try file.matrix("players", columns: parameters.rank),
      games: try file.matrix("games", columns: parameters.rank), parameters: parameters)
  }
}

extension ArtifactReader {
  func matrix(_ name: String, columns: Int) throws -> Matrix {
    let elements = try numbers(name, as: Float.self)
    guard columns > 0, elements.count % columns == 0 else { throw ArtifactDamage.array(name) }
    return Matrix(rows: elements.count / columns, columns: columns, elements: elements)
  }
}
