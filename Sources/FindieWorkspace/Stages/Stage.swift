/// One step of a pipeline: a name, its inputs, its parameters, and a body that builds its artifact.
///
/// A stage is created from the stages that it reads, so a cycle cannot be written, and a wrong
/// input type does not compile:
///
/// ```swift
/// let matrix = Stage("matrix", from: history, catalogue, parameters: night.matrix) {
///   context, history, catalogue in
///   InteractionMatrix(…)
/// }
/// ```
package struct Stage<Output: Artifact>: AnyStage {
  package let name: String
  package let sources: [any StageInput]
  package let inputs: [any AnyStage]
  /// The inputs whose fingerprints the stage's own is made of.
  package let identity: [any AnyStage]
  /// In canonical JSON, so that the layout of the parameter file has no effect.
  package let parameters: String
  /// Whether the stage's external effect is still in place, so that the stage may be skipped. Such
  /// a stage starts after all stages declared before it.
  let isStillThere: (@Sendable (Output) -> Bool)?
  package let isLarge: Bool
  /// Predicts what a run would find, without changing anything; nil if the stage cannot predict it.
  let predict: (@Sendable (any ArtifactSource) throws -> Prediction<Output>)?
  /// Loads the inputs and returns the function that builds the artifact.
  let prepared: @Sendable (any ArtifactSource) throws -> (StageContext) throws -> Output

  /// - Parameters:
  ///   - name: what the stage produces.
  ///   - inputs: the stages and groups of stages that it reads.
  ///   - identity: some of the inputs, if they decide what the body takes from the others; nil for
  ///     all inputs. The stage does not run again if only the others change.
  ///   - parameters: everything that the body depends on besides its inputs.
  ///   - isLarge: whether it needs much memory.
  ///   - isStillThere: for a stage with an external effect, whether that is still in place. The
  ///     stage starts after all stages declared before it, even those it does not read.
  ///   - predict: for a stage identified by its content, what a run would find. It changes nothing.
  package init<each Input: StageInput>(
    _ name: String, from inputs: repeat each Input, identifiedBy identity: [any StageInput]? = nil,
    parameters: some Encodable, isLarge: Bool = false,
    isStillThere: (@Sendable (Output) -> Bool)? = nil,
    predict: (@Sendable (repeat (each Input).Value) throws -> Prediction<Output>)? = nil,
    body: @escaping @Sendable (StageContext, repeat (each Input).Value) throws -> Output
  ) {
    self.name = name
    self.parameters = canonicalJSON(parameters)
    self.isLarge = isLarge
    self.isStillThere = isStillThere
    var known = Set<String>()
    var sources: [any StageInput] = []
    repeat sources.append(each inputs)
    self.sources = sources
    self.inputs = sources.flatMap(\.stages).filter { known.insert($0.name).inserted }
    self.identity = identity.map { $0.flatMap(\.stages) } ?? self.inputs
    precondition(
      self.identity.allSatisfy { known.contains($0.name) }, "\(name) is identified by no input")
    let read = (repeat each inputs)
    if let predict {
      self.predict = { source in
        try predict(repeat (each read).value(from: source))
      }
    } else {
      self.predict = nil
    }
    prepared = { source in
      let values = (repeat try (each read).value(from: source))
      return { context in try body(context, repeat each values) }
    }
  }
}

/// A stage with an artifact of any type.
package protocol AnyStage: Sendable {
  var name: String { get }
  /// What it reads, as it was declared: stages, groups, and inputs of other types.
  var sources: [any StageInput] { get }
  /// The stages that it reads, each once.
  var inputs: [any AnyStage] { get }
  /// The inputs whose fingerprints its own is made of.
  var identity: [any AnyStage] { get }
  var parameters: String { get }
  var grain: String { get }
  var countOfGrain: String? { get }
  /// Whether its artifact is stored on disk.
  var isPersisted: Bool { get }
  /// Whether it is built only when a stage that runs reads it.
  var isBuiltOnDemand: Bool { get }
  /// Whether it needs much memory: no two such stages run at the same time.
  var isLarge: Bool { get }
  /// Whether it starts after all stages declared before it.
  var startsAfterAllBefore: Bool { get }
  /// Its artifact, for readers that do not know the type.
  func artifact(from source: any ArtifactSource) throws -> any Artifact
  /// Calls the visitor with the stage's type.
  func accept(_ visitor: some StageVisitor) throws
}

/// Handles stages of every artifact type.
package protocol StageVisitor {
  func visit<Output>(_ stage: Stage<Output>) throws
}

extension Stage {
  package var grain: String { Output.grain }

  package var countOfGrain: String? { Output.countOfGrain }

  package var isPersisted: Bool { Output.isPersisted }

  package var isBuiltOnDemand: Bool { !Output.isPersisted && !Output.isIdentifiedByContent }

  package var startsAfterAllBefore: Bool { isStillThere != nil }

  package func artifact(from source: any ArtifactSource) throws -> any Artifact {
    try source.value(of: self)
  }

  package func accept(_ visitor: some StageVisitor) throws {
    try visitor.visit(self)
  }
}

/// Provides the artifacts of stages: a run builds them, a planner predicts them.
package protocol ArtifactSource {
  func value<Output>(of stage: Stage<Output>) throws -> Output
}

/// What a run would find in a stage identified by its content.
package enum Prediction<Output: Sendable>: Sendable {
  /// A run would find this artifact and change nothing outside of the pipeline.
  case unchanged(Output)
  /// A run would change something. Has the artifact that it would find, if known.
  case changed(Output?, because: String)
}

/// The stages of a pipeline in declaration order.
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

/// What a stage reads: another stage, a group of stages, or a value that is made from some.
package protocol StageInput: Sendable {
  /// What the body of the stage is given.
  associatedtype Value: Sendable

  /// The stages that are read.
  var stages: [any AnyStage] { get }

  func value(from source: any ArtifactSource) throws -> Value
}

extension Stage: StageInput {
  package var stages: [any AnyStage] { [self] }

  package func value(from source: any ArtifactSource) throws -> Output {
    try source.value(of: self)
  }
}

/// Stages that not every run reads.
extension Optional: StageInput where Wrapped: StageInput {
  package var stages: [any AnyStage] { map(\.stages) ?? [] }

  package func value(from source: any ArtifactSource) throws -> Wrapped.Value? {
    try map { try $0.value(from: source) }
  }
}

/// Stages that are read together, each as a named property.
///
/// ```swift
/// struct ModelData: StageGroup {
///   let catalogue: Stage<NightCatalogue>
///   let matrix: Stage<InteractionMatrix>
/// }
///
/// let data = ModelData(catalogue: catalogue, matrix: matrix)
/// let factors = Stage("factors", from: data, parameters: night.als) { context, data in
///   FactorModel(trainedOn: data.matrix.observed, …)
/// }
/// ```
///
/// Every stored property is a stage or another group.
package protocol StageGroup: StageInput {}

extension StageGroup {
  /// The stages of all properties in their order, each once.
  package var stages: [any AnyStage] {
    var known = Set<String>()
    return Mirror(reflecting: self).children.flatMap { property in
      guard let input = property.value as? any StageInput else {
        preconditionFailure("\(Self.self).\(property.label ?? "") is not a stage")
      }
      return input.stages
    }.filter { known.insert($0.name).inserted }
  }

  package func value(from source: any ArtifactSource) throws -> StageValues<Self> {
    try StageValues(of: self, from: source)
  }
}

/// The artifacts of a group of stages, by the names of the group's properties.
///
/// Each access looks the artifact up: bind it to a constant before a loop.
@dynamicMemberLookup
package struct StageValues<Group: StageGroup>: Sendable {
  private let group: Group
  /// By the names of the stages.
  private let artifacts: [String: any Artifact]

  fileprivate init(of group: Group, from source: any ArtifactSource) throws {
    var artifacts: [String: any Artifact] = [:]
    for stage in group.stages { artifacts[stage.name] = try stage.artifact(from: source) }
    self.init(group, artifacts)
  }

  private init(_ group: Group, _ artifacts: [String: any Artifact]) {
    self.group = group
    self.artifacts = artifacts
  }

  package subscript<Output>(dynamicMember path: KeyPath<Group, Stage<Output>>) -> Output {
    let stage = group[keyPath: path]
    guard let artifact = artifacts[stage.name] as? Output else {
      preconditionFailure("\(Group.self) does not store the stage \(stage.name)")
    }
    return artifact
  }

  package subscript<Part: StageGroup>(dynamicMember path: KeyPath<Group, Part>) -> StageValues<Part>
  {
    StageValues<Part>(group[keyPath: path], artifacts)
  }
}
