import FindieDomain

/// The IGDB game database.
///
/// Source: the documentation of IGDB's API, version 4. It allows four requests a second.
package struct IGDB: Sendable {
  private let transport: Transport
  private let settings: PartnerSettings
  private let token: ExpiringToken

  package init(_ transport: Transport, _ settings: PartnerSettings, _ secrets: PartnerSecrets) {
    self.transport = transport
    self.settings = settings
    token = ExpiringToken(now: transport.clock.now) {
      let clientId = try secrets.value(.twitchClientId)
      var request = PartnerRequest(settings.endpoint(.twitch), .post, path: "token")
      request.setBody(form: "grant_type=client_credentials")
      request.secretParameters = [
        "client_id": clientId, "client_secret": try secrets.value(.twitchClientSecret),
      ]
      request.acceptedStatuses = [200, 400, 403]
      return try transport.fetch(request, maximumAge: nil) {
        try Self.token(in: $0, to: request, clientId: clientId)
      }.value
    }
  }

  private struct Refusal: Decodable {
    let message: String
  }

  /// An app access token of Twitch.
  ///
  /// Source: Twitch's documentation of the client credentials grant flow.
  ///
  /// - Throws: `PartnerFailure.refusedSecrets` for a wrong client id or secret; another
  ///   `PartnerFailure` or `DecodingError` if there is no token.
  package static func token(
    in answer: PartnerAnswer, to request: PartnerRequest, clientId: Secret
  ) throws -> ExpiringToken.Issued {
    guard answer.status != 200 else {
      return try ExpiringToken.Issued(answer, to: request, others: ["Client-ID": clientId])
    }
    let message = try answer.json(Refusal.self).message.lowercased()
    guard message.hasPrefix("invalid client") else {
      throw PartnerFailure.status(request.summary, answer.status)
    }
    throw PartnerFailure.refusedSecrets(
      request.summary, answer.status, names: IGDBPartner.secrets.map(\.rawValue))
  }

  /// The maximum number of app ids per call of `games`.
  package static let appIdsPerCall = 500

  /// The games with 1 to `appIdsPerCall` Steam app ids, by app id. App ids that IGDB does not know
  /// are absent.
  ///
  /// - Parameter known: how many of them IGDB knew when it was last asked.
  /// - Throws: `PartnerFailure`, `SyncStopped`, `FileFailure`.
  package func games(
    steamAppIds: [String], known: Int = 0
  ) throws -> Fetched<[String: ShopGame]> {
    precondition((1...IGDB.appIdsPerCall).contains(steamAppIds.count), "too many ids, or none")
    var links: [IGDBLink] = []
    var origin = AnswerOrigin.cache
    var receivedAt = transport.clock.now()
    var lastId = 0
    var unreadable = 0
    while true {
      let request = request(of: steamAppIds, after: lastId)
      let page = try transport.fetch(
        request, maximumAge: settings.maximumAge.details, entries: \.rows, storesEmpty: false
      ) { answer in
        let page = try IGDBLink.page(in: answer, request)
        // Otherwise other pages have the rest.
        if lastId == 0, page.rows < IGDBQuery.maximumRows {
          try Self.check(page, steamAppIds, known, request)
        }
        return page
      }
      links += page.value.links
      unreadable += page.value.unreadable
      origin = origin.with(page.origin)
      receivedAt = min(receivedAt, page.receivedAt)
      guard page.value.rows >= IGDBQuery.maximumRows, let next = page.value.links.last?.id else {
        var found = Fetched(
          value: IGDBLink.games(of: links, steamAppIds: steamAppIds), receivedAt: receivedAt,
          origin: origin)
        found.leftOut(unreadable, of: request)
        return found
      }
      // A page that does not advance would repeat forever.
      guard next > lastId else {
        throw request.invalid("the ids do not increase")
      }
      lastId = next
    }
  }

  /// Other games in the request change its key, so that no stored answer tells what is missing.
  private static func check(
    _ page: IGDBLink.Page, _ steamAppIds: [String], _ known: Int, _ request: PartnerRequest
  ) throws(PartnerFailure) {
    let found = IGDBLink.games(of: page.links, steamAppIds: steamAppIds).count
    guard Loss.isTooLarge(from: known, to: found) else { return }
    throw request.invalid(
      "it has \(found) of \(known) games that IGDB knew. Their stored data is kept. If IGDB "
        + "no longer has them, delete their lines in games.partners.ndjson")
  }

  /// The games that IGDB finds by title, at most ten.
  ///
  /// - Throws: `PartnerFailure`, `SyncStopped`, `FileFailure`.
  package func search(_ title: String) throws -> Fetched<[ShopGame]> {
    try transport.fetch(
      searchRequest(for: title), maximumAge: settings.maximumAge.details, entries: \.count
    ) { try IGDBGame.games(in: $0) }
  }

  func searchRequest(for title: String) -> PartnerRequest {
    request("games", IGDBQuery.search(IGDBGame.fields, for: title, rows: 10))
  }

  /// A page of `games`: the links after the one with an id.
  func request(of steamAppIds: [String], after id: Int = 0) -> PartnerRequest {
    let ids = steamAppIds.sorted().map(IGDBQuery.quoted).joined(separator: ",")
    return request(
      "external_games",
      IGDBQuery.page(
        IGDBLink.fields, where: ["external_game_source = \(IGDBLink.steam)", "uid = (\(ids))"],
        after: id))
  }

  private func request(_ path: String, _ query: String) -> PartnerRequest {
    var request = PartnerRequest(settings.endpoint(.igdb), .post, path: path)
    request.headers = ["Content-Type": "text/plain", "Accept": "application/json"]
    request.body = Array(query.utf8)
    request.authorization = token
    request.maximumBytes = 32 << 20
    return request
  }
}
