/// A symmetric positive definite matrix A[n, n] as UᵀU: solves A x = b in n² steps.
package struct CholeskyFactorization: Sendable {
  package let order: Int
  private let factor: Matrix

  /// - Parameter matrix: symmetric; only its upper triangle is read.
  /// - Throws: where it is not positive definite.
  package init(_ matrix: Matrix) throws(LAPACKFailure) {
    precondition(matrix.rows == matrix.columns, "\(matrix.rows) × \(matrix.columns) is not square")
    order = matrix.rows
    var factor = matrix
    try factor.factorize()
    self.factor = factor
  }

  /// The solution of A x = b.
  package func solution(_ b: [Float]) -> [Float] {
    precondition(b.count == order, "\(b.count) right-hand elements for order \(order)")
    var x = Matrix(rows: 1, columns: order, elements: b)
    solve(into: &x)
    return x.elements
  }

  /// Overwrites each row b of `rows` by the solution of A x = b.
  package func solve(into rows: inout Matrix) {
    precondition(rows.columns == order, "\(rows.columns) columns for order \(order)")
    let count = rows.rows
    rows.withElements { span in
      do throws(LAPACKFailure) {
        try LAPACK.potrs(
          factor: factor.elements.span, order: order, rightHandSides: &span, count: count)
      } catch {
        preconditionFailure("spotrs reports nothing about data: \(error)")
      }
    }
  }
}

extension Matrix {
  fileprivate mutating func factorize() throws(LAPACKFailure) {
    let order = rows
    var failure: LAPACKFailure?
    withElements { span in
      do throws(LAPACKFailure) {
        try LAPACK.potrf(&span, order: order)
      } catch {
        failure = error
      }
    }
    if let failure { throw failure }
  }
}
