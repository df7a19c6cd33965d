import FindieWorkspace
import Foundation

/// An address that receives alerts. The address is a secret: messages name its host only.
struct Webhook: Sendable {
  let shape: WebhookShape
  /// Identifies the address in files.
  let id: String
  let host: String
  private let request: PartnerRequest

  /// Below the limits of Slack (1 in a second), Discord (5 in two seconds) and Teams (4 in a
  /// second), also for other programs that post.
  private static func endpoint(_ id: String) -> Endpoint {
    Endpoint(
      name: "webhook-\(id)", address: "", requests: 30, seconds: 60, requestsPerRun: 100)
  }

  /// The webhooks of `FINDIE_WEBHOOK_URL`, which has one or several addresses with blanks between
  /// them.
  ///
  /// - Throws: `PartnerFailure.missingSecret`, or `LocalFailure` for an address or a header that
  ///   cannot be used.
  static func all(of secrets: PartnerSecrets, _ settings: AlertSettings) throws -> [Webhook] {
    let name = PartnerSecrets.Name.webhookURL
    let addresses = try secrets.value(name).revealed.split(whereSeparator: \.isWhitespace)
    guard !addresses.isEmpty else { throw PartnerFailure.missingSecret(name.rawValue) }
    let header = try header(of: secrets)
    return try addresses.map { address in
      let id = String(Fingerprint(of: String(address)).hexadecimal.prefix(8))
      guard
        var request = PartnerRequest(webhook: Secret(String(address)), within: endpoint(id))
      else {
        throw LocalFailure(
          .badParameters,
          "An address in \(name.rawValue) is not an https URL without user and fragment. The "
            + "address is not shown, since it is a secret.")
      }
      if let header { request.secretHeaders[header.name] = header.value }
      return Webhook(request, id, settings)
    }
  }

  private init(_ request: PartnerRequest, _ id: String, _ settings: AlertSettings) {
    self.request = request
    self.id = id
    host = request.url.host() ?? ""
    shape = settings.shape ?? WebhookShape(host: host)
  }

  private static func header(
    of secrets: PartnerSecrets
  ) throws(LocalFailure) -> (name: String, value: Secret)? {
    guard let header = secrets.optional(.webhookHeader) else { return nil }
    guard let match = header.revealed.wholeMatch(of: /([A-Za-z0-9\-]+):[ \t]*([!-~][ -~]*)/) else {
      throw LocalFailure(
        .badParameters,
        "\(PartnerSecrets.Name.webhookHeader.rawValue) is not a header such as Authorization: "
          + "Bearer TOKEN. It is not shown, since it is a secret.")
    }
    return (String(match.output.1), Secret(String(match.output.2)))
  }

  /// Posts a body, at most once.
  ///
  /// - Throws: `SyncStopped` before anything is sent, `FileFailure`.
  func post(_ body: AlertBody, _ transport: Transport) throws -> PostLog.Outcome {
    var request = request
    request.headers["Content-Type"] = "application/json"
    request.body = body.bytes
    request.acceptedStatuses = Set(200..<300)
    // Slack answers with a text, Discord with nothing.
    request.contentTypes = []
    request.isRepeatable = false
    do {
      _ = try transport.fetch(request, maximumAge: nil) { answer in
        switch WebhookAnswer(answer, to: shape) {
        case .delivered: break
        case .refused:
          throw PartnerFailure.refusal(
            "\(request.summary): the answer \(answer.status) reports an error, so the alert was "
              + "not delivered. Check the webhook in the service.", .unavailable)
        case .unclear:
          throw request.invalid(
            "the answer \(answer.status) is not one with which a webhook of the shape "
              + "\(shape.rawValue) confirms a message")
        }
      }
      return .sent(nil)
    } catch PartnerFailure.redirected(let text, _) {
      return .notSent(
        PartnerFailure.refusal(
          "\(text): the address redirects to another server, and findie does not post there. Set "
            + "\(PartnerSecrets.Name.webhookURL.rawValue) to the new address; the next run posts the "
            + "alert.",
          .badParameters))
    } catch PartnerFailure.unauthorized(let text, let status) {
      return .notSent(
        PartnerFailure.refusedSecrets(
          text, status, names: [PartnerSecrets.Name.webhookURL.rawValue]))
    } catch let failure as PartnerFailure {
      return failure.mayHaveArrived ? .uncertain(failure) : .notSent(failure)
    }
  }
}
