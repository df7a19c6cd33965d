import FindieAnalytics
import FindieAnalyticsTestSupport
import FindieDomain
import FindieHistory
import FindieWorkers
import Testing

/// Wishlist synchronizations, counted by hand.
@Suite struct WishlistSyncTests {
  private func wishlist(_ id: String, steam: Int? = nil, itchio: Int? = nil) -> Wishlist {
    Wishlist(
      id: id, userId: id, items: [], steamLastSynced: steam.map { day($0).start },
      itchioLastSynced: itchio.map { day($0).start.adding(milliseconds: 86_399_999) })
  }

  @Test func `each shop's syncs count on their own day`() {
    let activity = Activity(
      interactions: EventTable(.interactions), analytics: EventTable(.analytics), games: [],
      night: day(9), workers: Workers(threads: 1))
    let kpis = activity.teamKPIs(
      over: DayRange(first: day(2), last: day(4)), users: [],
      wishlists: [
        wishlist("a", steam: 2, itchio: 2), wishlist("b", steam: 4), wishlist("c", steam: 5),
        wishlist("d", itchio: 1), wishlist("e"),
      ])
    #expect(kpis.days.map(\.syncs.steam) == [1, 0, 1])
    #expect(kpis.days.map(\.syncs.itchio) == [1, 0, 0])
    #expect(kpis.syncs.steam == 2 && kpis.syncs.itchio == 1)
  }
}
