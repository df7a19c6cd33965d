import FindieDomain
import FindiePartners
import FindieTestSupport
import Foundation
import Testing

/// The numbers of an export of accounts, against a count by hand.
struct AccountPartnerTests {
  private static let day: Int64 = 86_400_000
  private static let today = Timestamp(milliseconds: 20_500 * day + 7_000_000)
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
  }

  private func facts(
    _ users: [String], earlier: AccountChanges = AccountChanges(), recorded: [PartnerMetric] = []
  ) throws -> PartnerFacts {
    let file = try folder.write(
      #"{"users":["# + users.joined(separator: ",") + "]}", to: "auth-export.json")
    let input = SyncInput(games: [], users: [], wishlists: [])
    var context = PartnerContext.reading(file, now: Self.today, recorded: recorded)
    context.accounts = { earlier }
    return try AccountPartner(context).facts(for: input)
  }

  private func user(_ id: Int, daysAgo: Int64, _ providers: String...) -> String {
    let time = Self.today.milliseconds - daysAgo * Self.day
    let infos = providers.map { #"{"providerId":"\#($0)"}"# }.joined(separator: ",")
    return #"{"localId":"u\#(id)","createdAt":"\#(time)","providerUserInfo":[\#(infos)]}"#
  }

  @Test func `sign-ups count once in all and once for each method, on complete days`() throws {
    let metrics = try facts([
      user(0, daysAgo: 0, "google.com"), user(1, daysAgo: 1, "google.com", "apple.com"),
      user(2, daysAgo: 1, "google.com"), user(3, daysAgo: 28), user(4, daysAgo: 29),
    ]).metrics
    let today = Self.today.day
    func value(_ metric: String, _ daysAgo: Int, _ segment: String = "") -> Decimal? {
      let id = PartnerMetric.id(
        partner: "auth", metric: metric, day: today.adding(days: -daysAgo), segment: segment)
      return metrics.first { $0.id == id }?.value
    }
    #expect(value("signUps", 0) == nil)
    #expect(value("signUps", 1) == 2 && value("signUps", 2) == 0 && value("signUps", 28) == 1)
    #expect(value("signUps", 29) == nil)
    #expect(value("signUps", 1, "google.com") == 2 && value("signUps", 1, "apple.com") == 1)
    #expect(value("accounts", 1) == 4 && value("accounts", 1, "anonymous") == 2)
    #expect(Set(metrics.map(\.id)).count == metrics.count)
  }

  @Test func `a recorded number stays`() throws {
    let users = [user(0, daysAgo: 0), user(1, daysAgo: 1)]
    let first = try facts(users).metrics
    #expect(try facts(users, recorded: first).metrics.isEmpty)
  }

  @Test func `a damaged or short export changes nothing`() throws {
    let earlier = AccountChanges(current: (0..<30).map { "u\($0)" })
    for users in [[], ["{}"], [user(0, daysAgo: 1)]] {
      let facts = try facts(users, earlier: earlier)
      #expect(facts.accounts == nil && facts.metrics.isEmpty && !facts.succeeded)
      #expect(facts.failures.count == 1)
    }
  }
}
