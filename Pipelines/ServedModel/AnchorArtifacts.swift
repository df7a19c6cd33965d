package import FindieFiles
import FindieWorkspace
package import Foundation

/// What an anchor's training made, as links in the folder of each night that uses its models: with
/// events that came late since, the same models cannot be trained again.
package struct AnchorArtifacts {
  /// The stages whose artifacts depend on what models are trained on.
  private static let stages = [
    "training-games", "tuning", DenseWeights.stage, "held-out-models", "trained-ranker",
    "trained-factors", "trained-items", "evaluation", "comparison",
  ]

  private let folder: URL

  /// - Parameter night: the folder of a night.
  package init(in night: URL) { folder = night }

  private func file(_ stage: String) -> URL {
    folder.appending(
      path: "\(ServedModelFiles.folderName)/\(OwnFiles.anchorPrefix)\(stage).artifact")
  }

  private static func file(_ stage: String, in artifacts: URL) -> URL {
    artifacts.appending(path: "\(stage).artifact")
  }

  /// The checksum of an artifact; nil if it is missing or damaged.
  private static func checksum(_ file: URL) -> Fingerprint? {
    do {
      return try ArtifactReader(file).header.checksum
    } catch {
      return nil
    }
  }

  /// Links the artifacts of a run, so that they outlast it.
  func store(from artifacts: URL) throws(FileFailure) {
    for stage in Self.stages {
      try DurableFile.linkOrCopy(Self.file(stage, in: artifacts), to: file(stage))
    }
  }

  /// Whether a night would make the same: all of them are stored and none is forced, and they were
  /// made by the same program with the same parameters.
  ///
  /// - Parameter recipe: of the night in whose folder they are.
  func areUsable(by night: Night, _ recipe: NightRecipe) -> Bool {
    recipe.parameters == night.parameters && recipe.versions == Versions.all
      && Self.stages.allSatisfy {
        !night.options.selection.forces($0) && Self.checksum(file($0)) != nil
      }
  }

  /// Links those that a run lacks to its artifacts.
  package func restore(to artifacts: URL) throws(FileFailure) {
    try DurableFile.createFolder(artifacts)
    for stage in Self.stages {
      let own = Self.file(stage, in: artifacts)
      guard let stored = Self.checksum(file(stage)), stored != Self.checksum(own) else { continue }
      try DurableFile.remove(own)
      try DurableFile.linkOrCopy(file(stage), to: own)
    }
  }
}
