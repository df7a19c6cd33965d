package import FindieDomain
import FindieFiles
import FindieWorkspace
package import Foundation

/// Plur invites: how many were made, opened and joined, from a file that the app writes.
///
/// Plur's server has no request for these numbers. Each line is an invite:
///
/// ```
/// {"code":"A1B2C3D4","createdAt":"2026-03-01T10:00:00Z","opened":3,"joined":1}
/// ```
package struct PlurPartner: Partner {
  private let file: URL
  private let now: Timestamp

  package init(_ file: URL, now: Timestamp) {
    (self.file, self.now) = (file, now)
  }

  package static var neededFile: String? { "the file of invites with --plur-invites" }

  package init(_ context: PartnerContext) {
    self.init(context.neededFile, now: context.now)
  }

  private struct Invite: Decodable {
    let code: PlurCode
    let day: Day
    /// How often it was opened, and how many players joined with it.
    let opened: Int
    let joined: Int

    private enum Key: CodingKey {
      case code, createdAt, opened, joined
    }

    init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: Key.self)
      let text = try container.decode(String.self, forKey: .code)
      let time = try container.decode(String.self, forKey: .createdAt)
      let opened = try container.decodeIfPresent(Int.self, forKey: .opened) ?? 0
      let joined = try container.decodeIfPresent(Int.self, forKey: .joined) ?? 0
      guard let code = PlurCode(text), let day = Timestamp(iso8601: time)?.day,
        (0...1_000_000).contains(opened), (0...1_000_000).contains(joined)
      else { throw Unreadable(why: "it is not an invite") }
      (self.code, self.day, self.opened, self.joined) = (code, day, opened, joined)
    }
  }

  /// - Throws: `FileFailure`. Bad lines are one failure in the result.
  package func facts(
    for input: SyncInput, progress: @escaping @Sendable (_ done: Int, _ of: Int) -> Void
  ) throws -> PartnerFacts {
    var facts = PartnerFacts(.plur)
    var invites: [PlurCode: Invite] = [:]
    var badLines: [Int] = []
    let lines = try DurableFile.read(file)
      .split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
    for (index, line) in lines.enumerated() where line.contains(where: { $0 > 32 }) {
      do {
        let invite = try JSONDecoder().decode(Invite.self, from: Data(line))
        invites[invite.code] = invite
      } catch {
        badLines.append(index + 1)
      }
    }
    if PartnerFacts.mayUse(lines: lines.count, bad: badLines.count), !invites.isEmpty {
      _ = try facts.add { Fetched(value: invites.count, receivedAt: now, origin: .network) }
      facts.metrics = metrics(of: Array(invites.values), players: input.players)
    }
    if let first = badLines.first {
      facts.fail(file, "\(badLines.count) lines are invalid, such as line \(first)")
    } else if invites.isEmpty {
      facts.fail(file, "it has no invites. No number was changed")
    }
    return facts
  }

  /// The numbers for the 28 days before today: those of each day's invites, and the k-factor.
  private func metrics(of invites: [Invite], players: Int) -> [PartnerMetric] {
    let byDay = Dictionary(grouping: invites, by: \.day)
    return (1...28).flatMap { daysAgo in
      let day = now.day.adding(days: -daysAgo)
      let made = byDay[day] ?? []
      func metric(_ name: String, _ value: Int, of total: Int? = nil) -> PartnerMetric {
        PartnerMetric(
          partner: PartnerName.plur.rawValue, metric: name, day: day, value: Decimal(value),
          total: total.map { Decimal($0) })
      }
      var metrics = [metric("invites", made.count)]
      if !made.isEmpty {
        metrics.append(metric("invitesOpened", made.count { $0.opened > 0 }, of: made.count))
        metrics.append(metric("invitesJoined", made.count { $0.joined > 0 }, of: made.count))
      }
      if daysAgo == 1, players > 0 {
        let joined = invites.filter { (0..<28).contains(day.days(since: $0.day)) }
          .reduce(0) { $0 + $1.joined }
        metrics.append(metric("kFactor", joined, of: players))
      }
      return metrics
    }
  }
}

/// Plur's invites: registers them, and reads them by code (source document 003, sections 3 and 4).
///
/// No answer is stored: a code lets its holder join a group.
package struct PlurInvites: Sendable {
  package struct Created: Sendable {
    package let code: PlurCode
    package let link: PlurLink
  }

  package struct Invite: Hashable, Sendable {
    package let code: PlurCode
    package let group: PlurGroup
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
    request.headers = ["Content-Type": "application/json"]
    request.secretHeaders = ["X-Invite-Token": try secrets.value(.plurToken)]
    request.body = Array(
      canonicalJSON(NewInvite(groupId: group.id, relay: group.relay ?? "")).utf8)
    request.acceptedStatuses = [200, 201]
    request.isRepeatable = isRepeatable
    do {
      return try transport.fetch(request, maximumAge: nil) { answer in
        // The document decodes `InviteResponse` here, but the answer has another form.
        let response = try answer.json(CreateResponse.self)
        guard let code = PlurCode(response.code), let link = PlurLink(response.url) else {
          throw PartnerFailure.invalid(request.summary, detail: "code or url is not one of Plur's")
        }
        return Created(code: code, link: link)
      }.value
    } catch PartnerFailure.unauthorized(let text, let status) {
      throw PartnerFailure.refusedSecrets(
        text, status, names: [PartnerSecrets.Name.plurToken.rawValue])
    }
  }

  /// The invite with a code; nil if Plur's server does not know the code.
  ///
  /// - Throws: `PartnerFailure`, `SyncStopped`, `FileFailure`.
  package func invite(with code: PlurCode) throws -> Invite? {
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
        throw PartnerFailure.invalid(request.summary, detail: "it is not the invite with the code")
      }
      return Invite(code: code, group: group)
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
