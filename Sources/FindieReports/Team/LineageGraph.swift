/// In which layers stages stand in a drawing of what is made from what, and which arrows it needs.
///
/// Each stage stands in a layer below all that it reads. An arrow is left out where a way
/// through others says the same (the transitive reduction: Aho, Garey and Ullman 1972,
/// DOI 10.1137/0201008).
package struct LineageGraph {
  /// The layer of each stage, by the stages' order; 0 is the top.
  package let layers: [Int]
  /// From what is read to what reads it, by the stages' order.
  package let arrows: [(from: Int, to: Int)]

  /// - Precondition: each stage stands after those it reads.
  package init(_ stages: [StageLineage]) {
    let places = Dictionary(
      stages.enumerated().map { ($0.element.name, $0.offset) }, uniquingKeysWith: { $1 })
    var layers: [Int] = []
    /// All that each stage is made from, at any distance.
    var sources: [Set<Int>] = []
    var arrows: [(from: Int, to: Int)] = []
    for (place, stage) in stages.enumerated() {
      let inputs = stage.inputs.compactMap { places[$0] }.sorted()
      precondition(inputs.allSatisfy { $0 < place }, "\(stage.name) stands before its inputs")
      layers.append((inputs.map { layers[$0] }.max() ?? -1) + 1)
      let further = inputs.reduce(into: Set<Int>()) { $0.formUnion(sources[$1]) }
      sources.append(further.union(inputs))
      arrows += inputs.filter { !further.contains($0) }.map { (from: $0, to: place) }
    }
    self.layers = layers
    self.arrows = arrows
  }
}
