import CLinearAlgebra

extension ExactSystems {
  /// The contribution of each element of a row to the products of the row's solution x with rows of Z:
  ///
  ///     part[i, j] = zᵢᵀ (D + ZᵣᵀWZᵣ)⁻¹ zⱼ wⱼ pⱼ,   Σⱼ part[i, j] = zᵢ · x
  ///
  /// With P = Z D^-½ of the entries and S = I + RRᵀ or I + RᵀR, the smaller, they are P Rᵀ S⁻¹ or
  /// P S⁻¹ Rᵀ, each column times its element of q.
  ///
  /// - Parameters:
  ///   - entries: rows of Z.
  ///   - parts: [entries.count, n] for the row's n elements, overwritten.
  /// - Throws: as `solve`.
  package mutating func parts(
    ofRow row: Int, of observed: SparseRows, regularization: Float, with entries: [UInt32],
    into parts: inout [Float]
  ) throws(LAPACKFailure) {
    precondition(observed.columns == systems.factors.rows, "sides of other sizes")
    try weigh(regularization)
    let range = observed.range(ofRow: row)
    let count = range.count
    parts = [Float](repeating: 0, count: entries.count * count)
    guard count > 0, !entries.isEmpty else { return }
    reserve(count)
    gather(range, observed)
    var scaled = scaledRows(entries)
    let isDual = count < order
    setIdentity(isDual ? count : order)
    // `rows` holds R[n, k], and `matrix` min(n, k)² elements.
    BLASLibrary.beginCall()
    unsafe cblas_ssyrk(
      CblasRowMajor, CblasUpper, isDual ? CblasNoTrans : CblasTrans, CInt(isDual ? count : order),
      CInt(isDual ? order : count), 1, rows, CInt(order), 1, &matrix, CInt(isDual ? count : order))
    BLASLibrary.endCall()
    try factorizeAndSolve(isDual, count, entries.count, &scaled, &parts)
    for (index, element) in range.enumerated() {
      let preference = preference(observed.values[element])
      for entry in entries.indices { parts[entry * count + index] *= preference }
    }
  }

  private mutating func factorizeAndSolve(
    _ isDual: Bool, _ count: Int, _ entries: Int, _ scaled: inout [Float], _ parts: inout [Float]
  ) throws(LAPACKFailure) {
    let own = isDual ? count : order
    var factor = Array(matrix[..<(own * own)])
    var upper = factor.mutableSpan
    try LAPACK.potrf(&upper, order: own)
    if !isDual {
      var right = scaled.mutableSpan
      try LAPACK.potrs(factor: factor.span, order: own, rightHandSides: &right, count: entries)
    }
    var products = parts.mutableSpan
    BLAS.products(
      ofRows: scaled.span, entries, withRows: rows.span, count, columns: order, into: &products)
    if isDual {
      try LAPACK.potrs(factor: factor.span, order: own, rightHandSides: &products, count: entries)
    }
  }

  /// P = Z D^-½ of some rows of Z.
  private func scaledRows(_ entries: [UInt32]) -> [Float] {
    var scaled = [Float](repeating: 0, count: entries.count * order)
    var target = scaled.mutableSpan
    let weights = weights.span
    for (position, entry) in entries.enumerated() {
      let row = systems.factors.row(Int(entry))
      for index in 0..<order { target[position * order + index] = row[index] * weights[index] }
    }
    return scaled
  }
}
