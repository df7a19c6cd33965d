import FindieDomain
import Foundation

/// App Store Connect: downloads, conversion, proceeds and retention of the app, by day.
package struct AppStorePartner: Partner {
  private let client: AppStoreConnect
  private let progress: RequestProgress.Report
  /// The numbers of earlier runs, by id.
  private let recorded: [ExactText: PartnerMetric]
  /// Later days are incomplete.
  private let lastDay: Day

  package static let secrets = AppStoreConnect.credentials + [.appStoreVendor, .appStoreApp]

  private static let note =
    "Apple makes the first reports 24 to 48 hours after they were requested. Run the command again "
    + "then."

  /// - Throws: `PartnerFailure.missingSecret`, `LocalFailure`, `FileFailure`.
  package init(_ context: PartnerContext) throws {
    client = try AppStoreConnect(context.transport, context.settings, context.secrets)
    progress = context.progress
    recorded = Dictionary(
      context.recorded.filter { $0.partner == PartnerName.appstore.rawValue }
        .map { (ExactText($0.id), $0) }
    ) { $1 }
    lastDay = context.now.day.adding(days: -3)
  }

  private typealias Sums = [AppStoreNumber: Decimal]

  /// A report's instances, the oldest first; not empty.
  private struct Listing {
    let report: AppStoreReport
    let instances: [AppStoreConnect.Instance]
    /// Those that complete or correct a day that is not recorded or may still be corrected.
    let needed: [AppStoreConnect.Instance]
  }

  /// A day may be corrected for this many days after it was completed.
  private static let correctionDays = 7

  package func facts(for input: SyncInput) throws -> PartnerFacts {
    var facts = PartnerFacts(.appstore)
    let listings = try listings(&facts)
    let days = salesDays
    var steps = RequestProgress(
      of: listings.reduce(days.count) { $0 + $1.needed.count }, progress)
    var sums: [Day: Sums] = [:]
    for listing in listings {
      for (day, found) in try read(listing, &facts, &steps) {
        sums[day, default: [:]].merge(found) { $1 }
      }
    }
    for day in days {
      if let sold = try facts.add({ try client.sales(on: day) })?.value {
        sums[day, default: [:]].merge(withoutSales(on: day, sold)) { $1 }
      }
      steps.step()
    }
    facts.metrics = metrics(of: sums)
    return facts
  }

  // MARK: - Analytics reports

  private func listings(_ facts: inout PartnerFacts) throws -> [Listing] {
    guard let requests = try facts.add({ try client.reportRequests() })?.value else { return [] }
    guard let request = requests.first else {
      if try facts.add({ try client.requestReports() }) != nil {
        facts.note = Self.note
      }
      return []
    }
    guard let reports = try facts.add({ try client.reports(of: request) })?.value else {
      return []
    }
    var listings: [Listing] = []
    for report in AppStoreReport.allCases where !reports.isEmpty {
      let instances = try facts.add {
        guard let id = reports[report.rawValue] else {
          throw PartnerFailure.invalid(
            "analyticsReportRequests/\(request)/reports",
            detail: "it has no report '\(report.rawValue)'")
        }
        return try client.instances(of: id)
      }?.value
      if let instances, !instances.isEmpty {
        listings.append(
          Listing(report: report, instances: instances, needed: needed(instances, report)))
      }
    }
    if listings.isEmpty, facts.failures.isEmpty, facts.postponed == 0 {
      facts.note = Self.note
    }
    return listings
  }

  /// The instances that complete an open day, and those of its week of corrections. A day is open
  /// if it is not recorded or its week is not over.
  private func needed(
    _ instances: [AppStoreConnect.Instance], _ report: AppStoreReport
  ) -> [AppStoreConnect.Instance] {
    let newest = instances[instances.count - 1].processed
    let open = Set(
      instances.map(\.processed).filter { completed in
        newest.days(since: completed) <= Self.correctionDays
          || !isRecorded(completed.adding(days: -report.daysUntilComplete), report)
      })
    return instances.filter { instance in
      (0...Self.correctionDays).contains { open.contains(instance.processed.adding(days: -$0)) }
    }
  }

  private func isRecorded(_ day: Day, _ report: AppStoreReport) -> Bool {
    recordedValue(of: report.numbers[0], day) != nil
  }

  /// The sums of a report's complete days, each from the newest instance that has it.
  ///
  /// A day is left out if an unread later instance may complete or, if the day is recorded, correct
  /// it: an earlier instance may have only a part of the day.
  private func read(
    _ listing: Listing, _ facts: inout PartnerFacts, _ steps: inout RequestProgress
  ) throws -> [Day: Sums] {
    var days: [Day: (processed: Day, sums: Sums)] = [:]
    var unread = listing.instances
    for instance in listing.needed {
      if let found = try facts.add({ try client.sums(of: instance, listing.report) })?.value {
        for (day, sums) in found { days[day] = (instance.processed, sums) }
        unread.removeAll { $0.id == instance.id }
      }
      steps.step()
    }
    let newest = listing.instances[listing.instances.count - 1].processed
    return days.filter { day, found in
      let complete = day.adding(days: listing.report.daysUntilComplete)
      let last =
        isRecorded(day, listing.report) ? complete.adding(days: Self.correctionDays) : complete
      return day <= lastDay && complete <= newest
        && !unread.contains { found.processed < $0.processed && $0.processed <= last }
    }.mapValues(\.sums)
  }

  // MARK: - Sales

  /// The last week, for corrections, and the unrecorded days of the last four weeks.
  private var salesDays: [Day] {
    (0..<28).map { lastDay.adding(days: -$0) }.filter { day in
      lastDay.days(since: day) < 7
        || AppStoreSales.products.contains { recordedValue(of: .units(of: $0), day) == nil }
    }
  }

  /// A day's sales, with 0 for each recorded currency that has no sales any more.
  private func withoutSales(on day: Day, _ sold: Sums) -> Sums {
    var sums = sold
    for metric in recorded.values where metric.day == day && metric.metric == "proceeds" {
      let number = AppStoreNumber(
        metric.metric, segment: metric.segment, currency: metric.currency)
      sums[number] = sums[number] ?? 0
    }
    return sums
  }

  // MARK: - Numbers

  private func recordedValue(of number: AppStoreNumber, _ day: Day) -> Decimal? {
    recorded[
      ExactText(
        PartnerMetric.id(
          partner: PartnerName.appstore.rawValue, metric: number.metric, day: day,
          segment: number.segment))]?.value
  }

  /// The sums, and the rates of their days, also computed with recorded sums: the two parts of a
  /// rate may be read in different runs.
  private func metrics(of sums: [Day: Sums]) -> [PartnerMetric] {
    func value(_ number: AppStoreNumber, _ day: Day) -> Decimal? {
      sums[day]?[number] ?? recordedValue(of: number, day)
    }
    var metrics: [PartnerMetric] = []
    func add(_ number: AppStoreNumber, _ day: Day, _ value: Decimal, of total: Decimal? = nil) {
      metrics.append(
        PartnerMetric(
          partner: PartnerName.appstore.rawValue, metric: number.metric, day: day,
          segment: number.segment, value: value, total: total, currency: number.currency))
    }
    func add(_ number: AppStoreNumber, _ day: Day, _ part: Decimal?, share total: Decimal?) {
      guard let part, let total, total > 0, part <= total else { return }
      add(number, day, part, of: total)
    }
    for (day, values) in sums {
      for (number, value) in values { add(number, day, value) }
    }
    for day in Set(sums.keys).union(recorded.values.map(\.day)) {
      add(.conversion, day, value(.downloads, day), share: value(.viewers, day))
      for days in AppStoreNumber.retentionDays {
        add(
          .retention(after: days), day, value(.returned(after: days), day),
          share: value(.newDevices, day.adding(days: -days)))
      }
    }
    return metrics
  }
}
