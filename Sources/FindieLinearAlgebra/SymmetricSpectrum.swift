/// The eigendecomposition QΛQᵀ of a symmetric matrix A[n, n], with ascending eigenvalues.
package struct SymmetricSpectrum: Sendable {
  package let values: [Float]
  /// Qᵀ[n, n]: one eigenvector per row.
  package let vectors: Matrix

  /// - Parameter matrix: symmetric and finite; only its upper triangle is read.
  /// - Throws: if LAPACK does not converge, which is not known to happen for finite matrices.
  package init(_ matrix: Matrix) throws(LAPACKFailure) {
    precondition(matrix.rows == matrix.columns, "\(matrix.rows) × \(matrix.columns) is not square")
    var vectors = matrix
    values = try vectors.diagonalize()
    self.vectors = vectors
  }
}

extension Matrix {
  /// Becomes its own eigenvectors, and returns the eigenvalues.
  fileprivate mutating func diagonalize() throws(LAPACKFailure) -> [Float] {
    let order = rows
    var values = [Float](repeating: 0, count: order)
    var failure: LAPACKFailure?
    withElements { elements in
      var span = values.mutableSpan
      do throws(LAPACKFailure) {
        try LAPACK.syevd(&elements, order: order, eigenvalues: &span)
      } catch {
        failure = error
      }
    }
    if let failure { throw failure }
    return values
  }
}
