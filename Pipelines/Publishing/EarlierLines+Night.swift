import FindiePublishing
import FindieWorkspace
import Foundation

extension EarlierLines {
  /// The newest night that this workspace published; nil if nothing can be copied from it.
  init?(of night: Night) {
    do {
      let file = try ArtifactReader(night.artifacts.appending(path: "publish.artifact"))
      guard file.header.formatVersion == Publication.formatVersion,
        file.header.provenance?.program == Versions.program
      else { return nil }
      let publication = try Publication(from: file)
      guard let sums = publication.checksums,
        try night.workspace.publishedFingerprint(of: publication.day) == sums
      else { return nil }
      try self.init(publication.players, in: night.workspace.published(publication.day))
    } catch {
      // Without it, all lists are printed.
      return nil
    }
  }
}
