/// The app ids and titles of all games on Steam.
///
/// Source: `IStoreService/GetAppList/v1` of Steam's Web API, which needs a key.
package struct SteamAppList: Sendable {
  private let transport: Transport
  private let settings: PartnerSettings
  private let key: Secret

  /// - Parameter key: a key of Steam's Web API.
  package init(_ transport: Transport, _ settings: PartnerSettings, key: Secret) {
    self.transport = transport
    self.settings = settings
    self.key = key
  }

  /// All games, in the order of their app ids.
  ///
  /// Each page is cached, so an interrupted call continues at the first missing page.
  /// - Throws: `PartnerFailure`, `SyncStopped`, `FileFailure`.
  package func games() throws -> Fetched<[(id: String, title: String)]> {
    var games: [(id: String, title: String)] = []
    var origin = AnswerOrigin.cache
    var receivedAt = transport.clock.now()
    var last = 0
    var skipped = 0
    while true {
      var request = PartnerRequest(
        settings.endpoint(.steamAPI), path: "IStoreService/GetAppList/v1",
        query: ["include_games": "true", "max_results": "50000", "last_appid": "\(last)"])
      request.secretParameters = ["key": key]
      request.maximumBytes = 32 << 20
      let fetched = try transport.fetch(
        request, maximumAge: settings.maximumAge.details, entries: \.count, storesEmpty: false
      ) { try $0.json(Answer.self).response }
      origin = origin.with(fetched.origin)
      receivedAt = min(receivedAt, fetched.receivedAt)
      let page = fetched.value
      let apps = try page.apps?.rows(of: request) ?? []
      skipped += page.apps?.skipped ?? 0
      games += apps.map { ("\($0.appid)", $0.name.decodingEntities) }
      guard page.have_more_results ?? false else {
        var list = Fetched(value: games, receivedAt: receivedAt, origin: origin)
        list.leftOut(skipped, of: request)
        return list
      }
      // A page that does not advance would repeat forever.
      guard let next = page.last_appid ?? apps.last?.appid, next > last else {
        throw request.invalid("last_appid does not advance")
      }
      last = next
    }
  }

  private struct Answer: Decodable {
    struct Response: Decodable {
      let apps: LenientArray<App>?
      let have_more_results: Bool?
      let last_appid: Int?

      /// Of all entries, also of those that cannot be read.
      var count: Int { apps.map { $0.elements.count + $0.skipped } ?? 0 }
    }

    struct App: Decodable {
      let appid: Int
      let name: String
    }

    let response: Response
  }
}
