package import FindieDomain
package import Foundation

/// The daily sales report of App Store Connect: subscriptions that were sold, and their proceeds.
///
/// Source: Apple's documentation *Summary Sales Report*. `Developer Proceeds` is the amount for one unit, in
/// `Currency of Proceeds`; a refund has negative `Units`.
package enum AppStoreSales {
  /// The product ids, which are in the column `SKU` (source document 000, section 3). `Parent Identifier` has
  /// the app's SKU.
  package static let products = ["com.findie.premium.monthly", "com.findie.premium.yearly"]

  /// The sums of a report. Amounts in different currencies are different numbers.
  ///
  /// - Throws: `AppStoreFileFault`, also if a row is of another day.
  package static func sums(
    of file: [UInt8], on day: Day
  ) throws(AppStoreFileFault) -> [AppStoreNumber: Decimal] {
    do throws(ReportTable.Fault) {
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
    } catch {
      throw AppStoreFileFault(why: error.why)
    }
  }

  /// The sums of a day without sales.
  package static var none: [AppStoreNumber: Decimal] {
    Dictionary(uniqueKeysWithValues: products.map { (.units(of: $0), 0) })
  }
}
