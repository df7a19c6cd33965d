import FindieDomain
import FindieWorkspace
import Foundation

/// Firebase Cloud Messaging: sends messages to devices.
///
/// Source: the documentation of the FCM HTTP v1 API, and of Google's OAuth 2.0 for service
/// accounts.
package struct FCM: Sendable {
  /// What is known about a message after an attempt to send it.
  package enum Outcome: Sendable {
    case sent
    /// The device's token is no longer valid.
    case unregistered
    /// FCM refused the message, with this code.
    case refused(String)
    /// FCM did not receive the message.
    case notSent(PartnerFailure)
    /// FCM may have received the message.
    case uncertain(PartnerFailure)
  }

  private let transport: Transport
  private let endpoint: Endpoint
  private let token: ExpiringToken

  /// - Parameter secrets: with the path of the service account's JSON file, of mode 600.
  /// - Throws: `PartnerFailure.missingSecret`, `LocalFailure`, `FileFailure`.
  package init(
    _ transport: Transport, _ settings: PartnerSettings, _ secrets: PartnerSecrets
  ) throws {
    let path = try secrets.value(.fcmServiceAccount).revealed
    let account = try ServiceAccount(file: URL(filePath: path))
    self.transport = transport
    endpoint = settings.endpoint(.fcm).named(account.project)
    let tokenEndpoint = settings.endpoint(.googleToken)
    token = ExpiringToken(now: transport.clock.now) {
      try Self.token(for: account, transport, tokenEndpoint)
    }
  }

  // MARK: - The token

  private struct Claims: Encodable {
    let iss: String
    let scope = "https://www.googleapis.com/auth/firebase.messaging"
    let aud: String
    let iat: Int64
    let exp: Int64
  }

  /// Exchanges a token signed by the account for one of Google's.
  ///
  /// The address comes from the settings: a changed account file gets no token.
  private static func token(
    for account: ServiceAccount, _ transport: Transport, _ endpoint: Endpoint
  ) throws -> ExpiringToken.Issued {
    let now = transport.clock.now().milliseconds / 1000
    let assertion = try JSONWebToken.signed(
      Claims(iss: account.email, aud: endpoint.address, iat: now, exp: now + 3600),
      by: account.key, keyId: account.keyId)
    var request = PartnerRequest(endpoint, .post)
    request.setBody(
      form: "grant_type=\("urn:ietf:params:oauth:grant-type:jwt-bearer".percentEncoded)")
    request.secretParameters = ["assertion": assertion]
    request.acceptedStatuses = [200, 400, 401]
    return try transport.fetch(request, maximumAge: nil) { answer in
      guard answer.status == 200 else {
        throw PartnerFailure.refusedSecrets(
          request.summary, answer.status,
          names: [PartnerSecrets.Name.fcmServiceAccount.rawValue, "this machine's clock"])
      }
      return try ExpiringToken.Issued(answer, to: request)
    }.value
  }

  // MARK: - Messages

  private struct Body: Encodable {
    struct Message: Encodable {
      let token: String
      let notification: Notification
      let data: [String: String]
      let apns = APNS()
    }

    /// With a sound and a badge, on Apple's devices, as the app expects.
    struct APNS: Encodable {
      struct Payload: Encodable {
        let aps = Alert()
      }

      struct Alert: Encodable {
        let badge = 1
        let sound = "default"
      }

      let payload = Payload()
    }

    struct Notification: Encodable {
      let title: String
      let body: String
    }

    let message: Message
  }

  private struct Answer: Decodable {
    struct Failure: Decodable {
      struct Detail: Decodable {
        let errorCode: String?
      }

      let status: String?
      let details: LenientArray<Detail>?
    }

    let name: String?
    let error: Failure?
  }

  /// Sends a message once. It is repeated only if FCM certainly did not receive it.
  ///
  /// - Parameters:
  ///   - data: for the app, such as the link that a tap opens.
  /// - Throws: `SyncStopped`, `FileFailure`. In both cases FCM did not receive the message.
  package func send(
    _ text: MessageTexts.Text, data: [String: String], to device: Device
  ) throws -> Outcome {
    let message = Body.Message(
      token: device.token.revealed, notification: .init(title: text.title, body: text.body),
      data: data)
    var request = PartnerRequest(endpoint, .post)
    request.setBody(json: Body(message: message))
    request.authorization = token
    request.isPersonal = true
    request.isRepeatable = false
    request.secondsAfterTooMany = 60
    request.acceptedStatuses = [200, 400, 403, 404]
    // Errors may be HTML pages.
    request.contentTypes = []
    do {
      return try transport.fetch(request, maximumAge: nil) { answer in
        try Self.outcome(of: answer)
      }.value
    } catch let failure as PartnerFailure {
      return failure.mayHaveArrived ? .uncertain(failure) : .notSent(failure)
    }
  }

  /// What an answer says about a message.
  ///
  /// - Throws: `PartnerFailure` or `DecodingError` if it is not known.
  package static func outcome(of answer: PartnerAnswer) throws -> Outcome {
    guard answer.status == 200 else {
      // The codes are documented, the messages are not.
      let error = error(in: answer)
      let code = error?.details?.elements.compactMap(\.errorCode).first.flatMap(Self.code)
      if code == "UNREGISTERED" { return .unregistered }
      guard answer.status == 400 || code == "SENDER_ID_MISMATCH" else {
        // The failure concerns the account or the project, not the message.
        let request = "POST messages:send"
        return .notSent(
          answer.status == 403 ? .unauthorized(request, 403) : .status(request, answer.status))
      }
      return .refused(code ?? error?.status.flatMap(Self.code) ?? "status 400")
    }
    guard try answer.json(Answer.self).name != nil else {
      throw PartnerFailure.invalid("messages:send", detail: "it has no name")
    }
    return .sent
  }

  /// The text as a code; nil for any other text.
  private static func code(_ text: String) -> String? {
    text.wholeMatch(of: /[A-Z_]{1,64}/) == nil ? nil : text
  }

  private static func error(in answer: PartnerAnswer) -> Answer.Failure? {
    do { return try answer.json(Answer.self).error } catch { return nil }
  }
}

/// The account that sends a Firebase project's messages, from the JSON file of Google's console.
struct ServiceAccount: Sendable {
  let email: String
  let project: String
  let key: SigningKey
  let keyId: String?

  private struct File: Decodable {
    let client_email: String
    let private_key: String
    let private_key_id: String?
    let project_id: String
  }

  /// - Throws: `LocalFailure` for a file that others can read or that is not one of an account;
  ///   `FileFailure`.
  init(file: URL) throws {
    let bytes = try PartnerSecrets.bytes(of: file)
    let content: File
    do {
      content = try JSONDecoder().decode(File.self, from: Data(bytes))
    } catch {
      throw LocalFailure(
        .badParameters,
        "\(file.path) is not the JSON file of a service account, with client_email, private_key "
          + "and project_id.")
    }
    email = content.client_email
    project = content.project_id
    keyId = content.private_key_id
    key = try PartnerSecrets.key(.rs256, pem: content.private_key, of: file)
  }
}
