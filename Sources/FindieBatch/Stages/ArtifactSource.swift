/// Provides the artifacts of stages: a run builds them, a planner predicts them.
package protocol ArtifactSource {
  func value<Output>(of stage: Stage<Output>) throws -> Output
}

/// What a run would find in a stage that is identified by its content.
package enum Prediction<Output: Sendable>: Sendable {
  /// A run would find this artifact and change nothing outside of the pipeline.
  case unchanged(Output)
  /// A run would change something; the artifact that it would find, if that is known.
  case changed(Output?, because: String)
}

/// An artifact that cannot be predicted without running its stage.
struct Unpredictable: Error {
  let stage: String
}
