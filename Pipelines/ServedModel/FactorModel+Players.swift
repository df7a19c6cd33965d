package import FindieLinearAlgebra
package import FindieModels
package import FindieWorkers

extension FactorModel {
  /// X[players, rank]: the exact solution of each profile.
  package func factors(of profiles: SparseRows, workers: Workers) throws -> Matrix {
    let gramian = weightedGamesGramian
    let parts = Workers.ranges(of: profiles.rows, size: 1024)
    let factors = try workers.map(parts.count) { part in
      try self.factors(of: parts[part], in: profiles, weightedGramian: gramian).elements
    }
    return Matrix(
      rows: profiles.rows, columns: games.columns, elements: Array(factors.joined()))
  }
}
