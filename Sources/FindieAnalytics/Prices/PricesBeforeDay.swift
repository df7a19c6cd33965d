import FindieDomain
import Foundation

/// A price series as a night sees it: what is known before its day, if the game is for sale.
struct PricesBeforeDay {
  /// The number of days after which a price that was not checked again is unknown.
  static let daysUntilStale = 7
  static let daysOfLowest = 90

  let series: PriceSeries
  /// The price in effect when the day begins.
  let price: Decimal
  private let points: [PricePoint]
  private let day: Day

  /// Nil if the game is not for sale, or its price was not checked for more than `daysUntilStale` days.
  init?(_ series: PriceSeries, before day: Day) {
    guard let checked = series.updatedAt,
      checked >= day.adding(days: -Self.daysUntilStale).start
    else { return nil }
    var points: [PricePoint] = []
    for point in series.items.prefix(while: { $0.at < day.start }) {
      // Of two prices that begin at one time, the last is in effect.
      if points.last?.at == point.at { points.removeLast() }
      points.append(point)
    }
    guard let price = points.last?.price else { return nil }
    self.series = series
    self.price = price
    self.points = points
    self.day = day
  }

  var regularPrice: Decimal? { points.last?.regularPrice }

  /// When the price began.
  var since: Timestamp? { points.reversed().prefix { $0.price == price }.last?.at }

  /// Whether no lower price was in effect in the `daysOfLowest` days before the day.
  var isLowest: Bool {
    let start = day.adding(days: -Self.daysOfLowest).start
    let first = points.lastIndex { $0.at <= start } ?? 0
    return points[first...].allSatisfy { ($0.price ?? price) >= price }
  }

  /// The price in effect at `time`; if there is none or no time, the first price after it.
  func price(at time: Timestamp?) -> Decimal? {
    guard let time else { return points.lazy.compactMap(\.price).first }
    let next = points.firstIndex { $0.at > time } ?? points.endIndex
    return (next > 0 ? points[next - 1].price : nil)
      ?? points[next...].lazy.compactMap(\.price).first
  }
}
