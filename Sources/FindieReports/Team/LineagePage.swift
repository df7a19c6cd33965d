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
        ReportFile(path: "lineage.json", text: json.document),
      ]
  }

  private var html: String {
    Templates.render(
      [
        "css": StyleSheet.css + Self.css, "brand": "Findie · lineage",
        "heading": "From what the night of \(night.inWords) was made",
        "pageTitle": "Findie lineage, \(night)",
        "when": "Stages from left to right; each is made from those to which a line leads back.",
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
    .graph{display:block;min-width:60rem;width:100%}.graph rect{fill:var(--tint);stroke:var(--soft)}\
    .graph text{fill:var(--ink);font-size:13px;text-anchor:middle}\
    .graph path{fill:none;stroke:var(--b);stroke-width:1.5}
    """
  private static let (width, height, gap, pitch) = (128.0, 28.0, 44.0, 42.0)

  private var drawing: String {
    let graph = LineageGraph(stages)
    var filled: [Int: Int] = [:]
    let places = graph.columns.map { column -> (x: Double, y: Double) in
      defer { filled[column, default: 0] += 1 }
      return (
        x: Double(column) * (Self.width + Self.gap) + 4,
        y: Double(filled[column] ?? 0) * Self.pitch + 4
      )
    }
    let right = (places.map(\.x).max() ?? 0) + Self.width + 4
    let bottom = (places.map(\.y).max() ?? 0) + Self.height + 4
    let arrows = graph.arrows.map { arrow in
      let (from, to) = (places[arrow.from], places[arrow.to])
      let (x, y) = (from.x + Self.width, from.y + Self.height / 2)
      let end = to.y + Self.height / 2
      return
        "M\(svg(x)) \(svg(y))C\(svg(x + Self.gap)) \(svg(y)) \(svg(to.x - Self.gap)) \(svg(end)) "
        + "\(svg(to.x)) \(svg(end))"
    }
    let boxes = zip(stages, places).map { stage, place in
      """
      <rect x="\(svg(place.x))" y="\(svg(place.y))" width="\(svg(Self.width))" \
      height="\(svg(Self.height))" rx="6"/><text x="\(svg(place.x + Self.width / 2))" \
      y="\(svg(place.y + Self.height / 2 + 4.5))">\(escaped(stage.name))</text>
      """
    }
    return """
      <svg class="graph" viewBox="0 0 \(svg(right)) \(svg(bottom))" role="img">\
      <title>What is made from what; the table beneath says the same in words</title>\
      <path d="\(arrows.joined())"/>\(boxes.joined())</svg>
      """
  }
}

extension StageLineage {
  fileprivate var sortedCounts: [(key: String, value: Int)] {
    counts.sorted { $0.key < $1.key }
  }
}
