import FindieAnalytics
import FindieText

/// How often games were added to wishlists in the complete weeks.
struct WishLedger {
  let report: StudioReport
  /// One per period, of the studio or of a game.
  let numbers: [PeriodNumbers]

  /// Empty if no wish is recorded.
  var html: HTML {
    guard report.setting.recorded.contains(.wishlistAdds) else { return "" }
    let weeks = zip(report.numbers.periods, numbers).filter { period, _ in
      [.isoWeek, .last4Weeks, .last13Weeks].contains(period.kind)
        && report.numbers.coverage(of: period) == .whole
    }
    guard weeks.contains(where: { $0.1.tally[.wishlistAdds] > 0 }) else { return "" }
    let adds = weeks.map { period, own -> Sentence in
      "\(.count(own.tally[.wishlistAdds])) \(period.whenInWords)"
    }
    let sentence: Sentence =
      "Added to wishlists: \(adds.listed). Removals are not recorded, so it is not known how many of the wishes are still open."
    return "<p class=\"note\">\(sentence.html)</p>\n"
  }
}
