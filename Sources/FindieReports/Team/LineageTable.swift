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
    HTMLTable<StageLineage>(
      label: "Stages", caption: "The stages of the run in their order", head: "Stage",
      columns: [
        .init("Reads", isText: true) {
          HTML(text: $0.inputs.isEmpty ? "the input" : $0.inputs.joined(separator: ", "))
        }, .init("One row is", isText: true) { HTML(text: $0.grain) },
        .init("Output", isText: true) { $0.isStored ? "a file" : "computed when read" },
        .init("Counts", isText: true) { stage in
          let counts = stage.sortedCounts.map { "\(text: $0) \(text: $1.grouped)" as HTML }
          return counts.isEmpty ? "–" : "\(counts, separator: ", ")"
        },
      ]
    ) { HTML(text: $0.name) }.html(of: stages)
  }
}

extension StageLineage {
  fileprivate var sortedCounts: [(String, Int)] {
    counts.sorted { $0.key < $1.key }.map { ($0.key, $0.value) }
  }
}
