package import FindieIntegrations
import FindieWorkspace

/// What a link of Plur, or a new invite, names.
package struct PlurResult: Encodable, Sendable {
  let groupId: String
  let relay: String?
  let code: String?
  let link: String

  /// A new invite.
  ///
  /// - Throws: `PartnerFailure`, `SyncStopped`, `FileFailure`.
  package init(_ invites: PlurInvites, inviteTo group: PlurGroup) throws {
    let created = try invites.create(for: group)
    self.init(group, created.code, created.link)
  }

  /// The group of a link. Plur's server is asked about links with a short code only.
  ///
  /// - Throws: `NotFound` if the server does not know the code; `PartnerFailure`, `SyncStopped`, `FileFailure`.
  package init(_ invites: PlurInvites, link: PlurLink) throws {
    switch link {
    case .invite(let code):
      guard let invite = try invites.invite(with: code) else {
        throw NotFound("Plur has no invite with the code of \(link.text). Ask for a new link.")
      }
      self.init(invite.group, code, link)
    case .join(let group, let code, _): self.init(group, code, link)
    case .group(let group, _): self.init(group, nil, link)
    }
  }

  private init(_ group: PlurGroup, _ code: PlurCode?, _ link: PlurLink) {
    groupId = group.id
    relay = group.relay
    self.code = code?.text
    self.link = link.text
  }

  package var answer: Answer {
    var lines = ["Group: \(groupId)"]
    if let relay { lines.append("Relay: \(relay)") }
    if let code { lines.append("Code: \(code)") }
    lines.append("Link: \(link)")
    return Answer(text: lines.joined(separator: "\n"), json: canonicalLine(self))
  }
}
