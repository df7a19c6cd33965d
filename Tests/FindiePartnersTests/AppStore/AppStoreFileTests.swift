import FindieDomain
import FindiePartners
import FindieTestSupport
import Foundation
import Testing

/// Files of reports, against sums by hand.
struct AppStoreFileTests {
  private let day = Day(year: 2026, month: 3, day: 30)

  private func why(_ read: () throws(Unreadable) -> some Any) -> String? {
    do throws(Unreadable) {
      _ = try read()
      return nil
    } catch {
      return error.why
    }
  }

  @Test(arguments: [",", "\t"], ["\n", "\r\n"])
  func `downloads are summed by day, whatever the format is`(
    delimiter: String, end: String
  ) throws {
    let lines = [
      ["\u{FEFF}Counts", "Later Column", "Download Type", "Date"],
      ["4", "\"a \"\"b\"\" c\"", "First-time download", "2026-03-30"],
      ["5", "", "FIRST-TIME DOWNLOAD", "2026-03-30"], ["2", "", "Redownload", "2026-03-30"],
      ["9", "", "Manual update", "2026-03-30"], ["8", "", "Restore", "2026-03-31"],
      ["7", "", "Redownload", "2026-04-01"],
    ]
    let text = lines.map { $0.joined(separator: delimiter) }.joined(separator: end)
    let sums = try AppStoreReport.downloads.sums(of: Array(text.utf8))
    let first = try #require(day)
    #expect(sums.count == 3)
    #expect(sums[first] == [.downloads: 11, .firstDownloads: 9, .redownloads: 2])
    #expect(
      sums[first.adding(days: 1)] == [.downloads: 0, .firstDownloads: 0, .redownloads: 0])
    #expect(sums[first.adding(days: 2)]?[.redownloads] == 7)
  }

  @Test func `impressions and views of the product page count, also in store sheets`() throws {
    let text = """
      Date,Event,Page Type,Counts,Unique Counts
      2026-03-30,Impression,No page,100,80
      2026-03-30,Page view,Product page,30,25
      2026-03-30,page view,store sheet,5,4
      2026-03-30,Page view,In-app event,7,6
      2026-03-30,Tap,Product page,9,8
      """
    let sums = try AppStoreReport.engagement.sums(of: Array(text.utf8))
    #expect(
      try sums == [#require(day): [.impressions: 100, .pageViews: 35, .viewers: 109]])
  }

  @Test func `devices count by the days since the download`() throws {
    let text = """
      Date,App Download Date,Unique Devices
      2026-03-30,2026-03-30,10
      2026-03-30,2026-03-29,4
      2026-03-30,2026-03-23,3
      2026-03-30,2026-03-02,2
      2026-03-30,2026-03-15,5
      2026-03-30,,50
      """
    let sums = try AppStoreReport.sessions.sums(of: Array(text.utf8))
    #expect(
      try sums == [
        #require(day): [
          .activeDevices: 74, .newDevices: 10, .returned(after: 1): 4, .returned(after: 7): 3,
          .returned(after: 28): 2,
        ]
      ])
  }

  @Test(arguments: [
    ("", "it is empty"), ("Date,Counts\n", "no column 'Download Type'"),
    ("Date;Download Type;Counts\n", "no column 'Date'"),
    ("Date,Download Type,Counts\n2026-02-30,Redownload,1", "row 1 has no valid 'Date'"),
    ("Date,Download Type,Counts\n,Redownload,1", "row 1 has no valid 'Date'"),
    ("Date,Download Type,Counts\n2026-03-30,Redownload,-1", "row 1 has no valid 'Counts'"),
    ("Date,Download Type,Counts\n2026-03-30,Redownload,1.5", "row 1 has no valid 'Counts'"),
    ("Date,Download Type,Counts\n2026-03-30,Redownload,1\n2026-03-30,Redo", "row 2"),
    ("Date,Download Type,Counts\n2026-03-30,\"Redo", "quote that begins in line 2"),
    ("<html><body>Access denied</body></html>", "no column 'Date'"),
    ("\u{1f}\u{8b}", "no column"),
  ])
  func `a file that is no such report is refused as a whole`(text: String, part: String) {
    let why = why { () throws(Unreadable) in
      try AppStoreReport.downloads.sums(of: Array(text.utf8))
    }
    #expect(why?.contains(part) == true, "\(why ?? "read")")
  }

  @Test func `gzip that is cut off is refused`() throws {
    let folder = try TemporaryFolder()
    let file = try folder.write(
      "Date,Download Type,Counts\n"
        + (0..<999).map { "2026-03-30,Redownload,\($0)\n" }.joined(), to: "report.txt")
    let process = Process()
    process.executableURL = URL(filePath: "/usr/bin/gzip")
    process.arguments = [file.path]
    try process.run()
    process.waitForEnd()
    let bytes = [UInt8](try Data(contentsOf: file.appendingPathExtension("gz")))
    let sums = try AppStoreReport.downloads.sums(of: bytes)
    #expect(try sums[#require(day)]?[.redownloads] == 498_501)
    for end in [3, bytes.count / 2, bytes.count - 1] {
      let why = why { () throws(Unreadable) in
        try AppStoreReport.downloads.sums(of: Array(bytes[..<end]))
      }
      #expect(why?.contains("cut off") == true)
    }
  }

  // MARK: - Sales

  private static let header =
    "SKU\tUnits\tDeveloper Proceeds\tBegin Date\tCurrency of Proceeds\tParent Identifier\n"

  @Test func `proceeds are summed by product and currency, refunds subtracted`() throws {
    let monthly = "com.findie.premium.monthly"
    let yearly = "com.findie.premium.yearly"
    let text =
      Self.header + """
        \(monthly)\t3\t4.19\t03/30/2026\tUSD\tcom.findie
        \(monthly)\t-1\t4.19\t03/30/2026\tUSD\tcom.findie
        \(monthly)\t2\t600\t03/30/2026\tJPY\tcom.findie
        \(yearly)\t1.00\t-0.01\t03/30/2026\tEUR\tcom.findie
        com.findie\t900\t1\t03/30/2026\tUSD\t
        com.findie.premium.monthly.old\t5\t1\t03/30/2026\tUSD\t\(monthly)

        """
    #expect(
      try AppStoreSales.sums(of: Array(text.utf8), on: #require(day)) == [
        .units(of: monthly): 4, .units(of: yearly): 1,
        .proceeds(of: monthly, in: "USD"): Decimal(string: "8.38") ?? 0,
        .proceeds(of: monthly, in: "JPY"): 1200,
        .proceeds(of: yearly, in: "EUR"): Decimal(string: "-0.01") ?? 0,
      ])
    #expect(
      try AppStoreSales.sums(of: Array(Self.header.utf8), on: #require(day)) == [
        .units(of: monthly): 0, .units(of: yearly): 0,
      ])
  }

  @Test(arguments: [
    ("1\t4.19\t03/29/2026\tUSD", "Begin Date"), ("1\t4.19\t2026-30-03\tUSD", "Begin Date"),
    ("1\t4.19\t03/30/2026\tusd", "Currency of Proceeds"),
    ("1\t4.19\t03/30/2026\t", "Currency of Proceeds"), ("one\t4.19\t03/30/2026\tUSD", "Units"),
    ("1\t4,19\t03/30/2026\tUSD", "Developer Proceeds"), ("1", "Begin Date"),
  ])
  func `a sale that cannot be read is refused, and not left out`(
    cells: String, column: String
  ) throws {
    let text = Self.header + "com.findie.premium.yearly\t\(cells)\n"
    let day = try #require(day)
    let why = why { () throws(Unreadable) in
      try AppStoreSales.sums(of: Array(text.utf8), on: day)
    }
    #expect(why == "row 1 has no valid '\(column)'")
  }

  // MARK: - Headers and addresses

  @Test(arguments: [
    ("user-hour-lim:3500;user-hour-rem:500;", 500), ("user-hour-rem:0", 0),
    ("user-hour-lim:3500; user-hour-rem: 12 ;", 12), ("", nil), ("user-hour-lim:3500;", nil),
    ("user-hour-rem:many;", nil), ("other-user-hour-rem:5;", nil),
  ])
  func `the requests that are left are read from Apple's header`(text: String, left: Int?) {
    #expect(AppStoreConnect.requestsLeft(text) == left)
  }

  @Test func `a file is requested by https, or from this machine in tests`() throws {
    func request(_ address: String, _ endpoint: String) -> PartnerRequest? {
      PartnerRequest(
        file: address,
        namedBy: Endpoint(
          name: "shop", address: endpoint, requests: 1, seconds: 1, requestsPerRun: 1))
    }
    let api = "https://api.example/v1"
    let signed = try #require(request("https://files.example/a%20b?Signature=planted%2F1", api))
    #expect(signed.url.absoluteString == "https://files.example/a%20b")
    #expect(signed.endpoint.name == "shopFiles" && !"\(signed)".contains("planted"))
    #expect(signed.headers.isEmpty && signed.authorization == nil)
    for address in [
      "http://files.example/a", "http://127.0.0.1/a", "file:///etc/passwd", "files.example/a", "",
      "https:///a", "https://user:word@files.example/a", "https://files.example/a#b",
      "https://files.example/a b",
    ] {
      #expect(request(address, api) == nil, "\(address)")
    }
    #expect(request("http://localhost:80/a", "http://127.0.0.1:80") != nil)
    #expect(request("http://files.example/a", "http://127.0.0.1:80") == nil)
  }
}
