/// Which stages of a pipeline are meant, in the grammar of dbt: `matrix` is one stage, `+matrix` also
/// all that it is made from, `matrix+` also all that is made from it, `+matrix+` both.
package struct StageSelection: Sendable, Equatable {
  package var only: [String] = []
  package var from: [String] = []
  package var until: [String] = []
  package var exclude: [String] = []
  package var force: [String] = []

  /// Each word may hold several, with commas between.
  package init(
    only: [String] = [], from: [String] = [], until: [String] = [], exclude: [String] = [],
    force: [String] = []
  ) {
    self.only = only
    self.from = from
    self.until = until
    self.exclude = exclude
    self.force = force
  }

  /// The stages that are meant, by name.
  package struct Chosen: Sendable, Equatable {
    /// Nil for all.
    package var selected: Set<String>?
    package var forced: Set<String> = []

    package static let all = Chosen()

    package init(selected: Set<String>? = nil, forced: Set<String> = []) {
      self.selected = selected
      self.forced = forced
    }

    package func holds(_ stage: String) -> Bool { selected?.contains(stage) ?? true }
  }

  /// What of `stages` is meant: what `only` names (all, where it names none), of that what is made from
  /// those of `from` and what those of `until` are made from, without those of `exclude`.
  ///
  /// - Throws: where a name is of no stage, nothing is left, or what is forced is left out.
  package func chosen(of stages: [any AnyStage]) throws(SelectionProblem) -> Chosen {
    let graph = StageGraph(stages)
    let forced = try graph.stages(of: force) ?? []
    var selected: Set<String>?
    func keep(_ stages: Set<String>?) {
      guard let stages else { return }
      selected = selected?.intersection(stages) ?? stages
    }
    keep(try graph.stages(of: only))
    keep(try graph.stages(of: from, withReaders: true))
    keep(try graph.stages(of: until, withInputs: true))
    if let excluded = try graph.stages(of: exclude) {
      selected = (selected ?? Set(graph.names)).subtracting(excluded)
    }
    if let selected {
      guard !selected.isEmpty else { throw .nothingLeft }
      let named = StageGraph.words(force).filter { !$0.contains("+") }
      if let name = named.first(where: { !selected.contains($0) }) {
        throw .forcedAndLeftOut(name)
      }
    }
    return Chosen(selected: selected, forced: forced)
  }
}

/// Who reads whom.
private struct StageGraph {
  let names: [String]
  private var inputs: [String: [String]] = [:]
  private var readers: [String: [String]] = [:]

  init(_ stages: [any AnyStage]) {
    names = stages.map(\.name)
    for stage in stages {
      inputs[stage.name] = stage.inputs.map(\.name)
      for input in stage.inputs { readers[input.name, default: []].append(stage.name) }
    }
  }

  /// The words between commas.
  static func words(_ texts: [String]) -> [String] {
    texts.flatMap { $0.split(separator: ",", omittingEmptySubsequences: false) }
      .map { $0.filter { $0 != " " } }
  }

  /// Nil where nothing is named.
  func stages(
    of words: [String], withInputs: Bool = false, withReaders: Bool = false
  ) throws(SelectionProblem) -> Set<String>? {
    var found: Set<String>?
    for word in StageGraph.words(words) {
      let name = String(word.drop { $0 == "+" }.reversed().drop { $0 == "+" }.reversed())
      guard names.contains(name) else { throw .unknown(name, among: names) }
      var stages: Set = [name]
      if withInputs || word.hasPrefix("+") { stages.formUnion(reach(name, inputs)) }
      if withReaders || word.hasSuffix("+") { stages.formUnion(reach(name, readers)) }
      found = (found ?? []).union(stages)
    }
    return found
  }

  private func reach(_ start: String, _ next: [String: [String]]) -> Set<String> {
    var reached = Set<String>()
    var open = [start]
    while let name = open.popLast() {
      for other in next[name] ?? [] where reached.insert(other).inserted { open.append(other) }
    }
    return reached
  }
}

/// A selection that means nothing.
package enum SelectionProblem: Error, CustomStringConvertible {
  case unknown(String, among: [String])
  case nothingLeft
  case forcedAndLeftOut(String)

  package var description: String {
    switch self {
    case .unknown(let name, let names):
      let suggestion = NearestName.suggestion(for: name, among: names)
      return (name.isEmpty ? "a stage's name is empty" : "there is no stage '\(name)'")
        + (suggestion.isEmpty ? "; the stages are \(names.joined(separator: ", "))." : suggestion)
    case .nothingLeft:
      return "no stage is left of --only, --from, --until and --exclude together."
    case .forcedAndLeftOut(let name):
      return "\(name) is to be made again by --force, and left out by --only, --from, --until or "
        + "--exclude; name it in one of them only."
    }
  }
}

/// A stage cannot be made, since what it reads is not selected and stale.
package struct StaleInput: Error, CustomStringConvertible {
  package let stage: String
  /// What is stale, and why.
  package let inputs: [(stage: String, why: String)]

  package var description: String {
    let stale = inputs.map { "\($0.stage) (\($0.why))" }.joined(separator: ", ")
    let names = inputs.map { "+\($0.stage)" }.joined(separator: ",")
    return """
      \(stage) was not made, since what it reads is stale and not selected: \(stale). Select \
      \(names) too, or run the night without a selection.
      """
  }
}
