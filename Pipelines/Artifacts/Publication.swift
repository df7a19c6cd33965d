package import FindieDomain
import FindieWorkspace

/// The files of a published night.
package struct Publication: JSONArtifact {
  package static var grain: String { "one file per kind of list and one snapshot of the store" }
  package static var formatVersion: Int { 6 }

  package let day: Day
  /// The sizes of the night's files in bytes, by path.
  package let files: [String: Int]
  /// The number of lists of each kind.
  package let lists: [String: Int]
  /// The failed checks that `--publish anyway` overrode.
  package let overridden: [String]

  package var counts: [String: Int] { lists }
}
