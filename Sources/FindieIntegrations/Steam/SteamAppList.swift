/// The app ids and titles of all games on Steam.
///
/// Source: `IStoreService/GetAppList/v1` of Steam's Web API, which needs a key.
package struct SteamAppList: Sendable {
  private let transport: Transport
  private let settings: PartnerSettings
  private let secrets: PartnerSecrets

  package init(_ transport: Transport, _ settings: PartnerSettings, _ secrets: PartnerSecrets) {
    self.transport = transport
    self.settings = settings
    self.secrets = secrets
  }

  /// All games, by app id.
  ///
  /// Each page is cached, so an interrupted call continues at the first page that is missing.
  ///
  /// - Throws: `PartnerFailure`, `SyncStopped`.
  package func games() throws -> [(id: String, title: String)] {
    let key = try secrets.value(.steamKey)
    var games: [(id: String, title: String)] = []
    var last = 0
    while true {
      var request = PartnerRequest(
        settings.endpoint(.steamAPI), path: "IStoreService/GetAppList/v1",
        query: ["include_games": "true", "max_results": "50000", "last_appid": "\(last)"])
      request.secretParameters = ["key": key]
      request.maximumBytes = 32 << 20
      let page: Answer.Response = try transport.fetch(
        request, maximumAge: settings.maximumAge.details
      ) { try $0.json(Answer.self).response }.value
      let apps = page.apps ?? []
      games += apps.map { ("\($0.appid)", $0.name) }
      guard page.have_more_results ?? false else { return games }
      // A page that does not advance would repeat without end.
      guard let next = page.last_appid ?? apps.last?.appid, next > last else {
        throw PartnerFailure.invalid(request.summary, detail: "last_appid does not advance")
      }
      last = next
    }
  }

  private struct Answer: Decodable {
    struct Response: Decodable {
      let apps: [App]?
      let have_more_results: Bool?
      let last_appid: Int?
    }

    struct App: Decodable {
      let appid: Int
      let name: String
    }

    let response: Response
  }
}
