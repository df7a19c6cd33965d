package import FindieDomain
package import Foundation

/// A report of App Store Connect's Analytics Reports API. The raw value is Apple's name of it.
///
/// Source: Apple's documentation *Analytics Reports* (App Store Downloads, App Store Discovery and Engagement,
/// App Sessions, Data Completeness and Corrections).
package enum AppStoreReport: String, CaseIterable, Sendable {
  case downloads = "App Downloads Standard"
  case engagement = "App Store Discovery and Engagement Standard"
  case sessions = "App Sessions Standard"

  /// The numbers of a day are complete in the instance that is processed this many days later.
  var daysUntilComplete: Int {
    switch self {
    case .downloads: 2
    case .engagement: 3
    case .sessions: 5
    }
  }

  /// The numbers of each day that the report has.
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

  /// The sums of a file, for each day that it has.
  ///
  /// - Throws: `AppStoreFileFault`.
  package func sums(
    of file: [UInt8]
  ) throws(AppStoreFileFault) -> [Day: [AppStoreNumber: Decimal]] {
    do throws(ReportTable.Fault) {
      var sums: [Day: [AppStoreNumber: Decimal]] = [:]
      let zeros = Dictionary(uniqueKeysWithValues: numbers.map { ($0, Decimal(0)) })
      for row in try ReportTable(file, columns: columns).rows {
        let day = try row.day("Date")
        for (number, value) in try values(of: row, day) {
          sums[day, default: zeros][number, default: 0] += value
        }
      }
      return sums
    } catch {
      throw AppStoreFileFault(why: error.why)
    }
  }

  /// What a row adds. Values of types are compared without case, as Apple says.
  private func values(
    of row: ReportTable.Row, _ day: Day
  ) throws(ReportTable.Fault) -> [(AppStoreNumber, Decimal)] {
    switch self {
    case .downloads:
      let count = try row.count("Counts")
      switch try row.text("Download Type").lowercased() {
      case "first-time download": return [(.downloads, count), (.firstDownloads, count)]
      case "redownload": return [(.downloads, count), (.redownloads, count)]
      // Updates and restored backups. The day has a row.
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

/// Why a file of the App Store cannot be read, as a clause without values of the file.
package struct AppStoreFileFault: Error {
  package let why: String
}
