package import FindieDomain
package import FindieHistory

/// Counts the active players and the sessions of one record by day, some days at a time.
///
/// ```swift
/// var count = PresenceCount(.interactions, night: night)
/// count.finish(with: try history.eachDays(.interactions, before: night, …) { count.add($0) })
/// ```
package struct PresenceCount: Sendable {
  /// The text columns that `add` reads.
  package static let texts: [TextColumn] = [.userId, .sessionId]
  /// The text columns that `addShared` reads.
  package static let textsOfShared: [TextColumn] = [.userId, .gameId, .sessionId]

  let collection: EventCollection
  let night: Day
  private(set) var presence = Presence()
  /// The day on which each player was last seen.
  private var lastSeen: [Int32] = []
  private var eventsOfPlayers: [Int] = []
  /// By session: its last entry in `presence.sessions`, the code of its id, and its events.
  private var lastHeard: [Int] = []
  private var idOfSession: [UInt32] = []
  private var eventsOfSession: [Int] = []
  /// By entry of `presence.sessions`: the first and the last instant of the day.
  private var spans: [(first: Int64, last: Int64)] = []
  /// The first player of each session id, the number of their session, and whether the id has other
  /// players who use the same session.
  private var owners: [UInt32] = []
  private var numbers: [UInt32] = []
  private var isShared: [Bool] = []
  /// The numbers of the sessions of an id's other players, by id and player.
  private var others: [UInt64: UInt32] = [:]
  private var eventsWithSession = 0
  private var shared: [Sighting] = []
  private var games = Vocabulary()
  private var sessions = Vocabulary()

  /// An event of a session with several players, in the record's codes.
  private struct Sighting: Sendable {
    let game: UInt32
    let day: Int32
    let player: UInt32
    let session: UInt32
  }

  /// The maximum share of events in shared sessions. Above it the ids do not identify sessions (an
  /// app may send the same id for everyone), and none is used.
  private static let believedShare = 1.0 / 16

  /// - Parameter night: the as-of day; events on it or later are left out.
  package init(_ collection: EventCollection, night: Day) {
    self.collection = collection
    self.night = night
  }

  /// Counts a whole record at once.
  package init(of events: EventTable, night: Day) {
    self.init(events.collection, night: night)
    add(events)
    addShared(events)
    finish(with: events)
  }

  var source: EventSource { EventSource(collection) }

  /// Known after `finish`.
  package var doubtfulIds: [DoubtfulId] { presence.doubtfulIds }

  /// Whether the events have to be read again, with `addShared`.
  package var hasSharedSessions: Bool { isShared.contains(true) }

  /// Counts the events of some days.
  ///
  /// - Precondition: the days are later than those before, and codes have the same meaning.
  package mutating func add(_ events: EventTable) {
    let (players, sessions) = (events[.userId], events[.sessionId])
    // An empty session id means that there is none.
    let missing = sessions.vocabulary.existingCode(of: "")
    lastSeen.grow(to: players.vocabulary.count, with: .min)
    eventsOfPlayers.grow(to: players.vocabulary.count, with: 0)
    owners.grow(to: sessions.vocabulary.count, with: .max)
    numbers.grow(to: sessions.vocabulary.count, with: .max)
    isShared.grow(to: sessions.vocabulary.count, with: false)
    for (day, row) in rows(of: events) {
      if presence.days.last != day {
        presence.days.append(day)
        presence.playerStarts.append(presence.players.count)
        presence.sessionStarts.append(presence.sessions.count)
      }
      let player = players.codes[row]
      if lastSeen[Int(player)] != day {
        lastSeen[Int(player)] = day
        presence.players.append(player)
        presence.playerStarts[presence.days.count] = presence.players.count
      }
      eventsOfPlayers[Int(player)] += 1
      guard sessions.codes[row] != missing else { continue }
      let session = number(of: sessions, row, player)
      let instant = events.milliseconds[row]
      if lastHeard[session] < presence.sessionStarts[presence.days.count - 1] {
        lastHeard[session] = presence.sessions.count
        presence.sessions.append(UInt32(session))
        presence.sessionStarts[presence.days.count] = presence.sessions.count
        spans.append((instant, instant))
      }
      let span = spans[lastHeard[session]]
      spans[lastHeard[session]] = (min(span.first, instant), max(span.last, instant))
      eventsOfSession[session] += 1
      eventsWithSession += 1
    }
  }

  /// The number of the session at a row. A session belongs to one player: ids need not be unique,
  /// such as those of Google Analytics, which are the second in which a session began.
  private mutating func number(
    of sessions: CodedText, _ row: Int, _ player: UInt32
  ) -> Int {
    let code = Int(sessions.codes[row])
    if owners[code] == .max {
      owners[code] = player
      numbers[code] = newNumber(of: code)
    }
    guard owners[code] != player else { return Int(numbers[code]) }
    let key = UInt64(code) << 32 | UInt64(player)
    if let number = others[key] { return Int(number) }
    let number = newNumber(of: code)
    others[key] = number
    // Two players may have the same second or number by chance.
    if !sessions.text(row).utf8.allSatisfy({ (0x30...0x39).contains($0) }) {
      isShared[code] = true
    }
    return Int(number)
  }

  private mutating func newNumber(of code: Int) -> UInt32 {
    lastHeard.append(-1)
    idOfSession.append(UInt32(code))
    eventsOfSession.append(0)
    return UInt32(lastHeard.count - 1)
  }

  /// The rows before the as-of day, in the order of their days.
  private mutating func rows(of events: EventTable) -> [(day: Int32, row: Int)] {
    let end = night.start.milliseconds
    var ordered: [(day: Int32, row: Int)] = []
    ordered.reserveCapacity(events.count)
    var ascends = true
    for row in 0..<events.count where events.milliseconds[row] < end {
      let instant = Timestamp(milliseconds: events.milliseconds[row])
      presence.newest = max(presence.newest ?? instant, instant)
      let day = instant.day.daysSinceEpoch
      if let last = ordered.last, last.day > day { ascends = false }
      ordered.append((day, row))
    }
    if !ascends { ordered.sort { ($0.day, $0.row) < ($1.day, $1.row) } }
    return ordered
  }

  /// Records the events of shared sessions on some days, after all days were counted.
  package mutating func addShared(_ events: EventTable) {
    guard hasSharedSessions else { return }
    let most = Int(Self.believedShare * Double(eventsWithSession))
    let (sessions, players, games) = (events[.sessionId], events[.userId], events[.gameId])
    let end = night.start.milliseconds
    for row in 0..<events.count where shared.count <= most && events.milliseconds[row] < end {
      guard isShared[Int(sessions.codes[row])] else { continue }
      shared.append(
        Sighting(
          game: games.codes[row], day: events.day(row).daysSinceEpoch,
          player: players.codes[row], session: sessions.codes[row]))
    }
    if shared.count > most {
      shared = []
      isShared = []
    }
  }

  /// Takes the names from a table with the counted codes.
  package mutating func finish(with names: EventTable) {
    presence.playerIds = names[.userId].vocabulary
    let isLong = presence.setSessions(of: idOfSession.count, spans)
    presence.doubtfulIds = doubtfulIds(isLong, names)
    (lastSeen, lastHeard, owners, numbers, others) = ([], [], [], [], [:])
    (eventsOfPlayers, idOfSession, eventsOfSession, spans) = ([], [], [], [])
    guard !shared.isEmpty else { return }
    games = names[.gameId].vocabulary
    sessions = names[.sessionId].vocabulary
  }

  /// The ids that probably do not identify a player or a session.
  ///
  /// - Parameter isLong: by session, whether it is longer than a day.
  private func doubtfulIds(_ isLong: [Bool], _ names: EventTable) -> [DoubtfulId] {
    var (ofIds, inLong) = ([Int](repeating: 0, count: owners.count), owners.map { _ in 0 })
    for (session, code) in idOfSession.enumerated() {
      ofIds[Int(code)] += eventsOfSession[session]
      if isLong[session] { inLong[Int(code)] += eventsOfSession[session] }
    }
    let players = DoubtfulId.frequent(eventsOfPlayers)
    let sessions = DoubtfulId.frequent(ofIds)
    // A warning about an id suffices.
    for (code, _) in sessions { inLong[code] = 0 }
    func doubt(
      _ why: DoubtfulId.Why, _ column: TextColumn, _ code: Int, _ events: [Int]
    ) -> DoubtfulId {
      DoubtfulId(
        collection: collection, why: why, id: names[column].vocabulary.text(UInt32(code)),
        events: events[code], total: events.reduce(0, +))
    }
    var doubts = players.map { doubt(.player(next: $0.next), .userId, $0.code, eventsOfPlayers) }
    doubts += sessions.map { doubt(.session(next: $0.next), .sessionId, $0.code, ofIds) }
    let long = inLong.reduce(0, +)
    if DoubtfulId.areMany(long, of: eventsWithSession),
      let code = inLong.indices.max(by: { inLong[$0] < inLong[$1] })
    {
      doubts.append(doubt(.longSessions(events: long), .sessionId, code, ofIds))
    }
    return doubts
  }

  /// The shared sessions, by game, day and player.
  ///
  /// - Parameter indices: the games' indices by id.
  func sharedSessions(_ indices: [ExactText: Int]) -> [SharedSession] {
    var all = shared.compactMap { sighting in
      indices[ExactText(games.text(sighting.game))].map { game in
        SharedSession(
          game: Int32(game), day: sighting.day,
          player: PlayerDay.player(sighting.player, of: source), session: sighting.session)
      }
    }
    all.sort { left, right in
      guard left.key == right.key else { return left.key < right.key }
      guard left.session != right.session else { return false }
      return precedesByBytes(sessions.text(left.session), sessions.text(right.session))
    }
    var distinct: [SharedSession] = []
    for session in all where distinct.last?.key ?? (-1, 0, 0) != session.key {
      distinct.append(session)
    }
    return distinct
  }
}

extension Array {
  fileprivate mutating func grow(to count: Int, with element: Element) {
    if self.count < count { append(contentsOf: repeatElement(element, count: count - self.count)) }
  }
}

/// A player-day of a session with events of several players.
///
/// Sessions normally belong to one player, so these are rare: several accounts on one device, or a
/// script.
struct SharedSession: Hashable, Sendable {
  /// The game's index.
  let game: Int32
  let day: Int32
  /// The player, as `PlayerDay.player` encodes it.
  let player: UInt64
  /// The session's code; if a player-day has several sessions, the first by its text.
  let session: UInt32

  /// The sort key; there is one element per key.
  var key: (Int32, Int32, UInt64) { (game, day, player) }
}
