import FindieDomain
import FindieText

/// The stages of the run: what each reads, what one row of its output is, and its counts.
struct LineageTable {
  let stages: [StageLineage]

  /// The file `lineage.json`.
  func json(of night: Day) -> JSONValue {
    [
      "date": .string(night.description),
      "stages": .array(
        stages.map { stage in
          [
            "stage": .string(stage.name), "inputs": .array(stage.inputs.map { .string($0) }),
            "grain": .string(stage.grain), "isStored": .bool(stage.isStored),
            "counts": .object(stage.sortedCounts.map { (key: $0, value: .integer($1)) }),
          ]
        }),
    ]
  }

  /// Empty without a stage.
  var html: HTML {
    HTMLTable(
      "Stages", caption: "The stages of the run in their order", head: "Stage",
      columns: ["Reads", "One row is", "Output", "Counts"].map { .init($0, isText: true) }
    ).html(of: stages) { stage in
      let counts = stage.sortedCounts.map { name, count -> HTML in
        "\(text: name) \(text: count.grouped)"
      }
      return (
        HTML(text: stage.name),
        [
          HTML(text: stage.inputs.isEmpty ? "the input" : stage.inputs.joined(separator: ", ")),
          HTML(text: stage.grain), stage.isStored ? "a file" : "computed when read",
          counts.isEmpty ? "–" : "\(counts, separator: ", ")",
        ]
      )
    }
  }
}

extension StageLineage {
  fileprivate var sortedCounts: [(String, Int)] {
    counts.sorted { $0.key < $1.key }.map { ($0.key, $0.value) }
  }
}
