import FindieDomain
import FindieIngest
import FindiePartners
import FindieTestSupport
import FindieWorkers
import FindieWorkspace
import Foundation

/// Synchronizations in this process, with an export of games on Steam, and loopback partners.
struct SyncSandbox {
  let steam: SteamSandbox
  let folder: TemporaryFolder

  private struct Silent: RunObserver {
    func report(_ event: RunEvent) {}
  }

  init() throws {
    steam = try SteamSandbox()
    folder = try TemporaryFolder()
  }

  var export: URL { folder.url.appending(path: "export") }
  var workspace: Workspace { Workspace(folder.url.appending(path: "workspace")) }

  /// Puts game `g0` on Steam under the first id, and so on, into the export.
  func putGames(_ ids: [Int]) throws {
    let lines = ids.enumerated().map { number, id in
      #"{"id":"g\#(number)","title":"Reef \#(number)","developerId":"d","releaseStatus":"released","#
        + #""steamURL":"https://store.steampowered.com/app/\#(id)/"}"# + "\n"
    }
    try folder.write(lines.joined(), to: "export/games.ndjson")
  }

  /// Sets a game's price in the shop.
  func setPrice(of id: Int, to cents: Int, currency: String = "USD") throws {
    try steam.write(
      #"{"type":"game","name":"Reef &amp; \#(id)","steam_appid":\#(id),"is_free":false,"#
        + #""genres":[{"id":"23"}],"release_date":{"coming_soon":false,"date":"3 Mar, 2024"},"#
        + #""price_overview":{"currency":"\#(currency)","initial":\#(cents),"final":\#(cents)}}"#,
      to: "appdetails/\(id)")
  }

  func sync(
    at now: Timestamp, _ partner: PartnerName = .steam,
    _ secrets: [PartnerSecrets.Name: String] = [:], file: URL? = nil
  ) throws -> SyncRecord {
    let clock = VirtualClock(now.milliseconds)
    let app = try ExportFolder(
      export, of: workspace, key: nil, workers: Workers(threads: 1), now: now)
    let ages = "maximumAgeInHours: {details: 1, prices: 1, wishlists: 1}\n"
    return try PartnerSync(
      app, output: export, partners: [partner], files: file.map { [partner: $0] } ?? [:],
      settings: steam.settings(ages), secrets: PartnerSecrets(secrets), clock: clock.transport,
      observer: Silent()
    ).run()
  }

  func text(_ name: String) throws -> String {
    try String(contentsOf: export.appending(path: name), encoding: .utf8)
  }

  /// The prices as a nightly run reads them, and the number of lines that it rejects.
  func prices(at now: Timestamp) throws -> (series: [PriceSeries], rejected: Int) {
    let read = try CatalogueReader(limits: IngestLimits(), now: now)
      .read(InputFolder(scanning: export), workers: Workers(threads: 1)).prices
    return (read.records, read.files.flatMap(\.rejected).count)
  }

  /// Publishes an empty night.
  func publish(_ day: Day) throws {
    let folder = workspace.folder.appending(path: "published")
    try FileManager.default.createDirectory(
      at: folder.appending(path: "\(day)"), withIntermediateDirectories: true)
    try FileManager.default.createSymbolicLink(
      atPath: folder.appending(path: "current").path, withDestinationPath: "\(day)")
  }
}
