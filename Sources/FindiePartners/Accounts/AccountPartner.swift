import FindieDomain
import FindieFiles
import Foundation

/// The app's accounts, from a file of `firebase auth:export`: sign-ups, sign-in methods and
/// deletions.
package struct AccountPartner: Partner {
  private let file: URL
  private let earlier: AccountChanges
  private let isForgotten: @Sendable (String) -> Bool
  /// The numbers from earlier exports. They stay, since a later export lacks accounts that were
  /// deleted in between.
  private let recorded: Set<ExactText>
  private let now: Timestamp

  package static var fileHelp: String? { "the file of accounts with --auth-export" }

  /// - Throws: `FileFailure`; `LocalFailure` for damaged accounts of the last synchronization.
  package init(_ context: PartnerContext) throws {
    file = context.requiredFile
    earlier = try context.accounts()
    isForgotten = context.isForgotten
    recorded = Set(context.recorded.map { ExactText($0.id) })
    now = context.now
  }

  package func facts(for input: SyncInput) throws -> PartnerFacts {
    var facts = PartnerFacts(.auth)
    let read = try facts.add {
      let export = try AccountExport(file: file, now: now)
      let changes = try earlier.next(Set(export.accounts.keys), isForgotten: isForgotten)
      return Fetched(value: (export: export, changes: changes), receivedAt: now, origin: .network)
    }?.value
    if let read {
      if read.export.odd > 0 {
        facts.fail(
          file, "\(read.export.odd) accounts have a time or a sign-in method that cannot be read")
      }
      facts.accounts = read.changes
      facts.metrics = Self.metrics(of: read.export).filter {
        !recorded.contains(ExactText($0.id))
      }
    }
    return facts
  }

  /// The numbers for the 28 days before the newest activity's day, which may not be over.
  static func metrics(of export: AccountExport) -> [PartnerMetric] {
    guard let end = export.newestActivity?.day else { return [] }
    let days = (1...28).reversed().map { end.adding(days: -$0) }
    var signUps: [ExactText: [Day: Int]] = ["": [:]]
    var accounts: [ExactText: Int] = [:]
    for account in export.accounts.values {
      let day = account.createdAt?.day
      if let day, day >= end { continue }
      for segment in [""] + account.providers.map({ ExactText($0) }) {
        accounts[segment, default: 0] += 1
        if let day { signUps[segment, default: [:]][day, default: 0] += 1 }
      }
    }
    var metrics: [PartnerMetric] = []
    for (segment, total) in accounts.sorted(by: { $0.key < $1.key }) {
      for day in days {
        metrics.append(
          PartnerMetric(
            partner: PartnerName.auth.rawValue, metric: "signUps", day: day,
            segment: segment.text,
            value: Decimal(signUps[segment]?[day] ?? 0)))
      }
      metrics.append(
        PartnerMetric(
          partner: PartnerName.auth.rawValue, metric: "accounts", day: end.adding(days: -1),
          segment: segment.text, value: Decimal(total)))
    }
    return metrics
  }
}
