import FindieWorkspace
package import FindieDomain
import Foundation

/// App Store Connect: analytics reports and sales reports.
///
/// No answer is stored: file addresses expire after five minutes, and the numbers are in
/// `metrics.partners.ndjson`.
///
/// Source: Apple's documentation *App Store Connect API*.
package struct AppStoreConnect: Sendable {
  /// Data that Apple added to a report at one time.
  package struct Instance: Sendable {
    package let id: String
    package let processed: Day
  }

  private let transport: Transport
  private let endpoint: Endpoint
  private let token: ExpiringToken
  private let app: String
  private let vendor: Secret

  /// The number of requests left for other programs with the same key.
  private static let reserve = 100
  private static let maximumPages = 50
  private static let maximumFileBytes = 32 << 20

  static let credentials: [PartnerSecrets.Name] = [
    .appStoreKeyFile, .appStoreKeyId, .appStoreIssuer,
  ]

  /// - Parameter secrets: with the path of the key's file, of mode 600.
  /// - Throws: `PartnerFailure.missingSecret`, `LocalFailure`, `FileFailure`.
  package init(
    _ transport: Transport, _ settings: PartnerSettings, _ secrets: PartnerSecrets
  ) throws {
    let file = URL(filePath: try secrets.value(.appStoreKeyFile).revealed)
    let pem = String(decoding: try PartnerSecrets.bytes(of: file), as: UTF8.self)
    let key = try PartnerSecrets.key(.es256, pem: pem, of: file)
    let keyId = try secrets.value(.appStoreKeyId).revealed
    let issuer = try secrets.value(.appStoreIssuer).revealed
    self.transport = transport
    endpoint = settings.endpoint(.appstore)
    app = try secrets.value(.appStoreApp).revealed
    // It is part of an address.
    guard app.wholeMatch(of: /[A-Za-z0-9]+/) != nil else {
      // The value is not shown, since it may be another secret.
      throw LocalFailure(
        .badParameters,
        PartnerSecrets.Name.appStoreApp.rawValue
          + " is not the app's Apple ID from App Store Connect, such as 1234567890.")
    }
    vendor = try secrets.value(.appStoreVendor)
    let now = transport.clock.now
    token = ExpiringToken(now: now) {
      try Self.token(key, keyId: keyId, issuer: issuer, now: now())
    }
  }

  // MARK: - The token

  private struct Claims: Encodable {
    let iss: String
    let aud = "appstoreconnect-v1"
    let iat: Int64
    let exp: Int64
  }

  /// Apple refuses tokens of more than 20 minutes.
  private static let tokenSeconds: Int64 = 19 * 60

  private static func token(
    _ key: SigningKey, keyId: String, issuer: String, now: Timestamp
  ) throws -> ExpiringToken.Issued {
    let seconds = now.milliseconds / 1000
    let token = try JSONWebToken.signed(
      Claims(iss: issuer, iat: seconds, exp: seconds + tokenSeconds), by: key, keyId: keyId)
    return ExpiringToken.Issued(
      headers: ["Authorization": Secret("Bearer " + token.revealed)],
      seconds: Double(tokenSeconds))
  }

  // MARK: - Requests

  private struct Page<Attributes: Decodable & Sendable>: Decodable, Sendable {
    struct Item: Decodable, Sendable {
      let id: String
      let attributes: Attributes
    }

    struct Links: Decodable {
      let next: String?
    }

    let data: [Item]
    let links: Links?
  }

  private struct ReportRequest: Decodable, Sendable {
    let accessType: String?
    let stoppedDueToInactivity: Bool?
  }

  private struct Report: Decodable, Sendable {
    let name: String
  }

  private struct ReportInstance: Decodable, Sendable {
    let processingDate: Day
    let granularity: String?
  }

  private struct Segment: Decodable, Sendable {
    let url: String?
  }

  private func request(_ request: PartnerRequest) -> PartnerRequest {
    var request = request
    request.authorization = token
    return request
  }

  private func fetch<Value: Sendable>(
    _ request: PartnerRequest, decode: (PartnerAnswer) throws -> Value
  ) throws -> Fetched<Value> {
    do {
      return try transport.fetch(request, maximumAge: nil) { answer in
        if let left = Self.requestsLeft(answer.headers["x-rate-limit"] ?? ""),
          left < Self.reserve
        {
          transport.rates.useUp(endpoint)
        }
        return try decode(answer)
      }
    } catch let failure as PartnerFailure {
      switch failure {
      case .status(_, 429), .rateLimited:
        transport.rates.useUp(endpoint)
        throw PartnerFailure.allowanceUsed(
          endpoint.name, transport.rates.sent(to: endpoint.name))
      case .unauthorized(let text, let status):
        throw PartnerFailure.refusedSecrets(
          text, status, names: Self.credentials.map(\.rawValue))
      default: throw failure
      }
    }
  }

  /// The number of requests that Apple still allows until requests of the last hour expire. Nil if
  /// the header has no such number.
  ///
  /// - Parameter header: such as `user-hour-lim:3500;user-hour-rem:500;`.
  package static func requestsLeft(_ header: String) -> Int? {
    header.firstMatch(of: /(?:^|;)\s*user-hour-rem:\s*([0-9]{1,9})\s*(?:;|$)/).flatMap {
      Int($0.1)
    }
  }

  /// All pages of a list.
  private func list<Attributes>(
    _ path: String, _ query: KeyValuePairs<String, String> = [:]
  ) throws -> Fetched<[Page<Attributes>.Item]> {
    var request = request(PartnerRequest(endpoint, path: path, query: query))
    var items: [Page<Attributes>.Item] = []
    for _ in 0..<Self.maximumPages {
      let page = try fetch(request) { try $0.json(Page<Attributes>.self) }
      items += page.value.data
      for item in page.value.data
      where item.id.wholeMatch(of: /[A-Za-z0-9][A-Za-z0-9_.\-]{0,199}/) == nil {
        throw request.invalid("it has an invalid id")
      }
      guard let next = page.value.links?.next else {
        return page.map { _ in items }
      }
      guard next.hasPrefix(endpoint.address + "/"),
        URL(string: next, encodingInvalidCharacters: false) != nil
      else {
        throw request.invalid("the link to its next page leaves the server")
      }
      request = self.request(PartnerRequest(endpoint.at(next, name: endpoint.name)))
    }
    throw request.invalid("it has more than \(Self.maximumPages) pages")
  }

  // MARK: - Analytics reports

  /// The ids of the requests for ongoing reports that Apple serves.
  ///
  /// - Throws: `PartnerFailure`, `SyncStopped`, `FileFailure`, as do all other methods.
  func reportRequests() throws -> Fetched<[String]> {
    let list: Fetched<[Page<ReportRequest>.Item]> = try list(
      "apps/\(app)/analyticsReportRequests", ["filter[accessType]": "ONGOING"])
    return list.map { $0.filter { !($0.attributes.stoppedDueToInactivity ?? false) }.map(\.id) }
  }

  /// Requests reports for every day from now on. An app may have one such request.
  func requestReports() throws -> Fetched<Void> {
    var request = request(PartnerRequest(endpoint, .post, path: "analyticsReportRequests"))
    // The app is letters and digits.
    request.setBody(
      json: #"{"data":{"attributes":{"accessType":"ONGOING"},"relationships":{"app":{"data":"#
        + #"{"id":"\#(app)","type":"apps"}}},"type":"analyticsReportRequests"}}"#)
    // 409: there is already one.
    request.acceptedStatuses = [201, 403, 409]
    return try fetch(request) { answer in
      if answer.status == 403 {
        throw request.invalid(
          "the key may not request reports (403). Run `findie sync appstore` once with a key of "
            + "the role Admin"
        )
      }
    }
  }

  /// The ids of a request's reports, by name.
  func reports(of request: String) throws -> Fetched<[String: String]> {
    let list: Fetched<[Page<Report>.Item]> = try list(
      "analyticsReportRequests/\(request)/reports", ["limit": "200"])
    return list.map { Dictionary($0.map { ($0.attributes.name, $0.id) }) { first, _ in first } }
  }

  /// A report's daily instances, the oldest first.
  func instances(of report: String) throws -> Fetched<[Instance]> {
    let list: Fetched<[Page<ReportInstance>.Item]> = try list(
      "analyticsReports/\(report)/instances", ["filter[granularity]": "DAILY", "limit": "200"])
    return list.map { instances in
      instances.filter { $0.attributes.granularity ?? "DAILY" == "DAILY" }
        .map { Instance(id: $0.id, processed: $0.attributes.processingDate) }
        .sorted { $0.processed < $1.processed }
    }
  }

  /// The sums of all files of an instance, for each day that it has.
  func sums(
    of instance: Instance, _ report: AppStoreReport
  ) throws -> Fetched<[Day: [AppStoreNumber: Decimal]]> {
    let path = "analyticsReportInstances/\(instance.id)/segments"
    var segments: Fetched<[Page<Segment>.Item]> = try list(path)
    var sums: [Day: [AppStoreNumber: Decimal]] = [:]
    for id in segments.value.map(\.id) {
      var file = try file(id, in: segments.value, report)
      if file == nil {
        // The address has expired after five minutes.
        segments = try list(path)
        file = try self.file(id, in: segments.value, report)
      }
      guard let file else {
        throw PartnerFailure.invalid(path, detail: "the address of a file expired twice")
      }
      sums.merge(file) { $0.merging($1, uniquingKeysWith: +) }
    }
    if let last = sums.keys.max(), last > instance.processed {
      throw PartnerFailure.invalid(path, detail: "it has a day later than its processing date")
    }
    return segments.map { _ in sums }
  }

  /// The sums of a segment's file; nil if its address has expired.
  private func file(
    _ id: String, in segments: [Page<Segment>.Item], _ report: AppStoreReport
  ) throws -> [Day: [AppStoreNumber: Decimal]]? {
    guard let segment = segments.first(where: { $0.id == id })?.attributes,
      var request = segment.url.flatMap({ PartnerRequest(file: $0, namedBy: endpoint) })
    else {
      throw PartnerFailure.invalid("segment \(id)", detail: "it has no https address for download")
    }
    request.acceptedStatuses = [200, 400, 401, 403, 410]
    request.contentTypes = []
    request.maximumBytes = Self.maximumFileBytes
    return try transport.fetch(request, maximumAge: nil) { answer in
      guard answer.status == 200 else { return nil }
      return try report.sums(of: Array(answer.body))
    }.value
  }

  // MARK: - Sales

  private struct Errors: Decodable {
    struct Failure: Decodable {
      let detail: String?
    }

    let errors: [Failure]
  }

  /// The sums of a day's sales; nil if Apple does not have them yet.
  func sales(on day: Day) throws -> Fetched<[AppStoreNumber: Decimal]?> {
    var request = request(
      PartnerRequest(
        endpoint, path: "salesReports",
        query: [
          "filter[frequency]": "DAILY", "filter[reportType]": "SALES",
          "filter[reportSubType]": "SUMMARY", "filter[reportDate]": "\(day)",
        ]))
    request.secretParameters = ["filter[vendorNumber]": vendor]
    request.acceptedStatuses = [200, 404]
    request.contentTypes = []
    request.maximumBytes = Self.maximumFileBytes
    return try fetch(request) { answer in
      guard answer.status == 200 else {
        // Otherwise 404 means that the report is not available yet.
        let details = try answer.json(Errors.self).errors.compactMap(\.detail)
        let hasNoSales = details.contains { $0.lowercased().contains("no sales") }
        return hasNoSales ? AppStoreSales.none : nil
      }
      return try AppStoreSales.sums(of: Array(answer.body), on: day)
    }
  }
}
