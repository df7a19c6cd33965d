/// Where the stages and arrows of a graph lie in a drawing from top to bottom.
///
/// An arrow to a layer beyond the next one has a place of its own in each that it passes, so that no line
/// runs behind a box; arrows from one stage share it. Layers are ordered by the mean place of what they are
/// tied to, up and down in turn, and the order of the fewest crossings is taken (Sugiyama, Tagawa and Toda
/// 1981, DOI 10.1109/TSMC.1981.4308636).
package struct LineageLayout {
  package struct Node {
    /// By the stages' order; nil where an arrow passes.
    package let stage: Int?
    package let layer: Int
    /// Of its middle, in pixels from the left edge.
    package fileprivate(set) var x = 0.0

    package var width: Double { stage == nil ? 4 : LineageLayout.boxWidth }
  }

  package static let boxWidth = 122.0
  private static let gap = 12.0
  private static let sweeps = 8

  /// The stages first, in their order.
  package private(set) var nodes: [Node]
  /// From a node to one of the next layer.
  package private(set) var lines: [(from: Int, to: Int)] = []
  /// That of the widest layer, in pixels.
  package private(set) var width = 0.0
  /// The nodes of each layer, from left to right.
  package private(set) var layers: [[Int]] = []
  /// What each node is tied to in the layer above, and below.
  private var above: [[Int]] = []
  private var below: [[Int]] = []

  package init(_ graph: LineageGraph) {
    nodes = graph.layers.enumerated().map { Node(stage: $0.offset, layer: $0.element) }
    addLines(of: graph)
    layers = (0...(graph.layers.max() ?? 0)).map { layer in
      nodes.indices.filter { nodes[$0].layer == layer }
    }
    above = nodes.indices.map { node in lines.filter { $0.to == node }.map(\.from) }
    below = nodes.indices.map { node in lines.filter { $0.from == node }.map(\.to) }
    order()
    place()
  }

  private mutating func addLines(of graph: LineageGraph) {
    var passing: [[Int]: Int] = [:]
    for arrow in graph.arrows {
      var last = arrow.from
      for layer in graph.layers[arrow.from] + 1..<graph.layers[arrow.to] {
        let known = passing[[arrow.from, layer]]
        let node = known ?? nodes.count
        if known == nil {
          passing[[arrow.from, layer]] = node
          nodes.append(Node(stage: nil, layer: layer))
          lines.append((from: last, to: node))
        }
        last = node
      }
      lines.append((from: last, to: arrow.to))
    }
  }

  // MARK: - The order in each layer

  private mutating func order() {
    var best = (crossings: crossings, layers: layers)
    for sweep in 0..<Self.sweeps {
      let isDown = sweep.isMultiple(of: 2)
      for layer in isDown ? Array(layers.indices) : layers.indices.reversed() {
        let places = self.places
        let ties = isDown ? above : below
        let means = layers[layer].map { node in
          (mean(ties[node].map { Double(places[$0]) }) ?? Double(places[node]), places[node], node)
        }
        layers[layer] = means.sorted { $0 < $1 }.map(\.2)
      }
      if crossings < best.crossings { best = (crossings, layers) }
    }
    layers = best.layers
  }

  /// The place of each node in its layer.
  private var places: [Int] {
    var places = [Int](repeating: 0, count: nodes.count)
    for layer in layers {
      for (place, node) in layer.enumerated() { places[node] = place }
    }
    return places
  }

  private var crossings: Int {
    let places = self.places
    return lines.indices.reduce(0) { sum, index in
      let one = lines[index]
      return sum
        + lines[..<index].count { other in
          nodes[one.from].layer == nodes[other.from].layer
            && (places[one.from] - places[other.from]) * (places[one.to] - places[other.to]) < 0
        }
    }
  }

  // MARK: - The places in each layer

  /// Draws each node to the middle of what it is tied to, as far as its neighbours let it.
  private mutating func place() {
    width = layers.map { span(of: $0) }.max() ?? 0
    for node in nodes.indices { nodes[node].x = width / 2 }
    for _ in 0..<Self.sweeps {
      for layer in layers + layers.reversed() {
        let wanted = layer.map { node in
          mean((above[node] + below[node]).map { nodes[$0].x }) ?? nodes[node].x
        }
        let left = packed(layer, at: wanted)
        let right = packed(layer.reversed(), at: wanted.reversed().map { width - $0 })
        // Each keeps nodes apart, and so does their mean.
        for ((node, x), y) in zip(zip(layer, left), right.reversed()) {
          nodes[node].x = (x + width - y) / 2
        }
      }
    }
  }

  /// The nodes of a layer as near to where they want to be as those on their left let them, and so that
  /// there is room for those on their right.
  private func packed(_ layer: [Int], at wanted: [Double]) -> [Double] {
    var (left, right) = (0.0, width - span(of: layer))
    return zip(layer, wanted).map { node, wanted in
      let half = nodes[node].width / 2
      // `right` is the room that is left over.
      let x = min(max(wanted, left + half), left + half + right)
      right -= x - left - half
      left = x + half + Self.gap
      return x
    }
  }

  private func span(of layer: [Int]) -> Double {
    layer.reduce(-Self.gap) { $0 + nodes[$1].width + Self.gap }
  }

  private func mean(_ values: [Double]) -> Double? {
    values.isEmpty ? nil : values.reduce(0, +) / Double(values.count)
  }
}
