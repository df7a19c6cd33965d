import FindieDomain

/// Writes the lines of interactions and analytics events of one day.
struct EventLines {
  /// The parts of a line that stay the same through a session.
  struct Session {
    fileprivate var afterId: [UInt8] = []
    fileprivate var afterClock: [UInt8] = []
    fileprivate var afterDuration: [UInt8] = []
    fileprivate var eventEnd: [UInt8] = []
    fileprivate var showsSurface = false
  }

  /// The lines not yet handed on.
  var interactions: [UInt8] = []
  var events: [UInt8] = []

  private let ids: IdMaker
  private let day: Int
  private let beforeClock: [UInt8]
  private var interactionCount = 0
  private var eventCount = 0

  private static let start = Array(#"{"id":""#.utf8)
  private static let eventStart = Array(#"{"eventId":""#.utf8)
  private static let eventGame = Array(#"","gameId":""#.utf8)
  private static let position = Array(#","viewDuration":"#.utf8)
  private static let shop = Array(#","shop":""#.utf8)
  private static let surface = Array(#","surface":""#.utf8)
  private static let actions = SwipeAction.allCases.map {
    Array(#"","action":"\#($0.rawValue)"#.utf8)
  }
  private static let types = EventType.allCases.map {
    Array(#"","eventType":"\#($0.rawValue)"#.utf8)
  }

  init(_ parameters: WorldParameters, ids: IdMaker, day: Int) {
    self.ids = ids
    self.day = day
    beforeClock = Array(#"","timestamp":"\#(parameters.firstDay.adding(days: day))T"#.utf8)
  }

  /// Prepares what all lines of the `ordinal`th session of the day share.
  func session(
    _ ordinal: Int, of player: Int, preferring genres: [Genre], device: Device
  ) -> Session {
    var id: [UInt8] = []
    ids.append(.session, day: day, ordinal, to: &id)
    var preferences = Array(#""userGenrePreferences":"#.utf8)
    preferences.appendJSON(genres.lazy.map(\.rawValue))

    var session = Session()
    session.afterId = Array(#"","userId":""#.utf8) + ids.named(.player, player)
    session.afterId.append(#"","gameId":""#)
    session.afterClock = Array(#"Z","sessionId":""#.utf8) + id
    session.afterClock.append(#"","cardPosition":"#)
    session.afterDuration = Array(",".utf8) + preferences
    session.afterDuration.append(",")

    session.eventEnd = Array(#"Z","anonymousUserId":""#.utf8)
    ids.appendPseudonym(of: player, to: &session.eventEnd)
    session.eventEnd.append("\",")
    session.eventEnd.append(contentsOf: preferences)
    session.eventEnd.append(#","sessionId":""#)
    session.eventEnd.append(contentsOf: id)
    session.eventEnd.append(#"","deviceType":"\#(device.type)","appVersion":"\#(device.version)""#)
    session.showsSurface = device.writesSurface
    return session
  }

  /// Appends one interaction.
  ///
  /// - Parameters:
  ///   - clock: milliseconds since midnight.
  ///   - tenths: the view's duration in tenths of a second.
  mutating func append(
    _ action: SwipeAction, of game: Int, on shelf: Shelf, in session: Session, position: Int,
    clock: Int, tenths: Int
  ) {
    interactions.append(contentsOf: EventLines.start)
    ids.append(.interaction, day: day, interactionCount, to: &interactions)
    interactionCount += 1
    interactions.append(contentsOf: session.afterId)
    interactions.append(contentsOf: shelf.ids[game])
    interactions.append(contentsOf: EventLines.actions[Int(action.code)])
    interactions.append(contentsOf: beforeClock)
    interactions.append(clock: clock)
    interactions.append(contentsOf: session.afterClock)
    interactions.append(decimal: position)
    interactions.append(contentsOf: EventLines.position)
    interactions.append(tenths: tenths)
    interactions.append(contentsOf: session.afterDuration)
    interactions.append(contentsOf: shelf.tails[game])
  }

  /// Appends one analytics event; `shop` for external clicks.
  mutating func append(
    _ type: EventType, of game: Int, on shelf: Shelf, in session: Session, clock: Int,
    surface: Surface, shop: Shop? = nil
  ) {
    events.append(contentsOf: EventLines.eventStart)
    ids.append(.event, day: day, eventCount, to: &events)
    eventCount += 1
    events.append(contentsOf: EventLines.eventGame)
    events.append(contentsOf: shelf.ids[game])
    events.append(contentsOf: shelf.makers[game])
    events.append(contentsOf: EventLines.types[Int(type.code)])
    events.append(contentsOf: beforeClock)
    events.append(clock: clock)
    events.append(contentsOf: session.eventEnd)
    if let shop {
      events.append(contentsOf: EventLines.shop)
      events.append(shop.rawValue)
      events.append(UInt8(ascii: "\""))
    }
    if session.showsSurface {
      events.append(contentsOf: EventLines.surface)
      events.append(surface.rawValue)
      events.append(UInt8(ascii: "\""))
    }
    events.append(UInt8(ascii: "}"))
    events.append(UInt8(ascii: "\n"))
  }
}
