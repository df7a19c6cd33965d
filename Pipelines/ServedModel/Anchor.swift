package import FindieDomain
package import FindieFiles
package import FindieWorkspace
package import Foundation

/// The night whose models tonight's lists use. An ordinary night does not train models: it uses
/// those of its anchor, the first night of the week.
package struct Anchor: TransientArtifact {
  package static var grain: String { "one row: the night whose models are used" }
  package static var isIdentifiedByContent: Bool { true }

  package let data: TrainingData
  /// The published store with the catalogue that the models were trained on; nil for tonight's.
  package let store: Store?
  /// Whether the models are trained on tonight's data.
  package var isTonight: Bool { store == nil }
  /// Why tonight is an anchor, or that it is none.
  package let conclusion: String?

  /// A store in the folder of a published night.
  package struct Store: Sendable {
    let night: URL
    /// The path in the folder.
    let file: String

    package var url: URL { night.appending(path: file) }

    /// Whether the file has its checksum. It is linked into the folder of each night that uses the
    /// models.
    func isWhole() throws -> Bool {
      guard let sum = try Checksums(in: night)?[file] else { return true }
      do {
        return try Fingerprint(ofFile: url) == sum
      } catch {
        // The disk cannot read it.
        return false
      }
    }
  }

  package var counts: [String: Int] { [:] }

  package var content: Fingerprint? { Fingerprint(of: canonicalJSON(data)) }
}

extension Anchor {
  /// The champion of the anchor, with which its models are compared. Without one if it is no longer
  /// stored as it was.
  func champion(_ night: Night) throws -> Champion {
    isTonight || night.recipe != nil
      ? try Champion(before: data.day, night) : try Champion(of: data, night)
  }
}

extension Workspace {
  /// The store with the catalogue that the models of a published night were trained on; nil if it
  /// is not stored.
  package func anchorStore(of day: Day, _ training: TrainingData) -> Anchor.Store? {
    let own = Anchor.Store(night: published(day), file: OwnFiles.anchorName)
    if DurableFile.exists(own.url) { return own }
    // The anchor itself.
    let anchor = Anchor.Store(night: published(training.day), file: Self.storeName)
    return recipe(of: training.day)?.catalogue == training.catalogue
      && DurableFile.exists(anchor.url) ? anchor : nil
  }
}

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
