package import FindieDomain

/// Authorizes requests to IGDB with a Twitch app access token, which is never stored.
///
/// Source: Twitch's documentation of the client credentials grant flow.
package struct TwitchToken: RequestAuthorization {
  /// A token as Twitch answers it.
  package struct Issued: Sendable {
    let token: String
    let seconds: Double
  }

  private let token: ExpiringToken

  /// - Parameter issue: asks for a token.
  package init(
    _ secrets: PartnerSecrets, now: @escaping @Sendable () -> Timestamp,
    issue: @escaping @Sendable (_ clientId: Secret, _ clientSecret: Secret) throws -> Issued
  ) {
    token = ExpiringToken(now: now) {
      let clientId = try secrets.value(.twitchClientId)
      let issued = try issue(clientId, secrets.value(.twitchClientSecret))
      return ExpiringToken.Issued(
        headers: ["Client-ID": clientId, "Authorization": Secret("Bearer " + issued.token)],
        seconds: issued.seconds)
    }
  }

  package init(
    _ transport: Transport, _ settings: PartnerSettings, _ secrets: PartnerSecrets
  ) {
    self.init(secrets, now: transport.clock.now) { clientId, clientSecret in
      var request = PartnerRequest(settings.endpoint(.twitch), .post, path: "token")
      request.setBody(form: "grant_type=client_credentials")
      request.secretParameters = ["client_id": clientId, "client_secret": clientSecret]
      request.acceptedStatuses = [200, 400, 403]
      return try transport.fetch(request, maximumAge: nil) { try Issued($0, to: request) }.value
    }
  }

  package func headers() throws -> [String: Secret] { try token.headers() }

  package func discard(_ headers: [String: Secret]) { token.discard(headers) }
}

extension TwitchToken.Issued {
  private struct Token: Decodable {
    let access_token: String
    let expires_in: Double
  }

  private struct Refusal: Decodable {
    let message: String
  }

  /// - Throws: `PartnerFailure.refusedSecrets` for a wrong client id or secret; another
  ///   `PartnerFailure` or `DecodingError` if there is no token.
  package init(_ answer: PartnerAnswer, to request: PartnerRequest) throws {
    guard answer.status == 200 else {
      let message = try answer.json(Refusal.self).message.lowercased()
      guard message.hasPrefix("invalid client") else {
        throw PartnerFailure.status(request.summary, answer.status)
      }
      throw PartnerFailure.refusedSecrets(
        request.summary, answer.status,
        names: [PartnerSecrets.Name.twitchClientId, .twitchClientSecret].map(\.rawValue))
    }
    let issued = try answer.json(Token.self)
    guard issued.access_token.wholeMatch(of: /[!-~]+/) != nil, issued.expires_in > 0 else {
      throw request.invalid("it has no token")
    }
    token = issued.access_token
    seconds = min(issued.expires_in, 1e9)
  }
}
