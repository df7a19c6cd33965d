import FindieDomain
import Foundation

/// Counts users and sessions with and without a crash, by the day on which the session began.
///
/// A crash is joined to its session by session id. Users come from the sessions, since the two
/// tables have different installation ids. Repeated rows count once.
struct CrashCounts {
  /// The number of days for which numbers are published.
  static let days = 28
  /// The number of versions, those with the most users, for which numbers are published, by day.
  static let versions = 5

  private let now: Timestamp
  /// The days that are counted.
  private let range: DayRange
  /// The days of the first and of the last row.
  private(set) var crashDays: DayRange?
  private(set) var sessionDays: DayRange?
  /// The time of the newest session.
  private(set) var newest: Timestamp?

  private var crashIds: Set<ExactText> = []
  private var crashedSessions: Set<ExactText> = []
  /// The sessions of the crashes of a day; nil for a crash without one.
  private var crashes: [Day: [ExactText?]] = [:]
  private var sessions: Set<ExactText> = []
  private var installations: [ExactText: Int] = [:]
  private var cells: [Day: [ExactText: Cell]] = [:]

  fileprivate struct Cell {
    var sessions = 0
    var crashedSessions = 0
    var users: Set<Int> = []
    var crashedUsers: Set<Int> = []
  }

  /// - Parameter now: later rows come from a wrong clock and do not count.
  init(now: Timestamp) {
    self.now = now
    range = DayRange(lastDays: Self.days, before: now.day)
  }

  /// Adds a row of Crashlytics. Add all of them before the first session.
  mutating func add(_ row: CrashRow) {
    guard row.time <= now else { return }
    crashDays = crashDays.including(row.time.day)
    guard row.isFatal, row.time.day >= range.first,
      crashIds.insert(ExactText(row.eventId)).inserted
    else { return }
    let session = row.sessionId.map { ExactText($0) }
    crashes[row.time.day, default: []].append(session)
    if let session { crashedSessions.insert(session) }
  }

  mutating func add(_ row: SessionRow) {
    guard row.time <= now else { return }
    let day = row.time.day
    sessionDays = sessionDays.including(day)
    newest = max(newest ?? row.time, row.time)
    let session = ExactText(row.sessionId)
    guard row.counts, range.contains(day), sessions.insert(session).inserted else { return }
    let installation = ExactText(row.installation)
    let user = installations[installation] ?? installations.count
    installations[installation] = user
    let isCrashed = crashedSessions.contains(session)
    for segment in ["", ExactText(row.version ?? CrashFreeMetric.unknownVersion)] {
      cells[day, default: [:]][segment, default: Cell()].add(user, isCrashed: isCrashed)
    }
  }

  /// The numbers for the days that both tables cover.
  ///
  /// The first and last day with a session are left out, since they may be incomplete. So are days
  /// before the first and after the last row of Crashlytics, since crashes may be missing.
  var metrics: [PartnerMetric] {
    range.days.flatMap { day -> [PartnerMetric] in
      guard let sessionDays, sessionDays.first < day, day < sessionDays.last,
        let crashDays, crashDays.contains(day), let cells = cells[day]
      else { return [] }
      let users = cells.mapValues(\.users.count)
      let versions = users.filter { !$0.key.text.isEmpty }.sorted {
        ($1.value, $0.key) < ($0.value, $1.key)
      }
      var segments = Set<ExactText>([""] + versions.prefix(Self.versions).map(\.key))
      if let version = CrashFreeMetric.newestVersion(of: users) { segments.insert(version) }
      return segments.sorted().flatMap { segment in
        cells[segment].map { metrics(of: $0, day, segment.text) } ?? []
      } + matched(on: day)
    }
  }

  private func metrics(of cell: Cell, _ day: Day, _ segment: String) -> [PartnerMetric] {
    CrashFreeMetric.allCases.map { metric in
      let (total, crashed) =
        switch metric {
        case .crashFreeUsers: (cell.users.count, cell.crashedUsers.count)
        case .crashFreeSessions: (cell.sessions, cell.crashedSessions)
        }
      return PartnerMetric(
        partner: CrashFreeMetric.partner, metric: metric.rawValue, day: day, segment: segment,
        value: Decimal(total - crashed), total: Decimal(total))
    }
  }

  /// The number of the day's crashes whose session is known; nothing for a day without crashes.
  private func matched(on day: Day) -> [PartnerMetric] {
    guard let crashes = crashes[day] else { return [] }
    let known = crashes.count { $0.map { sessions.contains($0) } ?? false }
    return [
      PartnerMetric(
        partner: CrashFreeMetric.partner, metric: "crashesWithSession", day: day,
        value: Decimal(known), total: Decimal(crashes.count))
    ]
  }
}

extension CrashCounts.Cell {
  fileprivate mutating func add(_ user: Int, isCrashed: Bool) {
    sessions += 1
    users.insert(user)
    guard isCrashed else { return }
    crashedSessions += 1
    crashedUsers.insert(user)
  }
}

extension DayRange? {
  fileprivate func including(_ day: Day) -> DayRange {
    map { DayRange(first: Swift.min($0.first, day), last: Swift.max($0.last, day)) }
      ?? DayRange(first: day, last: day)
  }
}
