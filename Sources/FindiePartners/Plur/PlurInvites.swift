/// Plur's invites: registers them, and reads them by code.
///
/// No answer is stored: a code lets its holder join a group.
package struct PlurInvites: Sendable {
  package struct Created: Sendable {
    package let code: PlurCode
    package let link: PlurLink
  }

  private let transport: Transport
  private let endpoint: Endpoint
  private let secrets: PartnerSecrets

  package init(_ transport: Transport, _ settings: PartnerSettings, _ secrets: PartnerSecrets) {
    self.transport = transport
    self.secrets = secrets
    endpoint = settings.endpoint(.plur)
  }

  private struct NewInvite: Encodable {
    let groupId: String
    let relay: String
  }

  private struct CreateResponse: Decodable {
    let code: String
    let url: String
  }

  private struct InviteResponse: Decodable {
    let code: String
    let groupId: String
    let relay: String
  }

  /// Registers an invite.
  ///
  /// - Parameter isRepeatable: whether to repeat the request if its answer was lost, which may
  ///   register two invites.
  /// - Throws: `PartnerFailure`, `SyncStopped`, `FileFailure`.
  package func create(for group: PlurGroup, isRepeatable: Bool = true) throws -> Created {
    var request = PartnerRequest(endpoint, .post, path: "invite")
    request.setBody(json: NewInvite(groupId: group.id, relay: group.relay ?? ""))
    request.secretHeaders = ["X-Invite-Token": try secrets.value(.plurToken)]
    request.acceptedStatuses = [200, 201]
    request.isRepeatable = isRepeatable
    do {
      return try transport.fetch(request, maximumAge: nil) { answer in
        let response = try answer.json(CreateResponse.self)
        guard let code = PlurCode(response.code), let link = PlurLink(response.url) else {
          throw request.invalid("code or url is not one of Plur's")
        }
        return Created(code: code, link: link)
      }.value
    } catch PartnerFailure.unauthorized(let text, let status) {
      throw PartnerFailure.refusedSecrets(
        text, status, names: [PartnerSecrets.Name.plurToken.rawValue])
    }
  }

  /// The group of an invite; nil if Plur's server does not know the code.
  ///
  /// - Throws: `PartnerFailure`, `SyncStopped`, `FileFailure`.
  package func group(of code: PlurCode) throws -> PlurGroup? {
    var request = PartnerRequest(endpoint, path: "invite/\(code.text)")
    request.acceptedStatuses = [200, 404]
    // The server may answer "not found" with an HTML page.
    request.contentTypes = []
    return try transport.fetch(request, maximumAge: nil) { answer in
      guard answer.status == 200 else { return nil }
      let response = try answer.json(InviteResponse.self)
      let relay = response.relay.isEmpty ? nil : response.relay
      guard response.code == code.text, let group = PlurGroup(id: response.groupId, relay: relay)
      else {
        throw request.invalid("it is not the invite with the code")
      }
      return group
    }.value
  }
}

/// The code of an invite: 1 to 64 ASCII letters, digits, `-` and `_`.
package struct PlurCode: Hashable, Sendable {
  package let text: String

  package init?(_ text: String) {
    guard text.wholeMatch(of: /[A-Za-z0-9_\-]{1,64}/) != nil else { return nil }
    self.text = text
  }
}
