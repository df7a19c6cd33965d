import FindieAnalytics
import FindieDomain
import FindieText

/// One step from a card to the shop.
struct FunnelStep: Hashable, Sendable {
  let measure: Measure
  /// Nil if the data does not record it on all days.
  let count: Int?
  /// Of the impressions; above 1 if players took the step several times per card.
  let share: Double?
}

extension TeamReport {
  var funnelSteps: [FunnelStep] {
    let impressions = current.tally[.impressions]
    return [Measure.impressions, .detailOpens, .wishlistAdds, .externalClicks].map { measure in
      // A step that is recorded on some of the days only has no share.
      let isRecorded = recorded.measures[measure].map {
        $0 <= recordedDays(of: period).first
      }
      let count = isRecorded ?? false ? current.tally[measure] : nil
      return FunnelStep(
        measure: measure, count: count,
        share: count.flatMap { impressions > 0 ? Double($0) / Double(impressions) : nil })
    }
  }
}
