import FindieDomain
package import FindieWorkspace
import Foundation

/// The settings of `findie sync`: partners' addresses and limits, and how long answers are used.
package struct PartnerSettings: Settings {
  package enum EndpointName: String, CaseIterable, Sendable {
    case steamStore, steamAPI, steamLogin, twitch, igdb, itch, itchPages, plur
    case googleToken, fcm, algorithm
    case appstore
  }

  private var endpoints: [EndpointName: Endpoint] = [:]
  /// ISO 3166-1 codes of the countries whose prices are synchronized.
  package private(set) var countries = ["US"]
  /// How old an answer may be before it is requested again.
  package private(set) var maximumAge = MaximumAge()

  /// In seconds.
  package struct MaximumAge: Sendable {
    package fileprivate(set) var details = 168.0 * 3600
    package fileprivate(set) var prices = 20.0 * 3600
    package fileprivate(set) var wishlists = 20.0 * 3600
  }

  package init() {}

  package func endpoint(_ name: EndpointName) -> Endpoint { self[name] }

  private subscript(name: EndpointName) -> Endpoint {
    get { endpoints[name] ?? name.standard }
    set { endpoints[name] = newValue }
  }

  package static let subject = "the settings of partners"
  package static let remedy = "Pipelines/partners.yaml has all settings with their defaults."

  package static let settings: [Setting<PartnerSettings>] =
    EndpointName.allCases.flatMap { name in
      endpoint(name).map { $0.within("endpoints.\(name.rawValue)", \PartnerSettings[name]) }
    }
    + [
      Setting(
        "countries", \.countries,
        range: "a list of different codes of two capital letters, such as [US, DE]",
        text: { "[\($0.joined(separator: ", "))]" },
        parse: { value in
          guard let codes = value.texts, !codes.isEmpty, codes.allSatisfy({ $0.hasCapitals(2) }),
            Set(codes).count == codes.count
          else { return nil }
          return codes
        }),
      hours("details", \.maximumAge.details),
      hours("prices", \.maximumAge.prices),
      hours("wishlists", \.maximumAge.wishlists),
    ]

  private static func hours(
    _ name: String, _ seconds: Setting<PartnerSettings>.Property<Double>
  ) -> Setting<PartnerSettings> {
    Setting(
      "maximumAgeInHours.\(name)", seconds, range: "a number from 0 to 87600",
      text: { shortestText($0 / 3600) },
      parse: { $0.number.flatMap { (0...87_600).contains($0) ? $0 * 3600 : nil } })
  }

  private static func endpoint(_ name: EndpointName) -> [Setting<Endpoint>] {
    [
      Setting(
        "address", text: { "\"\($0.address)\"" },
        set: { endpoint, value in
          var address = value.text ?? ""
          while address.hasSuffix("/") { address.removeLast() }
          if let problem = problem(ofAddress: address, name) { return problem }
          endpoint = endpoint.at(address)
          return nil
        }),
      .integer("requests", \.requests, in: 1...1_000_000),
      .number("seconds", \.seconds, in: 0.001...86_400),
      .integer("requestsPerRun", \.requestsPerRun, in: 0...1_000_000_000),
    ]
  }

  private static func problem(ofAddress address: String, _ name: EndpointName) -> String? {
    if address.contains("{name}") != name.standard.address.contains("{name}") {
      return address.contains("{name}") ? "must not contain {name}" : "must contain {name}"
    }
    let text = address.replacing("{name}", with: "name")
    guard let url = URL(partner: text), url.query() == nil else {
      return "must be an https URL without user, query and fragment"
    }
    return nil
  }
}

extension PartnerSettings.EndpointName {
  /// The documented address, and a rate below the documented or observed limit.
  fileprivate var standard: Endpoint {
    func endpoint(
      _ address: String, requests: Int, in seconds: Double, perRun: Int
    ) -> Endpoint {
      Endpoint(
        name: rawValue, address: address, requests: requests, seconds: seconds,
        requestsPerRun: perRun)
    }
    return switch self {
    // About 200 requests in five minutes; more are answered with 429.
    case .steamStore:
      endpoint("https://store.steampowered.com", requests: 190, in: 300, perRun: 2000)
    // 100,000 a day.
    case .steamAPI:
      endpoint("https://api.steampowered.com", requests: 300, in: 300, perRun: 20_000)
    case .steamLogin:
      endpoint("https://steamcommunity.com/openid", requests: 60, in: 60, perRun: 60)
    case .twitch:
      endpoint("https://id.twitch.tv/oauth2", requests: 10, in: 60, perRun: 20)
    // Four requests a second.
    case .igdb:
      endpoint("https://api.igdb.com/v4", requests: 4, in: 1.1, perRun: 20_000)
    case .itch:
      endpoint("https://itch.io", requests: 1, in: 1, perRun: 3600)
    case .itchPages:
      endpoint("https://{name}.itch.io", requests: 1, in: 1, perRun: 3600)
    case .plur:
      endpoint("https://rabble.community/api", requests: 1, in: 1, perRun: 3600)
    case .googleToken:
      endpoint("https://oauth2.googleapis.com/token", requests: 10, in: 60, perRun: 100)
    // 600,000 a minute; refused messages count too.
    case .fcm:
      endpoint(
        "https://fcm.googleapis.com/v1/projects/{name}/messages:send", requests: 300_000, in: 60,
        perRun: 10_000_000)
    case .algorithm:
      endpoint("https://thealgorithm.live", requests: 20, in: 60, perRun: 20)
    // 3500 in an hour for a key, which other programs may use too.
    case .appstore:
      endpoint("https://api.appstoreconnect.apple.com/v1", requests: 3000, in: 3600, perRun: 3000)
    }
  }
}
