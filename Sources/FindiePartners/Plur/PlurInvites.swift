import Foundation

/// Registers invites to groups of Plur.
///
/// No answer is stored: a code lets its holder join a group.
package struct PlurInvites: Sendable {
  package struct Created: Sendable {
    package let code: PlurCode
    package let link: String
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
        // The link is posted publicly.
        guard let code = PlurCode(response.code),
          URL(partner: response.url, allowsLoopback: false)?.host() == "rabble.community"
        else {
          throw request.invalid("code or url is not one of Plur's")
        }
        return Created(code: code, link: response.url)
      }.value
    } catch PartnerFailure.unauthorized(let text, let status) {
      throw PartnerFailure.refusedSecrets(
        text, status, names: [PartnerSecrets.Name.plurToken.rawValue])
    }
  }
}
