import FindieDomain
import FindieText

/// Writes the lines of interactions and analytics events.
struct EventLines {
  /// The fields that are the same on all lines of a game.
  private struct GameFields {
    var id: [UInt8] = []
    var developerId: [UInt8] = []
    /// The genres, the tags, and the end of the line.
    var end: [UInt8] = []

    init(_ game: Game) {
      id.append(json: game.id)
      developerId.append(json: game.developerId)
      var line = JSONLine()
      line.add("gameGenres", game.genres.map(\.rawValue))
      line.add("gameTags", game.tags)
      end = line.bytes.dropFirst() + [UInt8(ascii: "\n")]
    }
  }

  /// The fields that are the same on all lines of a session.
  private struct SessionFields {
    var userId = ""
    var sessionId = ""
    var preferences: [UInt8] = []
    var pseudonym = ""
    var device = ""
    var showsSurface = false
  }

  private static let versions = ["1.4.2", "1.5.0", "1.6.0", "1.6.1"]
  /// Nil for players whose country is not known.
  private static let countries = [
    "US", "US", "US", "US", "US", "US", "DE", "DE", "DE", "GB", "GB", "BR", "BR", "JP", "JP", "FR",
    "KR", "IN", "PL", nil,
  ]

  private let parameters: WorldParameters
  private let ids: GeneratedIds
  private let games: [GameFields]
  private let duplicates: Probability
  private var day = 0
  private var date = ""
  private var session = SessionFields()
  private var random: RandomStream
  /// Whether the day loses half of its interactions, and which.
  private var isLossy = false
  private var losses: RandomStream
  private var sessionCount = 0
  private var interactionCount = 0
  private var eventCount = 0
  private var interactions: [UInt8] = []
  private var events: [UInt8] = []

  init(_ catalogue: WorldCatalogue, _ ids: GeneratedIds) {
    parameters = catalogue.parameters
    self.ids = ids
    duplicates = Probability(parameters.duplicateShare)
    random = RandomStream(seed: parameters.seed, .duplicates)
    losses = RandomStream(seed: parameters.seed, .losses)
    games = catalogue.games.map(GameFields.init)
  }

  mutating func start(_ day: Int) {
    self.day = day
    date = parameters.firstDay.adding(days: day).description
    random = RandomStream(seed: parameters.seed, .duplicates, day)
    isLossy =
      parameters.null?.effects.contains(.missing) == true
      && parameters.firstDay.adding(days: day) == parameters.effectDay
    (sessionCount, interactionCount, eventCount) = (0, 0, 0)
  }

  func id(of player: Int) -> String { ids.name(.player, player) }

  /// Prepares the fields that all lines of a session share.
  mutating func startSession(of player: Player) {
    var id: [UInt8] = []
    ids.append(.session, day: day, sessionCount, to: &id)
    sessionCount += 1
    session.userId = ids.name(.player, player.number)
    session.sessionId = String(decoding: id, as: UTF8.self)
    var line = JSONLine()
    line.add("userGenrePreferences", player.favoriteGenres.map(\.rawValue))
    session.preferences = Array(line.bytes.dropFirst().dropLast())
    session.pseudonym = ids.pseudonym(of: player.number)
    // Versions are released at intervals of a quarter of the days; players update within three
    // weeks. All versions but the first write the surface.
    var random = RandomStream(seed: parameters.seed, .player, player.number, 4)
    let type = random.chance(Probability(0.82)) ? "iPhone" : "iPad"
    let count = Self.versions.count
    let release = max(0, (day - random.below(21)) * count / parameters.days)
    let version = Self.versions[min(release, count - 1)]
    session.device = #"","deviceType":"\#(type)","appVersion":"\#(version)""#
    var place = RandomStream(seed: parameters.seed, .player, player.number, 6)
    if let country = Self.countries[place.below(Self.countries.count)] {
      session.device += #","country":"\#(country)""#
    }
    session.showsSurface = release > 0
  }

  /// Appends one interaction.
  ///
  /// - Parameters:
  ///   - clock: in milliseconds since midnight.
  ///   - tenths: the view time, in tenths of a second.
  mutating func append(
    _ action: SwipeAction, _ card: Feed.Card, position: Int, at clock: Int, tenths: Int
  ) {
    let start = interactions.count
    interactions.append(#"{"id":""#)
    ids.append(.interaction, day: day, interactionCount, to: &interactions)
    interactionCount += 1
    interactions.append(#"","userId":""#)
    interactions.append(session.userId)
    interactions.append(#"","gameId":"#)
    interactions += games[card.game].id
    interactions.append(#","action":""#)
    interactions.append(action.rawValue)
    interactions.append(#"","timestamp":""#)
    interactions.append(date)
    interactions.append(clock: clock)
    interactions.append(#"","sessionId":""#)
    interactions.append(session.sessionId)
    interactions.append(#"","cardPosition":"#)
    interactions.append(position)
    interactions.append(#","viewDuration":"#)
    interactions.append(tenths / 10)
    interactions.append(".")
    interactions.append(tenths % 10)
    interactions.append(",")
    interactions += session.preferences
    interactions.append(",")
    interactions += games[card.game].end
    if duplicates.parts > 0 { duplicate(from: start) }
    if isLossy, losses.chance(Probability(0.5)) { interactions.removeSubrange(start...) }
  }

  /// Appends one analytics event; `shop` is for external clicks.
  mutating func append(
    _ type: EventType, _ card: Feed.Card, at clock: Int, shop: String? = nil
  ) {
    guard parameters.writesAnalytics else { return }
    events.append(#"{"eventId":""#)
    ids.append(.event, day: day, eventCount, to: &events)
    eventCount += 1
    events.append(#"","gameId":"#)
    events += games[card.game].id
    events.append(#","developerId":"#)
    events += games[card.game].developerId
    events.append(#","eventType":""#)
    events.append(type.rawValue)
    events.append(#"","timestamp":""#)
    events.append(date)
    events.append(clock: clock)
    events.append(#"","anonymousUserId":""#)
    events.append(session.pseudonym)
    events.append(#"","#)
    events += session.preferences
    events.append(#","sessionId":""#)
    events.append(session.sessionId)
    events.append(session.device)
    if let shop { events.append(#","shop":"\#(shop)""#) }
    if session.showsSurface { events.append(#","surface":"\#(card.surface.rawValue)""#) }
    events.append("}\n")
  }

  /// Passes the lines on once they reach the size of a piece.
  mutating func writeIfFull(to output: inout Output) throws {
    try output.writeIfFull(&interactions, to: "interactions/\(date).ndjson")
    try output.writeIfFull(&events, to: "analytics/\(date).ndjson")
  }

  /// Passes all lines on.
  mutating func write(to output: inout Output) throws {
    try output.write(&interactions, to: "interactions/\(date).ndjson")
    try output.write(&events, to: "analytics/\(date).ndjson")
  }

  /// Sometimes writes the line at `start` twice.
  private mutating func duplicate(from start: Int) {
    let isDuplicate = random.chance(duplicates)
    // The bytes of a seed include this second draw, which has no effect.
    _ = random.next()
    if isDuplicate { interactions.append(contentsOf: interactions[start...]) }
  }
}

extension [UInt8] {
  fileprivate mutating func append(_ text: String) { append(contentsOf: text.utf8) }

  /// `THH:MM:SS.mmmZ` of a count of milliseconds since midnight.
  fileprivate mutating func append(clock milliseconds: Int) {
    let seconds = milliseconds / 1000
    append("T")
    append(digits: 2, of: seconds / 3600)
    append(":")
    append(digits: 2, of: seconds / 60 % 60)
    append(":")
    append(digits: 2, of: seconds % 60)
    append(".")
    append(digits: 3, of: milliseconds % 1000)
    append("Z")
  }

  private mutating func append(digits count: Int, of number: Int) {
    if count > 1 { append(digits: count - 1, of: number / 10) }
    append(UInt8(truncatingIfNeeded: number % 10) + UInt8(ascii: "0"))
  }
}
