package import FindieAnalytics
package import FindieDomain

/// What the data has events of.
package struct RecordedKinds: Codable, Sendable {
  let measures: [Measure]
  let hasViews: Bool
  let isGenerated: Bool

  package init(_ activity: Activity, _ catalogue: Catalogue) {
    let recorded = activity.recordedMeasures()
    measures = Measure.allCases.filter { recorded.contains($0) }
    hasViews = activity.hasViews
    isGenerated = catalogue.isGenerated
  }
}
