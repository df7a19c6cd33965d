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

  /// The name of an item's game in messages.
  static let itemId = "items.item_id"

  /// What Google writes if it does not know a country.
  private static let notSet = Array("(not set)".utf8)

  /// The event of one line of Google Analytics' export to BigQuery; without its game, if it has
  /// items.
  ///
  /// Nil if it is ignored: the contract does not map its name, or it has no game.
  func ga4Event() throws(LineFault) -> EventDocument? {
    guard collection == .analytics else {
      throw LineFault(
        .unsupportedShape, "an event of Google Analytics must be in an analytics file")
    }
    let name = parser.field(EventField.analyticsEventName, of: Table.line).text
    guard let meaning = ga4.meaning(of: name), meaning != .ignored else { return nil }
    try read(parser.root, into: .ga4)
    try readParameters()
    parser.clear(Table.document.rawValue)
    let hasItems = hasItemWithGame()
    if !hasItems, try !setGameOfParameters() { return nil }
    let type = if case .type(let type) = meaning { type } else { try ga4ActionType() }
    try setPlayer()
    let microseconds = try ga4Microseconds()
    let timestamp = try ga4Timestamp(microseconds)
    for (field, places) in ga4.texts { setFirst(of: places, as: field) }
    try set(.category, of: .device, as: .deviceType)
    try set(.version, of: .app, as: .appVersion)
    try set(.country, of: .geo, as: .country, except: Self.notSet)
    let identity = ga4Identity(of: name, meaning, at: microseconds)
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
    for place in ga4.games {
      set(parser.field(place, of: Table.ga4Parameters.rawValue), as: .game, in: slot(of: .game))
      if try isPresent(.game, ga4.parameters[place]) { return true }
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
    return try isPresent(.game, Self.itemId)
  }

  /// Sets the player: the app's id, else Google's pseudonym.
  private func setPlayer() throws(LineFault) {
    for key in [GA4Key.user, .pseudonym] {
      set(parser.field(key, of: Table.ga4), as: .user)
      if try isPresent(.user, key.name) { return }
    }
    throw LineFault(.missingField, GA4Key.user.name)
  }

  /// Whether an id that was set is present, and neither empty nor a word for "no value".
  ///
  /// - Throws: if it is not a valid text.
  private func isPresent(_ field: EventField, _ name: String) throws(LineFault) -> Bool {
    let value = parser.field(field, of: Table.document)
    guard value.kind != .absent else { return false }
    if let fault = parser.textFault(of: value, limit: limits.idBytes) {
      throw LineFault(fault, name)
    }
    return !value.text.isPlaceholder
  }

  /// The type that the parameter with the action says.
  private func ga4ActionType() throws(LineFault) -> EventType {
    let place = ga4ActionPlace
    let name = place.map { ga4.parameters[$0] } ?? "action"
    guard let place else { throw LineFault(.missingField, name) }
    let action = parser.field(place, of: Table.ga4Parameters.rawValue)
    guard action.kind != .absent else { throw LineFault(.missingField, name) }
    guard action.kind == .string else { throw LineFault(.wrongType, name) }
    guard let type = ga4.type(ofAction: action.text) else { throw LineFault(.unknownAction, name) }
    return type
  }

  /// The index of the first parameter for the action that the event has; of the first one if it has
  /// none.
  private var ga4ActionPlace: Int? {
    ga4.actions.first { parser.field($0, of: Table.ga4Parameters.rawValue).kind != .absent }
      ?? ga4.actions.first
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

  /// A hash of what distinguishes events except the game: player, name, microseconds, action, and
  /// position in the batch. Events that were sent together have one timestamp.
  ///
  /// Other parameters do not matter: the tables `events_intraday_` and `events_` of a day may
  /// differ in them, and so may an event that is exported again.
  private func ga4Identity(
    of name: Span<UInt8>, _ meaning: GA4Mapping.Meaning, at microseconds: Int64
  ) -> (UInt64, UInt64) {
    let action = meaning == .action ? ga4ActionPlace : nil
    func half(_ seed: UInt64) -> UInt64 {
      let user = parser.field(EventField.user, of: Table.document).text
      var hash = hash64(of: name, seed: hash64(of: user, seed: seed))
      hash = hash64(hash, adding: UInt64(bitPattern: microseconds))
      if let action {
        hash = hash64(of: parser.field(action, of: Table.ga4Parameters.rawValue).text, seed: hash)
      }
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
    return DerivedId.bytes(
      DerivedId.googleAnalytics,
      (hash64(of: game, seed: known.identity.0), hash64(of: game, seed: known.identity.1)))
  }

  // MARK: - Fields

  private func readParameters() throws(LineFault) {
    let parameters = parser.field(GA4Key.parameters, of: Table.ga4)
    guard parameters.kind == .absent || parameters.kind == .array else {
      throw LineFault(.wrongType, GA4Key.parameters.name)
    }
    if let index = parser.read(parameters: parameters, into: Table.ga4Parameters.rawValue) {
      throw LineFault(.duplicateKey, ga4.parameters[index])
    }
  }

  /// Sets a field of text from the first of some parameters that the event has.
  private func setFirst(of places: [Int], as field: EventField) {
    guard
      let place = places.first(where: {
        parser.field($0, of: Table.ga4Parameters.rawValue).kind != .absent
      })
    else { return }
    set(parser.field(place, of: Table.ga4Parameters.rawValue), as: field, in: slot(of: field))
  }

  /// The slot for a field of text; the parser uses only those of lists.
  private func slot(of field: EventField) -> Int {
    texts.firstIndex { $0.field == field } ?? JSONParser.slots - 1
  }

  /// Sets a field of text; a whole number becomes the text of its digits, stored in `slot`.
  private func set(_ value: ParsedValue, as field: EventField, in slot: Int) {
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
