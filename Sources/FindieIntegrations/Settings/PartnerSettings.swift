import Foundation
import Yams

/// The settings of `findie sync`: the addresses of partners, their limits, and how long answers serve.
///
/// A YAML file states what differs from `standard`.
package struct PartnerSettings: Sendable {
  package enum EndpointName: String, CaseIterable, Sendable {
    case steamStore, steamAPI, steamLogin, twitch, igdb, itch, itchPages, itchAPI
  }

  private let endpoints: [EndpointName: Endpoint]
  /// ISO 3166-1 codes of the countries whose prices are synchronized.
  package let countries: [String]
  /// How old an answer may be before it is requested again.
  package let maximumAge: MaximumAge

  /// In seconds.
  package struct MaximumAge: Sendable {
    package let details: Double
    package let prices: Double
    package let wishlists: Double
  }

  package func endpoint(_ name: EndpointName) -> Endpoint {
    guard let endpoint = endpoints[name] else { preconditionFailure("\(name) has no default") }
    return endpoint
  }

  /// - Parameter yaml: empty for the defaults.
  /// - Throws: `PartnerSettingsFailure` with every problem.
  package init(yaml: String = "") throws(PartnerSettingsFailure) {
    let file: File
    do {
      let isEmpty = yaml.allSatisfy(\.isWhitespace)
      file = isEmpty ? File() : try YAMLDecoder().decode(File.self, from: yaml)
    } catch {
      throw PartnerSettingsFailure(problems: ["the YAML cannot be read: \(error)"])
    }
    var problems: [String] = []
    var endpoints: [EndpointName: Endpoint] = [:]
    for (key, changes) in file.endpoints ?? [:] {
      guard EndpointName(rawValue: key) != nil else {
        let names = EndpointName.allCases.map(\.rawValue).joined(separator: ", ")
        problems.append("endpoints.\(key) is unknown; the endpoints are \(names)")
        continue
      }
      problems += changes.problems(key)
    }
    if problems.isEmpty {
      for name in EndpointName.allCases {
        endpoints[name] = name.standard.changed(by: file.endpoints?[name.rawValue])
      }
    }
    let countries = file.countries ?? ["US"]
    if countries.isEmpty || !countries.allSatisfy({ $0.wholeMatch(of: /[A-Z]{2}/) != nil }) {
      problems.append("countries must be codes of two capital letters, such as US")
    }
    let hours = file.maximumAgeInHours ?? File.Hours()
    let ages = [hours.details ?? 168, hours.prices ?? 20, hours.wishlists ?? 20]
    if ages.contains(where: { !$0.isFinite || $0 < 0 }) {
      problems.append("maximumAgeInHours must not be negative")
    }
    guard problems.isEmpty else { throw PartnerSettingsFailure(problems: problems.sorted()) }
    self.endpoints = endpoints
    self.countries = countries
    maximumAge = MaximumAge(
      details: ages[0] * 3600, prices: ages[1] * 3600, wishlists: ages[2] * 3600)
  }

  fileprivate struct File: Decodable {
    var endpoints: [String: EndpointChanges]?
    var countries: [String]?
    var maximumAgeInHours: Hours?

    struct Hours: Decodable {
      var details: Double?
      var prices: Double?
      var wishlists: Double?
    }
  }

  fileprivate struct EndpointChanges: Decodable {
    let address: String?
    let requests: Int?
    let seconds: Double?
    let requestsPerRun: Int?

    func problems(_ key: String) -> [String] {
      var problems: [String] = []
      if let address {
        let url = URL(string: address.replacingOccurrences(of: "{name}", with: "name"))
        let isLoopback = ["127.0.0.1", "localhost", "[::1]", "::1"].contains(url?.host() ?? "")
        if url?.scheme != "https", !(isLoopback && url?.scheme == "http") {
          problems.append("endpoints.\(key).address must be an https URL")
        }
      }
      if let requests, requests < 1 { problems.append("endpoints.\(key).requests must be above 0") }
      if let seconds, !(seconds.isFinite && seconds > 0) {
        problems.append("endpoints.\(key).seconds must be above 0")
      }
      if let requestsPerRun, requestsPerRun < 0 {
        problems.append("endpoints.\(key).requestsPerRun must not be negative")
      }
      return problems
    }
  }
}

extension PartnerSettings.EndpointName {
  /// The documented address, and a rate below the documented or observed limit.
  fileprivate var standard: Endpoint {
    switch self {
    // About 200 requests in five minutes; more are answered with 429.
    case .steamStore:
      Endpoint(
        name: rawValue, address: "https://store.steampowered.com", requests: 190, seconds: 300,
        requestsPerRun: 2000)
    // 100,000 a day.
    case .steamAPI:
      Endpoint(
        name: rawValue, address: "https://api.steampowered.com", requests: 300, seconds: 300,
        requestsPerRun: 20_000)
    case .steamLogin:
      Endpoint(
        name: rawValue, address: "https://steamcommunity.com/openid", requests: 60, seconds: 60,
        requestsPerRun: 60)
    case .twitch:
      Endpoint(
        name: rawValue, address: "https://id.twitch.tv/oauth2", requests: 10, seconds: 60,
        requestsPerRun: 20)
    // Four requests a second.
    case .igdb:
      Endpoint(
        name: rawValue, address: "https://api.igdb.com/v4", requests: 4, seconds: 1.1,
        requestsPerRun: 20_000)
    case .itch:
      Endpoint(
        name: rawValue, address: "https://itch.io", requests: 1, seconds: 1, requestsPerRun: 3600)
    case .itchPages:
      Endpoint(
        name: rawValue, address: "https://{name}.itch.io", requests: 1, seconds: 1,
        requestsPerRun: 3600)
    case .itchAPI:
      Endpoint(
        name: rawValue, address: "https://api.itch.io", requests: 1, seconds: 1,
        requestsPerRun: 3600)
    }
  }
}

extension Endpoint {
  fileprivate func changed(by changes: PartnerSettings.EndpointChanges?) -> Endpoint {
    guard let changes else { return self }
    var address = changes.address ?? address
    while address.hasSuffix("/") { address.removeLast() }
    return Endpoint(
      name: name, address: address, requests: changes.requests ?? requests,
      seconds: changes.seconds ?? seconds, requestsPerRun: changes.requestsPerRun ?? requestsPerRun,
      redirectHosts: redirectHosts)
  }
}

/// Everything that is wrong with the settings.
package struct PartnerSettingsFailure: Error, CustomStringConvertible {
  package let problems: [String]

  package var description: String { problems.joined(separator: "; ") + "." }
}
