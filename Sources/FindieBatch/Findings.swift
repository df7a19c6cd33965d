/// What an artifact says of itself: it goes with it to its file and to the manifest.
package struct Findings: Codable, Sendable, Equatable {
  package var counts: [String: Int]
  package var measures: [String: Double]
  package var conclusion: String?

  package init(counts: [String: Int], measures: [String: Double], conclusion: String?) {
    self.counts = counts
    self.measures = measures
    self.conclusion = conclusion
  }

  package static let none = Findings(counts: [:], measures: [:], conclusion: nil)
}

extension Findings {
  init(of artifact: some Artifact) {
    self.init(
      counts: artifact.counts, measures: artifact.measures, conclusion: artifact.conclusion)
  }
}
