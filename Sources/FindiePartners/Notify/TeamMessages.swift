import FindieDomain
import FindieStore
import FindieWorkspace

/// Registers the week's invite to Plur, and posts the night's digest through The Algorithm. Each is
/// done at most once.
///
/// A partner's failure is recorded and stops nothing.
struct TeamMessages {
  private let workspace: Workspace
  private let folder: NotifyFolder
  private let settings: NotificationSettings
  private let clock: TransportClock
  private let day: Day

  private static let releaseDays = 7
  /// More than are shown, since cleaning can empty a title.
  private static let trendingGames = 10

  /// - Parameter day: the published night's day.
  init(
    _ workspace: Workspace, _ day: Day, _ settings: NotificationSettings, _ clock: TransportClock
  ) {
    self.day = day
    self.workspace = workspace
    folder = NotifyFolder(workspace)
    self.settings = settings
    self.clock = clock
  }

  /// - Throws: `StoreFailure`, `SyncStopped`, `FileFailure`.
  func run(through services: NotifyServices, _ record: inout NotifyRecord) throws {
    if services.channels.contains(.plur), let group = settings.plur {
      try register(group, through: services.plur, &record)
    }
    if services.channels.contains(.algorithm) { try post(through: services.algorithm, &record) }
  }

  // MARK: - Plur

  private func subject(_ group: PlurGroup) -> String { "\(day.isoWeek) \(group.id)" }

  private func register(
    _ group: PlurGroup, through plur: PlurInvites?, _ record: inout NotifyRecord
  ) throws {
    let subject = subject(group)
    var posts = try PostLog(file: folder.invites)
    var isNew = false
    defer {
      record.invite = .init(
        subject: subject, state: posts.line(about: subject)?.state, isNew: isNew)
      record.uncertainInvites = posts.uncertain
    }
    guard let plur, posts.isOpen(subject), !record.isNightTooOld else { return }
    isNew = true
    let outcome = try posts.attempt(subject, now: clock.now) {
      do {
        return .sent(try plur.create(for: group, isRepeatable: false).link)
      } catch let failure as PartnerFailure {
        return failure.mayHaveArrived ? .uncertain(failure) : .notSent(failure)
      }
    }
    record.note(outcome, .plur)
  }

  // MARK: - The Algorithm

  private func post(through algorithm: Algorithm?, _ record: inout NotifyRecord) throws {
    let subject = day.description
    var posts = try PostLog(file: folder.digests)
    var text: String?
    var isNew = false
    defer {
      let line = posts.line(about: subject)
      record.digest = .init(
        subject: subject, state: line?.state, isNew: isNew, tweetId: line?.result, text: text)
      record.uncertainDigests = posts.uncertain
    }
    guard posts.isOpen(subject), !record.isNightTooOld, let digest = try digest() else {
      return
    }
    guard let algorithm else {
      text = digest.text
      return
    }
    do {
      try algorithm.checkToken()
      try algorithm.checkHealth()
    } catch let failure where failure is PartnerFailure || failure is LocalFailure {
      return record.note(.notSent(failure), .algorithm)
    }
    isNew = true
    let outcome = try posts.attempt(subject, now: clock.now) { try algorithm.post(digest.text) }
    record.note(outcome, .algorithm)
  }

  private func digest() throws -> DigestPost? {
    let store = try PublishedStore(at: workspace.publishedStore(day))
    let trending = try store.fetchTrendingGames(limit: Self.trendingGames)
    let releases = try store.newReleases().count {
      day.days(since: $0.releaseDate) <= Self.releaseDays
    }
    let invite = try settings.plur.flatMap {
      try PostLog(file: folder.invites).line(about: subject($0))?.result
    }
    return DigestPost(
      titles: trending.filter(\.isActive).map(\.title), releases: releases, invite: invite)
  }
}

extension NotifyRecord {
  fileprivate mutating func note(_ outcome: PostLog.Outcome, _ channel: NotifyChannel) {
    switch outcome {
    case .sent: break
    case .notSent(let failure), .uncertain(let failure):
      channelFailures.append(
        .init(channel: channel, kind: FailureKind(of: failure), message: "\(failure)"))
    }
  }
}
