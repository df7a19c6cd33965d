import Foundation

/// The countries of ISO 3166-1, and Kosovo (`XK`, which the standard leaves to users).
package enum Country {
  /// The English name of each country by its alpha-2 code, as Google Analytics writes it: that of
  /// Unicode's CLDR, with four exceptions.
  package static let names: [String: String] = {
    let english = Locale(identifier: "en")
    let names = Locale.Region.isoRegions.map(\.identifier)
      .filter { $0.count == 2 && !notCountries.contains($0) }
      .map { ($0, english.localizedString(forRegionCode: $0) ?? $0) }
    return Dictionary(uniqueKeysWithValues: names).merging(exceptions) { $1 }
  }()

  /// Every text that stands for a country, with its code: the code in any case, the English name,
  /// and other names in use.
  package static let codes: [String: String] = {
    var codes = others
    for (code, name) in names {
      codes[name] = code
      let (first, second) = (code.prefix(1), code.suffix(1))
      for a in [first.uppercased(), first.lowercased()] {
        for b in [second.uppercased(), second.lowercased()] { codes[a + b] = code }
      }
    }
    return codes
  }()

  /// Groups of countries, and islands with a code of their own, in CLDR's list of regions.
  private static let notCountries: Set = [
    "AC", "CP", "CQ", "DG", "EA", "EU", "EZ", "IC", "QO", "TA", "UN",
  ]

  private static let exceptions = [
    "CN": "China", "GS": "South Georgia & South Sandwich Islands",
    "IO": "British Indian Ocean Territory", "PS": "Palestine",
  ]

  private static let others = [
    "Bonaire, Sint Eustatius and Saba": "BQ", "Cote d'Ivoire": "CI", "Côte d'Ivoire": "CI",
    "Ivory Coast": "CI", "China mainland": "CN", "Cabo Verde": "CV", "Curacao": "CW",
    "Czech Republic": "CZ", "Great Britain": "GB", "UK": "GB",
    "South Georgia & the South Sandwich Islands": "GS", "Chagos Archipelago": "IO",
    "Republic of Korea": "KR", "Macedonia (FYROM)": "MK", "Burma": "MM", "Myanmar": "MM",
    "Macau": "MO", "Palestinian Territories": "PS", "Reunion": "RE", "Russian Federation": "RU",
    "Swaziland": "SZ", "Turkey": "TR", "USA": "US", "United States of America": "US",
    "Viet Nam": "VN",
  ]
}
