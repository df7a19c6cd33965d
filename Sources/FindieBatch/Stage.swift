/// One step of a night: a name, what it reads, its parameters, and how its artifact is made.
///
/// A stage is a value made from the stages that it reads, so a cycle cannot be written and a wrong
/// artifact does not compile:
///
/// ```swift
/// let matrix = Stage("matrix", from: history, catalogue, parameters: night.matrix) {
///   context, history, catalogue in
///   InteractionMatrix(…)
/// }
/// ```
package struct Stage<Output: Artifact>: AnyStage {
  package let name: String
  package let inputs: [any AnyStage]
  /// In canonical JSON: a cosmetic edit of the parameter file changes nothing.
  package let parameters: String
  /// Whether what it made lies outside the artifacts and is still there, so that it may be skipped. Such
  /// a stage begins when all that stand before it are done.
  let isStillThere: (@Sendable (Output) -> Bool)?
  /// What a run would find, told without changing anything; nil where the stage does not say.
  let foreseen: (@Sendable (any ArtifactSource) throws -> Foreseen<Output>)?
  /// Reads the inputs, and gives what then makes the artifact.
  let prepared: @Sendable (any ArtifactSource) throws -> (StageContext) throws -> Output

  /// - Parameters:
  ///   - name: what the stage makes.
  ///   - inputs: the stages that it reads.
  ///   - parameters: all that the body depends on besides its inputs.
  ///   - isStillThere: for a stage with an effect outside of the artifacts, whether that still stands. It
  ///     begins when all stages that stand before it are done, whether or not it reads them.
  ///   - foreseen: for a stage that is known by its content, what a run would find. It changes nothing.
  package init<each Input: Artifact>(
    _ name: String, from inputs: repeat Stage<each Input>, parameters: some Encodable,
    isStillThere: (@Sendable (Output) -> Bool)? = nil,
    foreseen: (@Sendable (repeat each Input) throws -> Foreseen<Output>)? = nil,
    body: @escaping @Sendable (StageContext, repeat each Input) throws -> Output
  ) {
    self.name = name
    self.parameters = canonicalJSON(parameters)
    self.isStillThere = isStillThere
    var erased: [any AnyStage] = []
    repeat erased.append(each inputs)
    self.inputs = erased
    let read = (repeat each inputs)
    if let foreseen {
      self.foreseen = { source in
        try foreseen(repeat source.value(of: each read))
      }
    } else {
      self.foreseen = nil
    }
    prepared = { source in
      let values = (repeat try source.value(of: each read))
      return { context in try body(context, repeat each values) }
    }
  }
}

/// A stage whose artifact's type is not of interest.
package protocol AnyStage: Sendable {
  var name: String { get }
  var inputs: [any AnyStage] { get }
  var parameters: String { get }
  var grain: String { get }
  var countOfGrain: String? { get }
  var formatVersion: Int { get }
  /// Whether it waits until a stage that runs reads it.
  var isMadeWhenRead: Bool { get }
  var isKnownByContent: Bool { get }
  /// Whether its artifact lies on disk from run to run.
  var isKept: Bool { get }
  /// Whether it begins only when all stages that stand before it are done.
  var isAfterAllBefore: Bool { get }
  func execute(in run: Run) throws
  func foresee(in planner: Planner) throws
  /// Whether the artifact that lies there is what it would make of inputs of these fingerprints.
  func isGood(in run: Run, from fingerprints: [String: Fingerprint]) throws -> Bool
}

extension Stage {
  package var grain: String { Output.grain }

  package var countOfGrain: String? { Output.countOfGrain }

  package var isKept: Bool { Output.isKept }

  package var formatVersion: Int { Output.formatVersion }

  package var isAfterAllBefore: Bool { isStillThere != nil }

  package var isMadeWhenRead: Bool { !Output.isKept && !Output.isKnownByContent }

  package var isKnownByContent: Bool { Output.isKnownByContent }

  package func execute(in run: Run) throws {
    try run.execute(self)
  }

  package func foresee(in planner: Planner) throws {
    try planner.foresee(self)
  }

  package func isGood(in run: Run, from fingerprints: [String: Fingerprint]) throws -> Bool {
    guard let origin = run.shelf.origin(of: self, fingerprints),
      case .good = try run.shelf.standing(of: self, origin)
    else { return false }
    return true
  }
}
