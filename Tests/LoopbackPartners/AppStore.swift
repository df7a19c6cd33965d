import FlyingFox
import Foundation

/// `/appstore/v1` in the place of App Store Connect, and `/appstore-files` in the place of the host
/// of its files. The app's id says what goes wrong: `new`, `waiting`, `stopped`, `limited`, `busy`,
/// `broken`, `expired`, `gone`, `cut`, `elsewhere`, `hole`, `role`; any other one
/// works.
///
/// Today is the day of the token. Day d of the numbers is counted from 1970.
struct AppStore {
  let memory: Memory

  private static let reports = [
    "downloads": "App Downloads Standard",
    "engagement": "App Store Discovery and Engagement Standard",
    "sessions": "App Sessions Standard",
    "crashes": "App Crashes",
  ]
  private static let delays = ["downloads": 2, "engagement": 3, "sessions": 5]

  func answer(_ incoming: Incoming) async throws -> HTTPResponse {
    if incoming.parts[0] == "appstore-files" { return try await file(incoming) }
    guard let today = try today(of: incoming.headers["authorization"] ?? "") else {
      return try error(401, "NOT_AUTHORIZED")
    }
    let path = Array(incoming.parts.dropFirst(2))
    switch (incoming.method, path.first, path.count) {
    case ("POST", "analyticsReportRequests", 1): return try await newRequest(incoming)
    case (_, "apps", 3): return try await requests(of: path[1])
    case (_, "analyticsReportRequests", 3): return try await reports(of: path[1], incoming)
    case (_, "analyticsReports", 3): return try instances(of: path[1], today)
    case (_, "analyticsReportInstances", 3): return try await segments(of: path[1], incoming, today)
    case (_, "salesReports", 1): return try sales(incoming, today)
    default: return try error(404, "NOT_FOUND")
    }
  }

  /// Checks the claims of the token, but not its signature.
  private func today(of authorization: String) throws -> Int? {
    let parts = authorization.replacing("Bearer ", with: "").split(separator: ".")
    guard parts.count == 3 else { return nil }
    var claims = parts[1].replacing("-", with: "+").replacing("_", with: "/")
    while claims.count % 4 > 0 { claims += "=" }
    guard let data = Data(base64Encoded: String(claims)),
      let object = try JSONSerialization.jsonObject(with: data) as? [String: Any],
      object["aud"] as? String == "appstoreconnect-v1",
      (object["iss"] as? String)?.isEmpty == false, let issued = object["iat"] as? Int,
      let end = object["exp"] as? Int, (1...1200).contains(end - issued)
    else { return nil }
    return issued / 86_400
  }

  private func error(_ status: Int, _ detail: String) throws -> HTTPResponse {
    try .json(["errors": [["status": "\(status)", "detail": detail]]], status: status)
  }

  private func page(
    _ items: [(id: String, attributes: [String: Any])], next: String? = nil, left: Int = 3000
  ) throws -> HTTPResponse {
    let data = items.map { ["id": $0.id, "attributes": $0.attributes] as [String: Any] }
    var links = ["self": "ignored"]
    links["next"] = next
    return try .json(
      ["data": data, "links": links] as [String: Any],
      headers: ["X-Rate-Limit": "user-hour-lim:3500;user-hour-rem:\(left);"])
  }

  // MARK: - Lists. An id is the app's and what follows, joined by underscores.

  private func newRequest(_ incoming: Incoming) async throws -> HTTPResponse {
    struct Body: Decodable {
      struct Content: Decodable {
        struct Relationships: Decodable {
          struct App: Decodable { let data: Reference }
          struct Reference: Decodable { let id: String }

          let app: App
        }

        let attributes: [String: String]
        let relationships: Relationships
      }

      let data: Content
    }
    let body = try JSONDecoder().decode(Body.self, from: Data(incoming.body.utf8)).data
    guard body.attributes == ["accessType": "ONGOING"] else { return try error(400, "BAD") }
    let app = body.relationships.app.data.id
    if app == "role" { return try error(403, "FORBIDDEN") }
    let isFirst = await memory.next("appstore request of \(app)") == 0
    return isFirst ? try .json(["data": ["id": app]], status: 201) : try error(409, "EXISTS")
  }

  private func requests(of app: String) async throws -> HTTPResponse {
    switch app {
    case "new", "role": return try page([])
    case "stopped":
      return try page([(app, ["accessType": "ONGOING", "stoppedDueToInactivity": true])])
    case "broken": return try error(500, "INTERNAL")
    default:
      return try page(
        [(app, ["accessType": "ONGOING", "stoppedDueToInactivity": false])],
        left: app == "limited" ? 7 : 3000)
    }
  }

  /// On two pages.
  private func reports(of app: String, _ incoming: Incoming) async throws -> HTTPResponse {
    if app == "waiting" { return try page([]) }
    if app == "busy" {
      return .text("", status: 429, headers: ["Retry-After": "3600"])
    }
    let all = Self.reports.sorted { $0.key < $1.key }.map { key, name in
      (id: "\(app)_\(key)", attributes: ["name": name] as [String: Any])
    }
    if incoming.rawQuery.contains("cursor=2") { return try page(Array(all.dropFirst(2))) }
    let own =
      "http://\(incoming.headers["host"] ?? "")/" + incoming.parts.joined(separator: "/")
    return try page(
      Array(all.prefix(2)),
      next: app == "elsewhere" ? "http://localhost:1/x" : own + "?cursor=2&limit=200")
  }

  private func instances(of report: String, _ today: Int) throws -> HTTPResponse {
    let app = report.split(separator: "_")[0]
    if app == "waiting" { return try page([]) }
    // The newest first.
    return try page(
      (0..<35).map { age in
        let day = Self.date(today - age)
        return ("\(report)_\(today - age)", ["processingDate": day, "granularity": "DAILY"])
      })
  }

  private func segments(
    of instance: String, _ incoming: Incoming, _ today: Int
  ) async throws -> HTTPResponse {
    let app = String(instance.split(separator: "_")[0])
    if app == "hole", instance.hasSuffix("_\(today - 10)") { return try error(500, "INTERNAL") }
    let count = await memory.next("segments of \(instance)")
    let isExpired = app == "gone" || (app == "expired" && count == 0)
    let host = (incoming.headers["host"] ?? "").replacing("127.0.0.1", with: "localhost")
    let items = [1, 2].map { part -> (String, [String: Any]) in
      let attributes: [String: Any] = [
        "url":
          "http://\(host)/appstore-files/\(instance)/\(part)?X-Amz-Signature=planted-\(isExpired ? "old" : "new")%2F\(count)"
      ]
      return ("\(instance)_\(part)", attributes)
    }
    return try page(items)
  }

  // MARK: - Files

  private func file(_ incoming: Incoming) async throws -> HTTPResponse {
    // A signed address with another authorization is refused.
    guard incoming.headers["authorization"] == nil else { return .text("", status: 400) }
    guard incoming.rawQuery.contains("planted-new%2F") else { return .text("", status: 403) }
    var bytes = content(of: incoming.parts[1], part: Int(incoming.parts[2]) ?? 0)
    if incoming.parts[1].hasPrefix("cut_") { bytes.removeLast(20) }
    // The content type says nothing.
    return .bytes(Data(bytes), status: 200, type: "text/html", headers: [:])
  }

  /// Engagement is CSV as it is, and the others gzip.
  private func content(of instance: String, part: Int) -> [UInt8] {
    let parts = instance.split(separator: "_").map(String.init)
    let (report, processed) = (parts[1], Int(parts[2]) ?? 0)
    let delay = Self.delays[report] ?? 1
    let days = Array((processed - delay)..<processed)
    let text: String =
      switch report {
      case "downloads": downloads(days, processed, part)
      case "engagement": engagement(days, part)
      default: sessions(days, part)
      }
    return report == "engagement" ? Array(text.utf8) : Gzip.stored(Array(text.utf8))
  }

  /// 15 + d % 7 first downloads and 3 others; 1 and 0 before the day is complete.
  private func downloads(_ days: [Int], _ processed: Int, _ part: Int) -> String {
    var rows = ["Date\tApp Name\tDownload Type\tTerritory\tNew Column\tCounts"]
    for day in days {
      func add(_ type: String, _ territory: String, _ count: Int) {
        rows.append("\(Self.date(day))\tFindie\t\(type)\t\(territory)\tx\t\(count)")
      }
      guard processed - day >= 2 else {
        if part == 1 { add("First-time download", "US", 1) }
        continue
      }
      if part == 1 {
        add("First-time Download", "US", 10 + day % 7)
        add("Auto-update", "US", 100)
      } else {
        add("first-time download", "DE", 5)
        add("Redownload", "US", 3)
      }
    }
    return rows.joined(separator: "\n")
  }

  /// 200 impressions, 70 views of the product page, 208 viewers.
  private func engagement(_ days: [Int], _ part: Int) -> String {
    var rows = ["\"Date\",Event,\"Page Type\",\"Source Type\",Counts,\"Unique Counts\""]
    for day in days {
      let date = Self.date(day)
      rows +=
        part == 1
        ? [
          "\(date),Impression,No page,\"App Store search, and ads\",120,90",
          "\(date),Page view,Product page,Web referrer,60,50",
          "\(date),Tap,Product page,Web referrer,25,20",
        ]
        : [
          "\(date),Impression,No page,App referrer,80,60",
          "\(date),Page view,Store sheet,App referrer,10,8",
          "\(date),Page view,Developer page,App referrer,30,20",
        ]
    }
    return rows.joined(separator: "\r\n") + "\r\n"
  }

  /// 160 devices, of which 40 downloaded the app on the day, 12 the day before, 6 a week and 2 four
  /// weeks before.
  private func sessions(_ days: [Int], _ part: Int) -> String {
    var rows = ["Date,App Download Date,Device,Sessions,Unique Devices"]
    for day in days {
      let counts = part == 1 ? [0: 25, 1: 12, 7: 6] : [0: 15, 28: 2]
      for (age, count) in counts {
        rows.append(
          "\(Self.date(day)),\(Self.date(day - age)),iPhone,\(count * 2),\(count)")
      }
      if part == 2 { rows.append("\(Self.date(day)),,iPhone,300,100") }
    }
    return rows.joined(separator: "\n")
  }

  // MARK: - Sales

  /// Monthly: 4 for 6.99 USD after a refund, and 1 for 5.99 EUR. Yearly: 1 for 41.99 USD. No sales
  /// if d % 5 = 0.
  private func sales(_ incoming: Incoming, _ today: Int) throws -> HTTPResponse {
    let date = incoming.rawQuery.split(separator: "&").first { $0.contains("reportDate") }
    guard let text = date?.split(separator: "=").last.map(String.init),
      incoming.rawQuery.contains("planted-vendor"), let day = Self.day(text)
    else { return try error(400, "PARAMETER_ERROR") }
    guard day < today - 1 else { return try error(404, "Report is not available yet.") }
    guard day % 5 > 0 else {
      return try error(404, "There were no sales for the date specified.")
    }
    let parts = text.split(separator: "-")
    let shown = "\(parts[1])/\(parts[2])/\(parts[0])"
    let rows = [
      "com.findie.app\tFindie\t20\t0\t\(shown)\tUSD\t",
      "com.findie.premium.monthly\tPremium\t3\t6.99\t\(shown)\tUSD\tcom.findie.app",
      "com.findie.premium.monthly\tPremium\t2\t6.99\t\(shown)\tUSD\tcom.findie.app",
      "com.findie.premium.monthly\tPremium\t-1\t6.99\t\(shown)\tUSD\tcom.findie.app",
      "com.findie.premium.monthly\tPremium\t1\t5.99\t\(shown)\tEUR\tcom.findie.app",
      "com.findie.premium.yearly\tPremium\t1\t41.99\t\(shown)\tUSD\tcom.findie.app",
    ]
    let head =
      "SKU\tTitle\tUnits\tDeveloper Proceeds\tBegin Date\tCurrency of Proceeds\tParent Identifier"
    let table = ([head] + rows).joined(separator: "\n") + "\n"
    return .bytes(
      Data(Gzip.stored(Array(table.utf8))), status: 200, type: "application/a-gzip",
      headers: ["X-Rate-Limit": "user-hour-lim:3500;user-hour-rem:2000;"])
  }

  // MARK: - Dates

  private static let format = Date.ISO8601FormatStyle(timeZone: .gmt).year().month().day()

  private static func date(_ day: Int) -> String {
    format.format(Date(timeIntervalSince1970: Double(day) * 86_400))
  }

  private static func day(_ date: String) -> Int? {
    (try? format.parse(date)).map { Int($0.timeIntervalSince1970) / 86_400 }
  }
}
