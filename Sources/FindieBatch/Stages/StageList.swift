/// The stages of a pipeline in the order in which they are declared.
///
/// ```swift
/// var stages = StageList()
/// let intake = stages.add(Stage.readInput(night))
/// let history = stages.add(Stage.openHistory(from: intake, night))
/// ```
package struct StageList {
  package private(set) var all: [any AnyStage] = []

  package init() {}

  /// Adds a stage after those that it reads.
  @discardableResult
  package mutating func add<Output>(_ stage: Stage<Output>) -> Stage<Output> {
    all.append(stage)
    return stage
  }
}
