import FindieReports
import Foundation
import Testing

/// The page of what is made from what.
@Suite struct LineagePageTests {
  private static let stages = ReportWorld.lineage

  @Test func `stages stand below all that they read`() {
    let graph = LineageGraph(Self.stages)
    // events → matrix → factors → lists; events → activity → lists; lists also read events.
    #expect(graph.layers == [0, 1, 1, 2, 3])
    #expect(graph.arrows.allSatisfy { graph.layers[$0.from] < graph.layers[$0.to] })
  }

  @Test func `what a way through others says has no arrow of its own`() {
    let arrows = LineageGraph(Self.stages).arrows.map { "\($0.from) \($0.to)" }
    #expect(arrows == ["0 1", "0 2", "1 3", "2 4", "3 4"])
  }

  @Test(arguments: 1...20)
  func `no line runs behind a box, and each arrow is one way of lines`(seed: Int) {
    let graph = LineageGraph(Self.random(seed))
    let layout = LineageLayout(graph)
    for layer in layout.layers {
      let nodes = layer.map { layout.nodes[$0] }
      // A line runs straight down through its own place, and sideways only between the layers.
      for (left, right) in zip(nodes, nodes.dropFirst()) {
        #expect(left.x + left.width / 2 + 8 < right.x - right.width / 2)
      }
      #expect(
        nodes.allSatisfy { $0.x >= $0.width / 2 && $0.x + $0.width / 2 <= layout.width + 1e-9 })
    }
    #expect(
      layout.lines.allSatisfy { layout.nodes[$0.from].layer + 1 == layout.nodes[$0.to].layer })
    func ends(of node: Int) -> [Int] {
      layout.lines.filter { $0.from == node }.flatMap { line in
        layout.nodes[line.to].stage.map { [$0] } ?? ends(of: line.to)
      }
    }
    for stage in graph.layers.indices {
      #expect(
        ends(of: stage).sorted() == graph.arrows.filter { $0.from == stage }.map(\.to).sorted())
    }
  }

  @Test func `two ways to one stage lie beside each other`() {
    func stage(_ name: String, _ inputs: [String]) -> StageLineage {
      StageLineage(name: name, inputs: inputs, grain: "one row", isKept: true, counts: [:])
    }
    let layout = LineageLayout(
      LineageGraph([
        stage("o", []), stage("a", ["o"]), stage("b", ["a"]), stage("c", ["o"]),
        stage("z", ["b", "c"]),
      ]))
    #expect(layout.layers == [[0], [1, 3], [2, 5], [4]])
    // Two boxes with a gap.
    #expect(layout.width == 122 + 12 + 122)
  }

  private static func random(_ seed: Int) -> [StageLineage] {
    (0..<12).map { place in
      StageLineage(
        name: "s\(place)",
        inputs: (0..<place).filter { ($0 * 7 + place * seed) % 5 < 2 }.map { "s\($0)" },
        grain: "one row", isKept: true, counts: [:])
    }
  }

  /// Who is made from whom, by following the arrows, is who is made from whom by the stages.
  @Test(arguments: 1...20)
  func `no way is lost`(seed: Int) {
    let stages = Self.random(seed)
    let graph = LineageGraph(stages)
    func reach(_ edges: [(from: Int, to: Int)]) -> [[Bool]] {
      var reached = (0..<12).map { _ in [Bool](repeating: false, count: 12) }
      for edge in edges { reached[edge.from][edge.to] = true }
      for middle in 0..<12 {
        for from in 0..<12 {
          for to in 0..<12 where reached[from][middle] && reached[middle][to] {
            reached[from][to] = true
          }
        }
      }
      return reached
    }
    let all = stages.enumerated().flatMap { place, stage in
      stage.inputs.compactMap { Int($0.dropFirst()) }.map { (from: $0, to: place) }
    }
    #expect(reach(graph.arrows) == reach(all))
    // And none could be left out.
    for index in graph.arrows.indices {
      var fewer = graph.arrows
      fewer.remove(at: index)
      #expect(reach(fewer) != reach(all))
    }
  }

  @Test func `the page has a row and a box a stage, and the document says the same`() throws {
    let world = ReportWorld()
    let files = world.reports.teamFiles(world.findings)
    let page = try #require(files.first { $0.path == "lineage.html" }).text
    #expect(page.components(separatedBy: "<rect ").count - 1 == Self.stages.count)
    #expect(page.components(separatedBy: "<th scope=\"row\">").count - 1 == Self.stages.count)
    let bytes = try #require(files.first { $0.path == "lineage.json" }).bytes
    let document = try #require(
      try JSONSerialization.jsonObject(with: Data(bytes)) as? [String: Any])
    let told = try #require(document["stages"] as? [[String: Any]])
    #expect(told.map { $0["stage"] as? String } == Self.stages.map(\.name))
    #expect(told.map { $0["inputs"] as? [String] } == Self.stages.map(\.inputs))
    #expect((told[1]["counts"] as? [String: Int]) == ["elements": 12_345])
    #expect(page.contains("<data value=\"12345\">12,345</data>"))
    #expect(page.contains("one row per player &amp; game"))
    let team = try #require(files.first { $0.path == "index.html" }).text
    #expect(team.contains("href=\"lineage.html\""))
  }
}
