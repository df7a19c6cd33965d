import FindieDomain

/// What the night is made of: each stage, what it reads, what one row of it is, and how many there are.
struct LineagePage {
  private let stages: [StageLineage]
  private let night: Day
  private let isGenerated: Bool

  init(_ stages: [StageLineage], night: Day, isGenerated: Bool) {
    self.stages = stages
    self.night = night
    self.isGenerated = isGenerated
  }

  /// `lineage.html` and `lineage.json`; none without a stage.
  var files: [ReportFile] {
    stages.isEmpty
      ? []
      : [
        ReportFile(path: "lineage.html", text: html),
        ReportFile(path: "lineage.json", bytes: json.document),
      ]
  }

  private var html: String {
    Templates.render(
      [
        "css": StyleSheet.css + Self.css, "brand": "Findie · lineage",
        "heading": "From what the night of \(night.inWords) was made",
        "pageTitle": "Findie lineage, \(night)",
        "when": "Stages from top to bottom; each is made from those to which a line leads up.",
        "isGenerated": isGenerated, "drawing": drawing, "table": table.html,
        "footer":
          "The same stands in lineage.json. How long each stage took, and why it ran, is told by "
          + "findie log \(night).",
      ], with: "lineage")
  }

  private var json: JSONValue {
    .object([
      JSONMember("date", .string(night.description)),
      JSONMember(
        "stages",
        .array(
          stages.map { stage in
            .object([
              JSONMember("stage", .string(stage.name)),
              JSONMember("inputs", .array(stage.inputs.map { .string($0) })),
              JSONMember("grain", .string(stage.grain)),
              JSONMember("isKept", .bool(stage.isKept)),
              JSONMember(
                "counts",
                .object(stage.sortedCounts.map { JSONMember($0.key, .count($0.value)) })),
            ])
          })),
    ])
  }

  private var table: HTMLTable {
    var table = HTMLTable(
      "Stages", caption: "The stages in their order, with what one row of each is", head: "Stage",
      columns: [
        .init(name: "Is made from", isText: true), .init(name: "One row is", isText: true),
        .init(name: "Kept as", isText: true), .init(name: "Counts", isText: true),
      ])
    for stage in stages {
      let counts = stage.sortedCounts.map {
        "\(escaped($0.key)) \(Figure.count($0.value).html)"
      }
      table.append(
        escaped(stage.name),
        [
          stage.inputs.isEmpty
            ? "what lies outside" : escaped(stage.inputs.joined(separator: ", ")),
          escaped(stage.grain), stage.isKept ? "a file" : "made when read",
          counts.isEmpty ? "–" : counts.joined(separator: ", "),
        ])
    }
    return table
  }

  // MARK: - The drawing

  private static let css = """
    .graph{display:block;margin:0 auto}.graph rect{fill:var(--tint);stroke:var(--soft)}\
    .graph text{fill:var(--ink);font-size:13px;text-anchor:middle}\
    .graph path{fill:none;stroke:var(--b);stroke-width:1.5}
    """
  private static let (height, pitch, margin) = (28.0, 70.0, 8.0)

  private var drawing: String {
    let layout = LineageLayout(LineageGraph(stages))
    func top(_ node: LineageLayout.Node) -> Double {
      Double(node.layer) * Self.pitch + Self.margin
    }
    let lines = layout.lines.map { line in
      let (from, to) = (layout.nodes[line.from], layout.nodes[line.to])
      let (x, end) = (svg(from.x + Self.margin), svg(to.x + Self.margin))
      let (y, middle) = (top(from) + Self.height, svg((top(from) + Self.height + top(to)) / 2))
      return "M\(x) \(svg(y))C\(x) \(middle) \(end) \(middle) \(end) \(svg(top(to)))"
        + (to.stage == nil ? "V\(svg(top(to) + Self.height))" : "")
    }
    let boxes = zip(stages, layout.nodes).map { stage, node in
      """
      <rect x="\(svg(node.x + Self.margin - node.width / 2))" y="\(svg(top(node)))" \
      width="\(svg(node.width))" height="\(svg(Self.height))" rx="6"/>\
      <text x="\(svg(node.x + Self.margin))" y="\(svg(top(node) + Self.height / 2 + 4.5))">\
      \(escaped(stage.name))</text>
      """
    }
    // As large as it is: on a small screen it is scrolled, and its words stay readable.
    let width = svg(layout.width + 2 * Self.margin)
    let height = svg(
      Double(layout.layers.count - 1) * Self.pitch + Self.height + 2 * Self.margin)
    return """
      <svg class="graph" width="\(width)" height="\(height)" role="img">\
      <title>What is made from what; the table beneath says the same in words</title>\
      <path d="\(lines.joined())"/>\(boxes.joined())</svg>
      """
  }
}

extension StageLineage {
  fileprivate var sortedCounts: [(key: String, value: Int)] {
    counts.sorted { $0.key < $1.key }
  }
}
