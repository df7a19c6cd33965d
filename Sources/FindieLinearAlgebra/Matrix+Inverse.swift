package import FindieWorkers

extension Matrix {
  /// Overwrites the upper triangle of a symmetric positive definite matrix by that of its inverse,
  /// in place; the lower triangle is neither read nor written.
  ///
  /// - Complexity: n³ operations, and no copy of the matrix.
  /// - Throws: if the matrix is not positive definite. Its elements are then undefined.
  package mutating func invertPositiveDefinite() throws(LAPACKFailure) {
    precondition(rows == columns, "\(rows) × \(columns) is not square")
    let order = rows
    let result = withElements { span in
      Result { () throws(LAPACKFailure) in
        try LAPACK.potrf(&span, order: order)
        try LAPACK.potri(&span, order: order)
      }
    }
    try result.get()
  }

  /// Overwrites a symmetric matrix A, of which the upper triangle is stored, by A · diag(d).
  ///
  /// It works on square tiles, so that a tile and its mirror image are in the cache together.
  package mutating func multiplySymmetric(byDiagonal d: [Float], workers: Workers) {
    precondition(rows == columns && d.count == rows, "\(rows) × \(columns) by \(d.count)")
    let n = rows
    let tiles = Workers.ranges(of: n, size: 64)
    withElements { span in
      unsafe span.withUnsafeMutableBufferPointer { buffer in
        // An element (i, j) and its mirror image (j, i) belong to one pair of tiles, and each pair to
        // one part, so no two threads access one element. The buffer outlives the call, which returns
        // when all parts are done.
        let shared = unsafe MirroredTiles(buffer: buffer)
        workers.each(tiles.count) { upper in
          for right in upper..<tiles.count {
            for i in tiles[upper] {
              for j in max(i, tiles[right].lowerBound)..<tiles[right].upperBound {
                let element = unsafe shared.buffer[i * n + j]
                unsafe shared.buffer[j * n + i] = element * d[i]
                unsafe shared.buffer[i * n + j] = element * d[j]
              }
            }
          }
        }
      }
    }
  }
}

/// A square matrix whose pairs of mirrored tiles are written by several threads, each pair by one.
@unsafe private struct MirroredTiles: @unchecked Sendable {
  let buffer: UnsafeMutableBufferPointer<Float>
}
