package import FindieDomain
import FindieFiles
package import FindieWorkspace
package import Foundation

/// The night whose models tonight's lists use: tonight, or the first night of the week if this
/// night trains no models.
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
