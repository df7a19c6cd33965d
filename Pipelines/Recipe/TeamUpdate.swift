package import FindieWorkspace

/// The annotations, or the promotions, in the store after tonight's files were merged into it. The
/// records are in the `NightCatalogue`.
package struct CollectionUpdate: TransientArtifact, Codable {
  package static var grain: String { "one record per annotation or promotion" }
  package static var isIdentifiedByContent: Bool { true }

  /// The digest of all records.
  package let digest: Fingerprint
  /// The line counts of tonight's files; empty without files.
  package let intake: [CollectionIntake]
  package let counts: [String: Int]

  package var content: Fingerprint? {
    Fingerprint(of: digest.hexadecimal + canonicalJSON(intake))
  }
}

/// The collections that the app's team writes by hand.
package struct TeamUpdate: Codable, Sendable {
  package let annotations: CollectionUpdate
  package let promotions: CollectionUpdate

  package var digests: [Fingerprint] { [annotations.digest, promotions.digest] }
}
