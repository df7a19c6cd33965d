import FindieDomain

/// The public wishlists of Steam's users.
///
/// Source: `IWishlistService/GetWishlist/v1` of Steam's Web API; it needs no key.
package struct SteamWishlists: Sendable {
  private let transport: Transport
  private let settings: PartnerSettings

  package init(_ transport: Transport, _ settings: PartnerSettings) {
    self.transport = transport
    self.settings = settings
  }

  /// A user's wishlist, by app id. Nil if it is empty or private: Steam answers both alike, so
  /// nothing can be concluded.
  ///
  /// - Throws: `PartnerFailure`, `SyncStopped`.
  package func wishes(of steamId: SteamId) throws -> Fetched<[ShopWish]?> {
    let request = request(of: steamId)
    var skipped = 0
    var fetched = try transport.fetch(request, maximumAge: settings.maximumAge.wishlists) {
      answer -> [ShopWish]? in
      let wishlist: Answer = try answer.json()
      skipped = wishlist.response.items?.skipped ?? 0
      guard let items = try wishlist.response.items?.rows(of: request), !items.isEmpty else {
        return nil
      }
      var seen: Set<Int64> = []
      return items.filter { seen.insert($0.appid).inserted }.map { item in
        ShopWish(
          shopId: "\(item.appid)",
          addedAt: item.date_added.flatMap { $0 > 0 ? Timestamp(epoch: $0) : nil },
          rank: item.priority.flatMap { Self.ranks.contains($0) ? Int($0) : nil })
      }.sorted { (Int64($0.shopId) ?? 0) < (Int64($1.shopId) ?? 0) }
    }
    fetched.leftOut(skipped, of: request)
    return fetched
  }

  /// Other numbers are not positions in a list.
  private static let ranks: ClosedRange<Int64> = 1...1_000_000

  func request(of steamId: SteamId) -> PartnerRequest {
    var request = PartnerRequest(
      settings.endpoint(.steamAPI), path: "IWishlistService/GetWishlist/v1",
      query: ["steamid": steamId.text])
    request.isPersonal = true
    return request
  }

  private struct Answer: Decodable {
    struct Response: Decodable {
      let items: LenientArray<Item>?
    }

    struct Item: Decodable {
      let appid: Int64
      /// 0 if the user did not order the wishlist.
      @Lenient var priority: Int64?
      @Lenient var date_added: Int64?
    }

    let response: Response
  }
}
