import FindieAnalytics
import FindieWorkspace
import FindieDomain
import FindieRanking
import FindieHistory
import FindieNight
import FindieCommands
import FindieReports
import FindieTestSupport
import FindieWorkers
import Foundation

/// Nights of a workspace: players ask to be forgotten, old files are corrected, and
/// events arrive late. The days are those of New York.
struct ForgettingWorld {
  /// A swipe or, without an action, a view.
  struct Line: Hashable {
    let id: String
    let player: Int
    let game: Int
    let action: SwipeAction?
    let hour: Int

    /// The measure of a swipe. A like is told from a super-like, and so on.
    var measure: Measure? {
      switch action {
      case .like: .likes
      case .superLike: .superLikes
      case .dislike: .dislikes
      case .skip: .skips
      case .wishlist: .wishlistAdds
      case .share: .shares
      case .viewDetails: .detailOpens
      case .neutral, nil: nil
      }
    }

    /// New York is five hours behind UTC in winter: the world's first days are in January.
    func day(_ zone: TimeZone) -> String {
      let instant = Date(timeIntervalSince1970: Double(ForgettingWorld.epoch + hour * 3600))
      let offset = Double(zone.secondsFromGMT(for: instant))
      return String(instant.addingTimeInterval(offset).ISO8601Format().prefix(10))
    }

    fileprivate var text: String {
      let time = "\"timestamp\":\(ForgettingWorld.epoch + hour * 3600)"
      guard let action else {
        return #"{"eventId":"\#(id)","anonymousUserId":"\#(ForgettingWorld.code(player))","#
          + #""gameId":"g\#(game)","eventType":"gameView","deviceType":"\#(player % 3)",\#(time)}"#
      }
      return #"{"id":"\#(id)","userId":"player\#(player)","gameId":"g\#(game)","#
        + #""action":"\#(action)","cardPosition":\#(hour % 30),"viewDuration":\#(1 + hour % 9),\#(time)}"#
    }
  }

  /// What one night published, and what changed the input before it.
  struct Night {
    /// The numbers of all studios' reports by name.
    let published: [String: Double]
    /// The same if the numbers of forgotten players' events were not kept.
    let withoutTotals: [String: Double]
    /// The swipes of the players who asked to be forgotten before this night, as the last night had
    /// them.
    let forgotten: [Line]
    /// The lines of other players that are gone, and those that are new.
    let removed: [Line]
    let added: [Line]
    let isCorrected: Bool
  }

  /// 2026-01-01T00:00:00Z
  static let epoch = 1_767_225_600
  static let nights = Tier.isCampaign ? 60 : 20
  static let daysBefore = 60
  static let zone = "America/New_York"
  private static let key = "a key of the tests, no secret"

  private(set) var requests = 0
  private(set) var corrections = 0
  private(set) var nightsSeen: [Night] = []
  /// The current lines of each file.
  private var files: [String: [Line]] = [:]
  /// The lines in the history.
  private var stored: Set<Line> = []
  private var gone: Set<Int> = []
  private var random = SeededGenerator(seed: 36)
  private var number = 0
  let folder: TemporaryFolder
  let workspace: Workspace
  let parameters: NightParameters

  fileprivate static func code(_ player: Int) -> String { "a\(player)" }

  init() throws {
    folder = try TemporaryFolder()
    workspace = Workspace(
      folder.url.appending(path: "workspace"), reports: folder.url.appending(path: "reports"))
    var parameters = NightParameters()
    parameters.reports.timeZone = Self.zone
    self.parameters = parameters
    for day in 0..<Self.daysBefore { fill(day) }
    for night in 0..<Self.nights { try run(night) }
  }

  /// Adds the file of a day.
  private mutating func fill(_ day: Int) {
    for _ in 0..<28 {
      let game = Int.random(in: 0..<6, using: &random)
      let player = Int.random(in: 0..<600, using: &random)
      let hour = day * 24 + Int.random(in: 0..<24, using: &random)
      number += 1
      files["interactions/\(day).ndjson", default: []].append(
        Line(
          id: "e\(number)", player: player, game: game,
          action: Self.actions.randomElement(using: &random), hour: hour))
      guard game % 2 == 0, day % 3 > 0 else { continue }
      files["analytics/\(day).ndjson", default: []].append(
        Line(id: "v\(number)", player: player, game: game, action: nil, hour: hour))
    }
  }

  private mutating func run(_ number: Int) throws {
    fill(Self.daysBefore + number)
    let asked = try number == 0 ? [] : forget(in: number)
    let isCorrected = number % 4 == 1
    if isCorrected { try correct(before: Self.daysBefore + number) }
    let input = folder.url.appending(path: "input")
    for (path, lines) in files {
      let text = lines.map { $0.text + "\n" }.joined()
      let url = input.appending(path: path)
      if FileManager.default.fileExists(atPath: url.path),
        try String(contentsOf: url, encoding: .utf8) == text
      {
        continue
      }
      try folder.write(text, to: "input/" + path)
    }
    let current = Set(files.values.joined().filter { !gone.contains($0.player) })
    let forgotten = stored.filter { asked.contains($0.player) && $0.action != nil }
    let others = stored.filter { !gone.contains($0.player) }
    stored = current

    let today = Day(daysSinceEpoch: Int32(Self.epoch / 86_400 + Self.daysBefore + number + 1))
    let night = FindieNight.Night(
      workspace: workspace, input: .folder(input), parameters: parameters,
      workers: Workers(threads: 1),
      clock: RunClock(now: Timestamp(milliseconds: today.start.milliseconds + 3_600_000)))
    var keyed = night
    keyed.key = Self.key
    _ = try Ingestion(keyed, RunControl(observer: Nobody(), elapsedSeconds: { 0 }))
    let events = try workspace.daysByGame.update(
      of: workspace.history, before: today, workers: night.workers
    ).events
    var bare = events
    bare.forgotten = ForgottenEvents()
    nightsSeen.append(
      Night(
        published: try published(events, today), withoutTotals: try published(bare, today),
        forgotten: Array(forgotten), removed: Array(others.subtracting(current)),
        added: Array(current.subtracting(others)), isCorrected: isCorrected))
  }

  private struct Nobody: RunObserver {
    func report(_ event: RunEvent) {}
  }

  /// Stores requests of players with events: one or several before each night, 200 before sixty.
  private mutating func forget(in night: Int) throws -> Set<Int> {
    let count = night == 1 ? 7 : [1, 6, 3][night % 3]
    let candidates = Set(stored.map(\.player)).subtracting(gone).sorted()
    let asked = candidates.shuffled(using: &random).prefix(count)
    _ = try Forgetting(workspace).request(
      for: asked.map { Forgetting.Player(userId: "player\($0)", analyticsId: Self.code($0)) },
      isDeferred: night % 5 == 0, key: Self.key, now: Timestamp(milliseconds: 0))
    gone.formUnion(asked)
    requests += asked.count
    return Set(asked)
  }

  /// Changes three lines of an old file, and adds one. Lines of forgotten players are still there.
  private mutating func correct(before day: Int) throws {
    let path = "interactions/\(day - Int.random(in: 3..<50, using: &random)).ndjson"
    guard var lines = files[path], let first = lines.first(where: { !gone.contains($0.player) })
    else { return }
    for index in 0..<3 {
      let old = lines[index]
      lines[index] = Line(
        id: old.id, player: old.player, game: old.game,
        action: Self.actions.randomElement(using: &random), hour: old.hour)
    }
    number += 1
    lines.append(
      Line(
        id: "e\(number)", player: first.player, game: first.game, action: .like, hour: first.hour))
    files[path] = lines
    corrections += 1
  }

  /// Those with a measure.
  private static let actions = SwipeAction.allCases.filter { $0 != .neutral }

  /// The numbers in the documents of all studios.
  private func published(_ events: EventsByGame, _ night: Day) throws -> [String: Double] {
    let games = (0..<6).map { Game(id: "g\($0)", title: "Game \($0)", developerId: "d\($0 / 2)") }
    let workers = Workers(threads: 1)
    let buckets = PositionEffects.firstPositions
    let effects = PositionEffects(EventTable(.interactions))
    var setting = StudioSetting(parameters.reports, effects, until: night)
    setting.positions = PositionTable(
      firstPositions: buckets, effects: buckets.indices.map { 1 - 0.05 * Double($0) },
      unavailableReason: nil)
    let counting = StudioCounting(
      events, games: games, night: night, setting: setting, workers: workers)
    let activity = try Activity(
      of: workspace.history, events, games: games, before: night, workers: workers
    ).adding(counting.forgotten)
    let reports = NightReports(
      of: Catalogue(
        games: games,
        developers: (0..<3).map { Developer(id: "d\($0)", studioName: "Studio \($0)") }),
      activity, counting)
    var numbers: [String: Double] = [:]
    for studio in reports.studios.all.indices {
      for file in reports.studios.files(of: studio) where file.path.hasSuffix(".json") {
        let document = try JSONSerialization.jsonObject(with: Data(file.bytes))
        ReportNumbers(document as? [String: Any] ?? [:], "d\(studio)").add(to: &numbers)
      }
    }
    return numbers
  }
}

/// The numbers of a studio's `report.json`, named by what they count, so that they compare with
/// other nights'.
private struct ReportNumbers {
  private let report: [String: Any]
  private let studio: String

  init(_ report: [String: Any], _ studio: String) {
    (self.report, self.studio) = (report, studio)
  }

  func add(to numbers: inout [String: Double]) {
    for period in report["periods"] as? [[String: Any]] ?? [] {
      let name = period["name"] as? String ?? ""
      walk(period["studio"] as Any, "\(studio)|\(name)", &numbers)
      for game in period["games"] as? [[String: Any]] ?? [] {
        walk(game, "\(game["gameId"] as? String ?? "")|\(name)", &numbers)
      }
    }
    for week in report["weeks"] as? [[String: Any]] ?? [] {
      walk(week, "\(studio)|week \(week["name"] as? String ?? "")", &numbers)
    }
    for game in report["games"] as? [[String: Any]] ?? [] {
      walk(game["allTime"] as Any, "\(game["gameId"] as? String ?? "")|ever", &numbers)
    }
    let listed = report["gameDays"] as? [String: Any] ?? [:]
    let range = listed["range"] as? [String: Any] ?? [:]
    guard let from = range["from"] as? String, let first = Day(from) else { return }
    for game in listed["games"] as? [[String: Any]] ?? [] {
      let id = game["gameId"] as? String ?? ""
      for (measure, counts) in game {
        for (index, count) in (counts as? [Any] ?? []).enumerated() {
          let name = "\(id)|day \(first.adding(days: index))|\(measure)"
          numbers[name] = (count as? NSNumber)?.doubleValue
        }
      }
    }
  }

  private func walk(_ value: Any, _ name: String, _ numbers: inout [String: Double]) {
    if let members = value as? [String: Any] {
      for (key, member) in members { walk(member, "\(name)|\(key)", &numbers) }
    } else if let number = value as? NSNumber {
      numbers[name] = number.doubleValue
    }
  }
}
