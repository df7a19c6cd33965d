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
  /// The users who saw an impression or a product page. A user counts once in each row of the report.
  package static let viewers = AppStoreNumber("viewers")
  /// A device counts once in each row of the report.
  package static let activeDevices = AppStoreNumber("activeDevices")
  /// Those that downloaded the app on the same day.
  package static let newDevices = AppStoreNumber("activeDevices", segment: "download day")

  /// Those that downloaded the app `days` days before.
  package static func returned(after days: Int) -> AppStoreNumber {
    AppStoreNumber("activeDevices", segment: "day \(days)")
  }

  /// Downloads of the users who saw the app.
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
