/// What a stage reads: another stage, or a group of stages.
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

/// Stages that are read together, each under the name of a property.
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
