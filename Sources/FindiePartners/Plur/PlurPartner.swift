import FindieDomain
import FindieFiles
import FindieText
import Foundation

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

  package static var fileHelp: String? { "the file of invites with --plur-invites" }

  package init(_ context: PartnerContext) {
    (file, now) = (context.requiredFile, context.now)
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
  package func facts(for input: SyncInput) throws -> PartnerFacts {
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
      facts.fail(file, "invalid lines: \(badLines.count.grouped), such as line \(first)")
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
