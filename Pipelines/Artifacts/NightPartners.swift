package import FindieDomain
package import FindieWorkspace

/// The prices and partners in the store after tonight's files were merged into it.
package struct PartnerUpdate: TransientArtifact {
  package static var grain: String {
    "one record per price series, partner and number of a partner"
  }
  package static var isIdentifiedByContent: Bool { true }

  /// The digest of all records.
  package let digest: Fingerprint
  /// The line counts of tonight's files.
  package let intake: [CollectionIntake]
  package let counts: [String: Int]
  /// The records, if this run has read them; nil if they are only in the store.
  let data: PartnerData?

  package var content: Fingerprint? {
    Fingerprint(of: digest.hexadecimal + canonicalJSON(intake))
  }
}

/// All prices and partners in the store after tonight's input.
package struct NightPartners: TransientArtifact {
  package static var grain: String {
    "one record per price series, partner and number of a partner"
  }

  package let data: PartnerData
  /// The line counts of tonight's files.
  package let intake: [CollectionIntake]

  package var counts: [String: Int] { data.counts }
}

extension PartnerData {
  var counts: [String: Int] {
    ["prices": prices.count, "partners": partners.count, "metrics": metrics.count]
  }
}
