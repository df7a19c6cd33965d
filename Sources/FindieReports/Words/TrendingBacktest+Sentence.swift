package import FindieAnalytics
import FindieText

extension TrendingBacktest {
  /// The result in words.
  package var sentence: String {
    guard nights > 0 else {
      return "No past day has enough history before it and days after it to test trending games."
    }
    guard let trending, let mostEngaged, let difference else {
      return "On \(nights.counted("past day")) no game was clearly rising."
    }
    let verdict =
      difference.low > 0 ? "more" : difference.high < 0 ? "less" : "no significant difference"
    let days = nights == 1 ? "a past day" : "each of \(nights) past days"
    let after = daysAfter == 1 ? "day" : "\(daysAfter) days"
    return
      "Of up to \(games) trending games on \(days), \(trending.percent) rose on the \(after) after; "
      + "of the \(games) games with the most engagement, \(mostEngaged.percent): \(verdict) "
      + "(\(difference.points) points)."
  }
}

extension TrendingBacktest.Share {
  /// "61% (52% to 70%)".
  fileprivate var percent: String {
    "\(mean.percent(0)) (\(max(0, low).percent(0)) to \(high.percent(0)))"
  }

  /// "+12, 3 to 21".
  fileprivate var points: String {
    "\(mean >= 0 ? "+" : "")\(whole(mean)), \(whole(low)) to \(whole(high))"
  }

  private func whole(_ share: Double) -> String { share.percent(0, sign: "") }
}
