import FindieDomain
import FindieHistory

extension EventDecoder {
  /// The keys of an event of Google Analytics.
  enum GA4Key: Int, CaseIterable {
    case timestamp, parameters, user, pseudonym, items, device, app, geo
    /// The event's position in the batch that the client sent.
    case bundle, page, ordering, index

    var name: String {
      switch self {
      case .timestamp: "event_timestamp"
      case .parameters: "event_params"
      case .user: "user_id"
      case .pseudonym: "user_pseudo_id"
      case .items: "items"
      case .device: "device"
      case .app: "app_info"
      case .geo: "geo"
      case .bundle: "event_bundle_sequence_id"
      case .page: "batch_page_id"
      case .ordering: "batch_ordering_id"
      case .index: "batch_event_index"
      }
    }
  }

  /// The parameters of an event that are read.
  enum GA4Parameter: Int, CaseIterable {
    case item, game, action, session

    var name: String {
      switch self {
      case .item: "item_id"
      case .game: "game_id"
      case .action: "action"
      case .session: "ga_session_id"
      }
    }
  }

  /// The keys of its nested objects: of an item, the device, the app and the place.
  enum GA4ObjectKey: Int, CaseIterable {
    case item, category, version, country

    var name: String {
      switch self {
      case .item: "item_id"
      case .category: "category"
      case .version: "version"
      case .country: "country"
      }
    }
  }

  /// What Google writes if it does not know a country.
  private static let notSet = Array("(not set)".utf8)

  /// The names of the events that are used (source document 000, "Firebase Analytics") and their
  /// types; nil if the parameter `action` gives the type.
  private static let ga4Types: [(name: [UInt8], type: EventType?)] = [
    (Array("view_item".utf8), .gameView), (Array("like_game".utf8), .gameLike),
    (Array("add_to_wishlist".utf8), .gameWishlist), (Array("share".utf8), .gameShare),
    (Array("swipe_action".utf8), nil),
  ]

  private static let ga4Actions: [(name: [UInt8], type: EventType)] = [
    (Array("like".utf8), .gameLike), (Array("superLike".utf8), .gameLike),
    (Array("dislike".utf8), .gameDislike), (Array("wishlist".utf8), .gameWishlist),
    (Array("share".utf8), .gameShare), (Array("viewDetails".utf8), .gameClick),
    (Array("skip".utf8), .gameView),
  ]

  /// Slots of the parser that are not used for lists.
  private static let parametersSlot = JSONParser.slots - 1
  private static let gameSlot = JSONParser.slots - 2
  private static let sessionSlot = JSONParser.slots - 3

  /// The event of one line of Google Analytics' export to BigQuery; without its game, if it has
  /// items.
  ///
  /// Nil if it is ignored: its name is unknown, or it has no game.
  func ga4Event() throws(LineFault) -> EventDocument? {
    guard collection == .analytics else {
      throw LineFault(
        .unsupportedShape, "an event of Google Analytics must be in an analytics file")
    }
    let name = parser.field(EventField.analyticsEventName, of: Table.line).text
    guard let taken = Self.ga4Types.first(where: { name.isEqual(to: $0.name) })
    else { return nil }
    try read(parser.root, into: .ga4)
    try readParameters()
    parser.clear(Table.document.rawValue)
    let hasItems = hasItemWithGame()
    if !hasItems, try !setGameOfParameters() { return nil }
    let type = if let type = taken.type { type } else { try ga4SwipeType() }
    try setPlayer()
    let microseconds = try ga4Microseconds()
    let timestamp = try ga4Timestamp(microseconds)
    set(
      parser.field(GA4Parameter.session, of: Table.ga4Parameters), as: .sessionId,
      Self.sessionSlot)
    try set(.category, of: .device, as: .deviceType)
    try set(.version, of: .app, as: .appVersion)
    try set(.country, of: .geo, as: .country, except: Self.notSet)
    let identity = ga4Identity(name, microseconds)
    if hasItems { parser.begin(parser.field(GA4Key.items, of: Table.ga4)) }
    return EventDocument(
      .ga4, in: .document,
      known: .init(kind: type.code, timestamp: timestamp, identity: identity), hasItems: hasItems)
  }

  // MARK: - Game, player, type, time

  /// Whether an item names a game. Then each item is an event, and the parameters do not name the
  /// game.
  private func hasItemWithGame() -> Bool {
    parser.begin(parser.field(GA4Key.items, of: Table.ga4))
    while let item = parser.nextElement() {
      _ = parser.read(item, into: Table.ga4Object.rawValue)
      if !parser.field(GA4ObjectKey.item, of: Table.ga4Object).text.isEmpty { return true }
    }
    return false
  }

  /// Sets the game that the parameters name; false if they name none.
  ///
  /// - Throws: also if no game is named, but an item has an id of another type.
  private func setGameOfParameters() throws(LineFault) -> Bool {
    for key in [GA4Parameter.item, .game] {
      set(parser.field(key, of: Table.ga4Parameters), as: .game, Self.gameSlot)
      if try isPresent(.game, key.name) { return true }
    }
    parser.begin(parser.field(GA4Key.items, of: Table.ga4))
    while !parser.isAtEnd {
      if try setGameOfNextItem() { return true }
    }
    return false
  }

  /// Sets the game of the next item of the array being read; false if the item has none.
  func setGameOfNextItem() throws(LineFault) -> Bool {
    guard let item = parser.nextElement(), item.kind == .object else { return false }
    try read(item, into: .ga4Object)
    set(parser.field(GA4ObjectKey.item, of: Table.ga4Object), as: .game)
    return try isPresent(.game, "items." + GA4ObjectKey.item.name)
  }

  /// Sets the player: the app's id, else Google's pseudonym.
  private func setPlayer() throws(LineFault) {
    for key in [GA4Key.user, .pseudonym] {
      set(parser.field(key, of: Table.ga4), as: .user)
      if try isPresent(.user, key.name) { return }
    }
    throw LineFault(.missingField, GA4Key.user.name)
  }

  /// Whether an id that was set is present and not empty.
  ///
  /// - Throws: if it is not a valid text.
  private func isPresent(_ field: EventField, _ name: String) throws(LineFault) -> Bool {
    let value = parser.field(field, of: Table.document)
    guard value.kind != .absent else { return false }
    if let fault = parser.textFault(of: value, limit: limits.idBytes) {
      throw LineFault(fault.reason, name)
    }
    return !value.text.isEmpty
  }

  private func ga4SwipeType() throws(LineFault) -> EventType {
    let action = parser.field(GA4Parameter.action, of: Table.ga4Parameters)
    guard action.kind != .absent else { throw LineFault(.missingField, "action") }
    guard action.kind == .string else { throw LineFault(.wrongType, "action") }
    let text = action.text
    guard let taken = Self.ga4Actions.first(where: { text.isEqual(to: $0.name) })
    else { throw LineFault(.unknownAction, "action") }
    return taken.type
  }

  private func ga4Microseconds() throws(LineFault) -> Int64 {
    let value = parser.field(GA4Key.timestamp, of: Table.ga4)
    let name = GA4Key.timestamp.name
    guard value.kind != .absent else { throw LineFault(.missingField, name) }
    guard let microseconds = value.spelledNumber.integer else {
      throw LineFault(.badTimestamp, name)
    }
    return microseconds
  }

  private func ga4Timestamp(_ microseconds: Int64) throws(LineFault) -> Timestamp {
    let name = GA4Key.timestamp.name
    // Rounded down, also before 1970.
    let (quotient, remainder) = microseconds.quotientAndRemainder(dividingBy: 1000)
    guard let timestamp = Timestamp(epochMilliseconds: remainder < 0 ? quotient - 1 : quotient)
    else { throw LineFault(.badTimestamp, name) }
    guard timestamp <= latest else { throw LineFault(.fromTheFuture, name) }
    return timestamp
  }

  /// A hash of everything that distinguishes events except the game: player, name, microseconds,
  /// parameters and position in the batch. Events that were sent together have one timestamp.
  ///
  /// Fields that Google changes afterwards, such as the traffic source, and the event's line do not
  /// matter: an event that is exported again has the same hash.
  private func ga4Identity(_ name: Span<UInt8>, _ microseconds: Int64) -> (UInt64, UInt64) {
    parser.store(
      parameters: parser.field(GA4Key.parameters, of: Table.ga4), in: Self.parametersSlot)
    func half(_ seed: UInt64) -> UInt64 {
      let user = parser.field(EventField.user, of: Table.document).text
      var hash = hash64(of: name, seed: hash64(of: user, seed: seed))
      hash = hash64(hash, adding: UInt64(bitPattern: microseconds))
      hash = hash64(of: parser.joined(Self.parametersSlot).text, seed: hash)
      for key in [GA4Key.bundle, .page, .ordering, .index] {
        let place = parser.field(key, of: Table.ga4).spelledNumber.integer
        hash = hash64(hash, adding: UInt64(bitPattern: place ?? .min))
      }
      return hash
    }
    return (half(0), half(1))
  }

  /// The id of an event, `ga4-` and 32 hexadecimal digits: Google's events have none, so it is a
  /// hash of what identifies them.
  func ga4Id(_ known: EventDocument.Known) -> InlineArray<36, UInt8> {
    let game = parser.field(EventField.game, of: Table.document).text
    return derivedId(
      "ga4",
      (hash64(of: game, seed: known.identity.0), hash64(of: game, seed: known.identity.1)))
  }

  // MARK: - Fields

  private func readParameters() throws(LineFault) {
    let parameters = parser.field(GA4Key.parameters, of: Table.ga4)
    guard parameters.kind == .absent || parameters.kind == .array else {
      throw LineFault(.wrongType, GA4Key.parameters.name)
    }
    if let index = parser.read(parameters: parameters, into: Table.ga4Parameters.rawValue) {
      throw LineFault(.duplicateKey, Table.ga4Parameters.keys(in: collection)[index])
    }
  }

  /// Sets a field of text; a whole number becomes the text of its digits, stored in `slot`.
  private func set(_ value: ParsedValue, as field: EventField, _ slot: Int) {
    guard let integer = value.integer else { return set(value, as: field) }
    parser.store("\(integer)".utf8.span, in: slot)
    set(parser.joined(slot), as: field)
  }

  /// Sets a field from a nested object of the event, if there is one.
  ///
  /// - Parameter absent: a text that says that there is no value.
  private func set(
    _ inner: GA4ObjectKey, of outer: GA4Key, as field: EventField, except absent: [UInt8] = []
  ) throws(LineFault) {
    let object = parser.field(outer, of: Table.ga4)
    guard object.kind == .object else { return }
    try read(object, into: .ga4Object)
    let value = parser.field(inner, of: Table.ga4Object)
    if absent.isEmpty || !value.text.isEqual(to: absent) { set(value, as: field) }
  }
}
