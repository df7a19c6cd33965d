/// Searches the maximum of a function of weights that are not below 0 and sum to 1.
///
/// Weights are whole numbers of parts. Deterministic: among equal values the first one wins.
struct SimplexSearch {
  private let dimensions: Int
  private let parts: Int
  private let value: ([Double]) -> Double
  private var known: [[Int]: Double] = [:]

  init(dimensions: Int, parts: Int, value: @escaping ([Double]) -> Double) {
    self.dimensions = dimensions
    self.parts = parts
    self.value = value
  }

  /// The number of compared weightings.
  var compared: Int { known.count }

  func weights(_ point: [Int]) -> [Double] { point.map { Double($0) / Double(parts) } }

  /// All weight on one.
  func corner(_ index: Int) -> [Int] { (0..<dimensions).map { $0 == index ? parts : 0 } }

  mutating func value(ofCorner index: Int) -> Double { value(at: corner(index)) }

  private mutating func value(at point: [Int]) -> Double {
    if let found = known[point] { return found }
    let found = value(weights(point))
    known[point] = found
    return found
  }

  /// The best point found by moves of weight from one dimension to another, starting from the best
  /// corner or equal weights, with steps halved from half the weight down to one part.
  mutating func maximum(minimumGain: Double) -> [Int] {
    let even = (0..<dimensions).map { parts / dimensions + ($0 < parts % dimensions ? 1 : 0) }
    var best = (point: corner(0), value: value(ofCorner: 0))
    for start in (1..<max(1, dimensions)).map({ corner($0) }) + [even] {
      let found = value(at: start)
      if found > best.value { best = (start, found) }
    }
    var step = max(1, parts / 2)
    while true {
      var next = best
      for giver in 0..<dimensions where best.point[giver] > 0 {
        for taker in 0..<dimensions where taker != giver {
          var point = best.point
          let moved = min(step, point[giver])
          point[giver] -= moved
          point[taker] += moved
          let found = value(at: point)
          if found > next.value { next = (point, found) }
        }
      }
      if next.value > best.value, next.value >= best.value + minimumGain {
        best = next
      } else if step > 1 {
        step /= 2
      } else {
        return best.point
      }
    }
  }
}
