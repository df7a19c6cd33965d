import FindieModels
import Testing

struct SymmetricSpectrumTests {
  @Test func `a matrix of order two has the hand-computed spectrum`() throws {
    // [2 1; 1 2]: 1 along [1, -1] and 3 along [1, 1].
    let spectrum = try SymmetricSpectrum(Matrix(rows: 2, columns: 2, elements: [2, 1, 1, 2]))
    #expect(distance(spectrum.values, [1, 3]) < 1e-6)
    #expect(abs(spectrum.vectors[0, 0] + spectrum.vectors[0, 1]) < 1e-6)
    #expect(abs(spectrum.vectors[1, 0] - spectrum.vectors[1, 1]) < 1e-6)
  }

  @Test(arguments: [1, 2, 7, 64, 130])
  func `eigenvectors and eigenvalues give the original matrix`(order: Int) throws {
    let matrix = Matrix.randomPositiveDefinite(order, seed: UInt64(order))
    let spectrum = try SymmetricSpectrum(matrix)
    #expect(spectrum.values == spectrum.values.sorted())
    for i in 0..<order {
      for j in 0..<order {
        let made = (0..<order).reduce(0.0) { sum, k in
          sum + Double(spectrum.values[k]) * Double(spectrum.vectors[k, i])
            * Double(spectrum.vectors[k, j])
        }
        #expect(abs(made - Double(matrix[i, j])) < 1e-5)
      }
    }
  }

  @Test func `a matrix of order zero has no spectrum`() throws {
    #expect(try SymmetricSpectrum(Matrix(rows: 0, columns: 0)).values == [])
  }
}
