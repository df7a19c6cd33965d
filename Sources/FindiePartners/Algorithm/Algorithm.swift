package import FindieDomain
import FindieWorkspace
import Foundation

/// The Algorithm: posts messages on X.
///
/// No answer is stored. The token has its own file.
package struct Algorithm: Sendable {
  private let transport: Transport
  private let endpoint: Endpoint
  private let tokenFile: AlgorithmTokenFile

  package init(
    _ transport: Transport, _ settings: PartnerSettings, _ tokenFile: AlgorithmTokenFile
  ) {
    self.transport = transport
    self.tokenFile = tokenFile
    endpoint = settings.endpoint(.algorithm)
  }

  // MARK: - Before use

  private struct Health: Decodable {
    let status: String
  }

  /// - Throws: `PartnerFailure`, such as `unhealthy`; `SyncStopped`, `FileFailure`.
  package func checkHealth() throws {
    let status = try transport.fetch(
      PartnerRequest(endpoint, path: "api/health"), maximumAge: nil
    ) { try $0.json(Health.self).status }.value
    guard status == "healthy" else { throw PartnerFailure.unhealthy }
  }

  /// - Throws: `PartnerFailure.loginRequired`, `LocalFailure`, `FileFailure`.
  package func checkToken() throws { _ = try tokenFile.token(at: transport.clock.now()) }

  // MARK: - The token

  private struct Token: Decodable {
    let access_token: String
    let token_type: String
    let expires_in: Double
  }

  private static let longestLifeInSeconds = 366 * 86_400.0

  /// Exchanges the code of a callback for a token, and stores the token.
  ///
  /// - Returns: when the token expires.
  /// - Throws: `LoginRefusal`, `PartnerFailure`, `SyncStopped`, `FileFailure`.
  package func logIn(_ login: AlgorithmLogin, callback: String) throws -> Timestamp {
    let code = try login.code(in: callback)
    var request = PartnerRequest(endpoint, .post, path: "oauth/token")
    request.setBody(
      form: "grant_type=authorization_code&redirect_uri=\(login.redirectURI.percentEncoded)")
    request.secretParameters = [
      "client_id": login.clientId, "code": code, "code_verifier": login.verifier,
    ]
    // A code is valid once.
    request.isRepeatable = false
    let token = try fetch(request) { answer in
      let token = try answer.json(Token.self)
      guard token.access_token.wholeMatch(of: /[!-~]{1,8192}/) != nil, token.expires_in > 0,
        token.token_type.lowercased() == "bearer"
      else { throw request.invalid("it has no bearer token") }
      return token
    }
    let expiry = transport.clock.now().adding(
      seconds: min(token.expires_in, Self.longestLifeInSeconds))
    try tokenFile.write(Secret(token.access_token), expiresAt: expiry)
    return expiry
  }

  // MARK: - With the token

  private struct Message: Encodable {
    let message: String
    /// In seconds since 1970.
    let timestamp: Int64
  }

  private struct SendResponse: Decodable {
    let success: Bool
    let tweet_id: String?
  }

  /// Posts a message on X, publicly. The request is never repeated.
  ///
  /// - Returns: the outcome, with the post's id on X if it is known.
  /// - Throws: `SyncStopped`, `FileFailure`. In both cases the message was not posted.
  package func post(_ message: String) throws -> PostLog.Outcome {
    do {
      let now = transport.clock.now()
      let token = try tokenFile.token(at: now)
      var request = PartnerRequest(endpoint, .post, path: "api/send-message")
      request.secretHeaders = ["Authorization": Secret("Bearer " + token.revealed)]
      request.setBody(json: Message(message: message, timestamp: now.milliseconds / 1000))
      request.isRepeatable = false
      let summary = request.summary
      return try fetch(request) { answer in
        let response = try answer.json(SendResponse.self)
        guard response.success else {
          return .uncertain(PartnerFailure.uncertain(summary, reason: "success is false"))
        }
        return .sent(
          response.tweet_id.flatMap { $0.wholeMatch(of: /[0-9]{1,32}/)?.0 }.map(String.init))
      }
    } catch let failure as PartnerFailure {
      return failure.mayHaveArrived ? .uncertain(failure) : .notSent(failure)
    } catch let failure as LocalFailure {
      return .notSent(failure)
    }
  }

  /// The decoded answer, if its status is 200 to 299.
  ///
  /// - Throws: `PartnerFailure`, also if an answer of any status names one, or has status 401.
  private func fetch<Value: Sendable>(
    _ request: PartnerRequest, decode: (PartnerAnswer) throws -> Value
  ) throws -> Value {
    var request = request
    request.acceptedStatuses = Set(200...599)
    // Errors may be HTML pages.
    request.contentTypes = []
    let summary = request.summary
    let result = try transport.fetch(request, maximumAge: nil) {
      answer -> Result<Value, PartnerFailure> in
      if let failure = Self.failure(namedBy: answer) { return .failure(failure) }
      switch answer.status {
      case 200..<300: return .success(try decode(answer))
      case 401: return .failure(.loginRequired)
      case 403: throw PartnerFailure.unauthorized(summary, 403)
      case let status where RetryRule.isRefusal(status):
        throw PartnerFailure.status(summary, status)
      case let status: throw PartnerFailure.uncertain(summary, reason: "status \(status)")
      }
    }
    return try result.value.get()
  }
}
