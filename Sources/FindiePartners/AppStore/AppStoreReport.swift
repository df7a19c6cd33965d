package import FindieDomain
package import Foundation

/// A report of App Store Connect's Analytics Reports API. The raw value is Apple's name for it.
///
/// Source: Apple's documentation *Analytics Reports* (App Store Downloads, App Store Discovery and
/// Engagement, App Sessions, Data Completeness and Corrections).
package enum AppStoreReport: String, CaseIterable, Sendable {
  case downloads = "App Downloads Standard"
  case engagement = "App Store Discovery and Engagement Standard"
  case sessions = "App Sessions Standard"

  /// A day's numbers are complete in the instance that is processed this many days later.
  var daysUntilComplete: Int {
    switch self {
    case .downloads: 2
    case .engagement: 3
    case .sessions: 5
    }
  }

  /// The numbers that the report has for each day.
  var numbers: [AppStoreNumber] {
    switch self {
    case .downloads: [.downloads, .firstDownloads, .redownloads]
    case .engagement: [.impressions, .pageViews, .viewers]
    case .sessions:
      [.activeDevices, .newDevices] + AppStoreNumber.retentionDays.map { .returned(after: $0) }
    }
  }

  private var columns: [String] {
    switch self {
    case .downloads: ["Date", "Download Type", "Counts"]
    case .engagement: ["Date", "Event", "Page Type", "Counts", "Unique Counts"]
    case .sessions: ["Date", "App Download Date", "Unique Devices"]
    }
  }

  /// The sums in a file, for each day that it has.
  ///
  /// - Throws: `Unreadable`.
  package func sums(
    of file: [UInt8]
  ) throws(Unreadable) -> [Day: [AppStoreNumber: Decimal]] {
    var sums: [Day: [AppStoreNumber: Decimal]] = [:]
    let zeros = Dictionary(uniqueKeysWithValues: numbers.map { ($0, Decimal(0)) })
    for row in try ReportTable(file, columns: columns).rows {
      let day = try row.day("Date")
      for (number, value) in try values(of: row, day) {
        sums[day, default: zeros][number, default: 0] += value
      }
    }
    return sums
  }

  /// What a row adds. Types are compared ignoring case, as Apple says.
  private func values(
    of row: ReportTable.Row, _ day: Day
  ) throws(Unreadable) -> [(AppStoreNumber, Decimal)] {
    switch self {
    case .downloads:
      let count = try row.count("Counts")
      switch try row.text("Download Type").lowercased() {
      case "first-time download": return [(.downloads, count), (.firstDownloads, count)]
      case "redownload": return [(.downloads, count), (.redownloads, count)]
      // Updates and restored backups. They show that the day has data.
      default: return [(.downloads, 0)]
      }
    case .engagement:
      let (count, users) = (try row.count("Counts"), try row.count("Unique Counts"))
      let page = try row.text("Page Type").lowercased()
      switch try row.text("Event").lowercased() {
      case "impression": return [(.impressions, count), (.viewers, users)]
      case "page view" where ["product page", "store sheet"].contains(page):
        return [(.pageViews, count), (.viewers, users)]
      default: return [(.impressions, 0)]
      }
    case .sessions:
      let devices = try row.count("Unique Devices")
      guard let download = try row.optionalDay("App Download Date") else {
        return [(.activeDevices, devices)]
      }
      let age = day.days(since: download)
      guard age > 0 else { return [(.activeDevices, devices), (.newDevices, devices)] }
      return [(.activeDevices, devices)]
        + (AppStoreNumber.retentionDays.contains(age) ? [(.returned(after: age), devices)] : [])
    }
  }
}

/// What a number of the App Store counts.
package struct AppStoreNumber: Hashable, Sendable {
  package let metric: String
  package let segment: String
  /// The currency of an amount, as an ISO 4217 code.
  package let currency: String?

  package init(_ metric: String, segment: String = "", currency: String? = nil) {
    self.metric = metric
    self.segment = segment
    self.currency = currency
  }

  /// First-time downloads and redownloads.
  package static let downloads = AppStoreNumber("downloads")
  package static let firstDownloads = AppStoreNumber("downloads", segment: "first-time")
  package static let redownloads = AppStoreNumber("downloads", segment: "redownload")
  package static let impressions = AppStoreNumber("impressions")
  package static let pageViews = AppStoreNumber("productPageViews")
  /// The users who saw an impression or a product page. A user counts once in each row of the
  /// report.
  package static let viewers = AppStoreNumber("viewers")
  /// A device counts once in each row of the report.
  package static let activeDevices = AppStoreNumber("activeDevices")
  /// Devices that downloaded the app on the same day.
  package static let newDevices = AppStoreNumber("activeDevices", segment: "download day")

  /// Devices that downloaded the app `days` days before.
  package static func returned(after days: Int) -> AppStoreNumber {
    AppStoreNumber("activeDevices", segment: "day \(days)")
  }

  /// Downloads per user who saw the app.
  static let conversion = AppStoreNumber("conversion")

  /// The share of a day's `newDevices` that were active `days` days later.
  static func retention(after days: Int) -> AppStoreNumber {
    AppStoreNumber("retentionDay\(days)")
  }

  package static func units(of product: String) -> AppStoreNumber {
    AppStoreNumber("subscriptionUnits", segment: product)
  }

  package static func proceeds(of product: String, in currency: String) -> AppStoreNumber {
    AppStoreNumber("proceeds", segment: "\(product) \(currency)", currency: currency)
  }

  /// The days after the download for which retention is computed.
  package static let retentionDays = [1, 7, 28]
}

/// The daily sales report of App Store Connect: subscriptions that were sold, and their proceeds.
///
/// Source: Apple's documentation *Summary Sales Report*. `Developer Proceeds` is the amount for one
/// unit, in `Currency of Proceeds`; a refund has negative `Units`.
package enum AppStoreSales {
  /// The ids of the app's subscriptions, which are in the column `SKU`. `Parent Identifier` has the
  /// app's SKU.
  package static let products = ["com.findie.premium.monthly", "com.findie.premium.yearly"]

  /// The sums in a report. Amounts in different currencies are different numbers.
  ///
  /// - Throws: `Unreadable`, also if a row is for another day.
  package static func sums(
    of file: [UInt8], on day: Day
  ) throws(Unreadable) -> [AppStoreNumber: Decimal] {
    let table = try ReportTable(
      file,
      columns: ["SKU", "Units", "Developer Proceeds", "Currency of Proceeds", "Begin Date"])
    var sums = none
    for row in table.rows {
      let product = try row.text("SKU")
      guard products.contains(product) else { continue }
      guard try row.day("Begin Date") == day else { throw row.fault("Begin Date") }
      let currency = try row.text("Currency of Proceeds")
      guard currency.wholeMatch(of: /[A-Z]{3}/) != nil else {
        throw row.fault("Currency of Proceeds")
      }
      let units = try row.amount("Units")
      sums[.units(of: product), default: 0] += units
      sums[.proceeds(of: product, in: currency), default: 0] +=
        units * (try row.amount("Developer Proceeds"))
    }
    return sums
  }

  /// The sums of a day without sales.
  package static var none: [AppStoreNumber: Decimal] {
    Dictionary(uniqueKeysWithValues: products.map { (.units(of: $0), 0) })
  }
}
