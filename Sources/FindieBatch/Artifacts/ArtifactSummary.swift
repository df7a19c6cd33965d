/// The results of a stage that its artifact's file and the record of the run both show.
package struct ArtifactSummary: Codable, Sendable, Equatable {
  package var counts: [String: Int]
  package var measures: [String: Double]
  package var conclusion: String?

  package init(counts: [String: Int], measures: [String: Double], conclusion: String?) {
    self.counts = counts
    self.measures = measures
    self.conclusion = conclusion
  }

  package static let empty = ArtifactSummary(counts: [:], measures: [:], conclusion: nil)
}

extension ArtifactSummary {
  init(of artifact: some Artifact) {
    self.init(
      counts: artifact.counts, measures: artifact.measures, conclusion: artifact.conclusion)
  }
}
