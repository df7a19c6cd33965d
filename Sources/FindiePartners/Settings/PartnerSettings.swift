import FindieFiles
package import FindieWorkspace
package import Foundation
import Yams

/// The settings of `findie sync`: partners' addresses and limits, and how long answers are used.
///
/// A YAML file contains only what differs from `standard`.
package struct PartnerSettings: Sendable {
  package enum EndpointName: String, CaseIterable, Sendable {
    case steamStore, steamAPI, steamLogin, twitch, igdb, itch, itchPages, itchAPI, plur
    case googleToken, fcm, algorithm
    case appstore
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

  /// Reads a file of at most 1 MB.
  ///
  /// - Throws: `PartnerSettingsFailure`, `FileFailure`.
  package init(file: URL) throws {
    do {
      try self.init(yaml: SettingsReader.text(of: file))
    } catch let failure as PartnerSettingsFailure {
      throw failure.of(file)
    }
  }

  /// - Parameter yaml: empty for the defaults.
  /// - Throws: `PartnerSettingsFailure` with every problem.
  package init(yaml: String = "") throws(PartnerSettingsFailure) {
    let root = try SettingsReader.root(of: yaml)
    var reader = SettingsReader()
    let file = reader.section(root, at: "", keys: ["endpoints", "countries", "maximumAgeInHours"])

    let names = EndpointName.allCases.map(\.rawValue)
    let changes = reader.section(file["endpoints"], at: "endpoints", keys: names)
    endpoints = EndpointName.allCases.reduce(into: [:]) { endpoints, name in
      endpoints[name] = PartnerSettings.endpoint(name, changes[name.rawValue], &reader)
    }

    countries = reader.texts(file["countries"], at: "countries") ?? ["US"]
    if countries.isEmpty || !countries.allSatisfy({ $0.wholeMatch(of: /[A-Z]{2}/) != nil }) {
      reader.report("countries must be codes of two capital letters, such as US")
    }
    if Set(countries).count < countries.count { reader.report("countries has a code twice") }

    let path = "maximumAgeInHours"
    let hours = reader.section(file[path], at: path, keys: ["details", "prices", "wishlists"])
    func seconds(_ key: String, standard: Double) -> Double {
      let number = reader.number(hours[key], at: "\(path).\(key)", in: 0...87_600)
      return (number ?? standard) * 3600
    }
    maximumAge = MaximumAge(
      details: seconds("details", standard: 168), prices: seconds("prices", standard: 20),
      wishlists: seconds("wishlists", standard: 20))
    guard reader.problems.isEmpty else { throw PartnerSettingsFailure(problems: reader.problems) }
  }

  private static func endpoint(
    _ name: EndpointName, _ node: Node?, _ reader: inout SettingsReader
  ) -> Endpoint {
    let standard = name.standard
    let path = "endpoints.\(name.rawValue)"
    let values = reader.section(
      node, at: path, keys: ["address", "requests", "seconds", "requestsPerRun"])
    var address = standard.address
    if let text = reader.text(values["address"], at: "\(path).address") {
      address = text
      while address.hasSuffix("/") { address.removeLast() }
      if let problem = problem(ofAddress: address, name) {
        reader.report("\(path).address \(problem)")
      }
    }
    return Endpoint(
      name: standard.name, address: address,
      requests: reader.wholeNumber(
        values["requests"], at: "\(path).requests", in: 1...1_000_000) ?? standard.requests,
      seconds: reader.number(values["seconds"], at: "\(path).seconds", in: 0.001...86_400)
        ?? standard.seconds,
      requestsPerRun: reader.wholeNumber(
        values["requestsPerRun"], at: "\(path).requestsPerRun", in: 0...1_000_000_000)
        ?? standard.requestsPerRun,
      redirectHosts: standard.redirectHosts)
  }

  private static func problem(ofAddress address: String, _ name: EndpointName) -> String? {
    if address.contains("{name}") != name.standard.address.contains("{name}") {
      return address.contains("{name}") ? "must not contain {name}" : "must contain {name}"
    }
    let text = address.replacing("{name}", with: "name")
    guard let url = URL(string: text, encodingInvalidCharacters: false),
      let host = url.host(), !host.isEmpty
    else { return "must be an https URL" }
    guard url.scheme == "https" || (url.isLoopback && url.scheme == "http") else {
      return "must be an https URL"
    }
    guard url.user() == nil, url.password() == nil, url.query() == nil, url.fragment() == nil else {
      return "must have no user, query or fragment"
    }
    return nil
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
    case .plur:
      Endpoint(
        name: rawValue, address: "https://rabble.community/api", requests: 1, seconds: 1,
        requestsPerRun: 3600)
    case .googleToken:
      Endpoint(
        name: rawValue, address: "https://oauth2.googleapis.com/token", requests: 10, seconds: 60,
        requestsPerRun: 100)
    // 600,000 a minute; refused messages count too.
    case .fcm:
      Endpoint(
        name: rawValue, address: "https://fcm.googleapis.com/v1/projects/{name}/messages:send",
        requests: 300_000, seconds: 60, requestsPerRun: 10_000_000)
    case .algorithm:
      Endpoint(
        name: rawValue, address: "https://thealgorithm.live", requests: 20, seconds: 60,
        requestsPerRun: 20)
    // 3500 in an hour for a key, which other programs may use too.
    case .appstore:
      Endpoint(
        name: rawValue, address: "https://api.appstoreconnect.apple.com/v1", requests: 3000,
        seconds: 3600, requestsPerRun: 3000)
    }
  }
}

/// All problems of the settings.
package struct PartnerSettingsFailure: Error, CustomStringConvertible {
  package let problems: [String]
  private var path: String?

  init(problems: [String]) {
    self.problems = problems
  }

  /// The failure with the path of the settings file.
  func of(_ file: URL) -> PartnerSettingsFailure {
    var failure = self
    failure.path = file.path
    return failure
  }

  package var description: String {
    (path.map { "\($0): " } ?? "") + problems.joined(separator: "; ") + "."
  }
}

extension PartnerSettingsFailure: KnownFailure {
  package var failureKind: FailureKind { .badParameters }
}

/// Reads the values of a YAML text and collects all problems.
struct SettingsReader {
  private(set) var problems: [String] = []

  mutating func report(_ problem: String) { problems.append(problem) }

  /// The text of a file of at most 1 MB.
  ///
  /// - Throws: `PartnerSettingsFailure`, also if the file cannot be read.
  static func text(of file: URL) throws -> String {
    let bytes: [UInt8]
    do {
      bytes = try FileReader(file).bytes((1 << 20) + 1, at: 0)
    } catch {
      throw PartnerSettingsFailure(problems: ["it cannot be read: \(error.reason)"])
    }
    guard bytes.count <= 1 << 20 else {
      throw PartnerSettingsFailure(problems: ["it is larger than 1 MB"])
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  static func root(of yaml: String) throws(PartnerSettingsFailure) -> Node? {
    do {
      return try Yams.compose(yaml: yaml)
    } catch {
      throw PartnerSettingsFailure(problems: ["it is not YAML: \(error)"])
    }
  }

  /// The values of a mapping with any keys, sorted; empty for a node that is absent.
  mutating func mapping(_ node: Node?, at path: String) -> [(key: String, value: Node)] {
    let keys = node?.mapping?.keys.compactMap(\.string) ?? []
    return section(node, at: path, keys: keys).sorted { $0.key < $1.key }
  }

  /// The values of a mapping by key; empty for a node that is absent.
  ///
  /// - Parameter path: empty for the root.
  mutating func section(_ node: Node?, at path: String, keys: [String]) -> [String: Node] {
    guard let node, node.null == nil else { return [:] }
    guard let mapping = node.mapping else {
      problems.append("\(path.isEmpty ? "the file" : path) must be a section")
      return [:]
    }
    var values: [String: Node] = [:]
    for (key, value) in mapping {
      let name = key.scalar?.string ?? "?"
      let place = path.isEmpty ? name : "\(path).\(name)"
      if !keys.contains(name) {
        problems.append("\(place) is unknown; the names are \(keys.joined(separator: ", "))")
      } else if values.updateValue(value, forKey: name) != nil {
        problems.append("\(place) is set twice")
      }
    }
    return values
  }

  mutating func text(_ node: Node?, at path: String) -> String? {
    guard let node else { return nil }
    guard let text = node.scalar?.string else {
      problems.append("\(path) must be a text")
      return nil
    }
    return text
  }

  mutating func texts(_ node: Node?, at path: String) -> [String]? {
    guard let node else { return nil }
    guard let sequence = node.sequence else {
      problems.append("\(path) must be a list")
      return nil
    }
    return sequence.indices.compactMap { text(sequence[$0], at: "\(path)[\($0)]") }
  }

  mutating func wholeNumber(_ node: Node?, at path: String, in range: ClosedRange<Int>) -> Int? {
    guard let node else { return nil }
    guard let number = node.scalar.flatMap({ Int($0.string) }), range.contains(number) else {
      problems.append(
        "\(path) must be a whole number from \(range.lowerBound) to \(range.upperBound)")
      return nil
    }
    return number
  }

  mutating func number(_ node: Node?, at path: String, in range: ClosedRange<Double>) -> Double? {
    guard let node else { return nil }
    guard let number = node.scalar.flatMap({ Double($0.string) }), range.contains(number) else {
      problems.append("\(path) must be a number from \(range.lowerBound) to \(range.upperBound)")
      return nil
    }
    return number
  }
}
