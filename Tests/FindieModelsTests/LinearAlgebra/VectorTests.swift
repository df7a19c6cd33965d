import FindieModels
import Testing

struct VectorTests {
  @Test func `a multiple is added from an index on, and nothing else changes`() {
    let x: [Float] = [10, 20]
    var y: [Float] = [1, 2, 3, 4, 5]
    var span = y.mutableSpan
    BLAS.add(x.span, times: 0.5, to: &span, at: 2)
    let expected: [Float] = [1, 2, 8, 14, 5]
    #expect(y == expected)
  }

  @Test func `adding an empty vector changes nothing`() {
    let none: [Float] = []
    var y: [Float] = [1]
    var span = y.mutableSpan
    BLAS.add(none.span, to: &span, at: 1)
    #expect(y == [1])
  }
}
