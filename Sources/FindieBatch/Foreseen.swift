/// What a run would find in a stage that is known by its content, as far as it can be told without
/// changing anything.
package enum Foreseen<Output: Sendable>: Sendable {
  /// A run would find this, and leave all as it is.
  case unchanged(Output)
  /// A run would change something; what it would find then, where that can be told.
  case changed(Output?, because: String)
}

/// Gives the artifacts of stages: a run makes them, a plan foresees them.
protocol ArtifactSource {
  func value<Output>(of stage: Stage<Output>) throws -> Output
}

/// An artifact that a plan cannot foresee.
struct Unforeseen: Error {
  let stage: String
}
