import CFactorKernels

/// The panels of the games' factors in bytes.
package struct CoarsePanels: Sendable {
  /// [count, words, panelGames, 4]
  private var elements: [Int8]
  /// [count, panelGames]: minus the contribution of the players' offset of 128.
  private var offsets: [Int32]
  private var marks: [CoarseFactor] = []
  let words: Int

  /// - Parameters:
  ///   - order: the games' indices, in whole panels.
  ///   - listed: the number of games among them.
  package init(_ games: Matrix, order: [UInt32], listed: Int) {
    let width = FactorPanels.panelGames
    words = CoarseFactor.words(rank: games.columns)
    let size = words * width * CoarseFactor.wordElements
    var elements = [Int8](repeating: 0, count: order.count / width * size)
    var offsets = [Int32](repeating: 0, count: order.count)
    for panel in 0..<order.count / width {
      let positions = panel * width..<min((panel + 1) * width, listed)
      let largest = positions.reduce(Float(0)) {
        max($0, games.row(Int(order[$1])).largestMagnitude)
      }
      var (norm, error) = (0.0, 0.0)
      for position in positions {
        let factor = games.row(Int(order[position]))
        norm = max(norm, factor.norm)
        var sum: Int32 = 0
        let lengths = CoarseFactor.coarsen(factor, scale: CoarseFactor.scale(largest)) {
          let word = $0 / CoarseFactor.wordElements * width + position % width
          elements[
            panel * size + word * CoarseFactor.wordElements + $0 % CoarseFactor.wordElements] = $1
          sum += Int32($1)
        }
        error = max(error, lengths.error)
        offsets[position] = -128 * sum
      }
      marks.append(CoarseFactor.panel(largest: largest, norm: norm, error: error))
    }
    self.elements = elements
    self.offsets = offsets
  }

  var bytes: Int {
    elements.count + offsets.count * MemoryLayout<Int32>.stride
      + marks.count * MemoryLayout<CoarseFactor>.stride
  }

  package func mark(_ panel: Int) -> CoarseFactor { marks[panel] }

  /// [words, panelGames, 4]
  @_lifetime(borrow self)
  package func elements(_ panel: Int) -> Span<Int8> {
    let size = words * FactorPanels.panelGames * CoarseFactor.wordElements
    return elements.span.extracting(panel * size..<(panel + 1) * size)
  }

  /// [panelGames]
  @_lifetime(borrow self)
  package func offsets(_ panel: Int) -> Span<Int32> {
    let width = FactorPanels.panelGames
    return offsets.span.extracting(panel * width..<(panel + 1) * width)
  }
}
