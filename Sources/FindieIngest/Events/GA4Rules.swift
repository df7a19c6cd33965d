import FindieDomain
import FindieHistory

/// A mapping in the form that the decoder uses for every line.
struct GA4Rules {
  /// The parameters that are read, each once: the keys of their table.
  let parameters: [String]
  /// The indices of the parameters that name the game, and of those that have the action.
  let games: [Int]
  let actions: [Int]
  /// The other fields that parameters fill, with the indices of their parameters.
  let texts: [(field: EventField, places: [Int])]
  private let actionCodes: AllowedTexts
  private let types: [EventType]
  private let eventCodes: AllowedTexts
  private let meanings: [GA4Mapping.Meaning]

  init(_ mapping: GA4Mapping) {
    let events = mapping.events.sorted { $0.key < $1.key }
    eventCodes = AllowedTexts(events.map(\.key))
    meanings = events.map(\.value)
    let named = mapping.actions.sorted { $0.key < $1.key }
    actionCodes = AllowedTexts(named.map(\.key))
    types = named.map(\.value)
    var names: [String] = []
    func places(of field: String) -> [Int] {
      (mapping.parameters[field] ?? []).map { name in
        if let index = names.firstIndex(of: name) { return index }
        names.append(name)
        return names.count - 1
      }
    }
    games = places(of: "gameId")
    actions = places(of: "action")
    let fields: [EventField] = [.sessionId, .developerId, .shop, .surface, .listId, .campaign]
    texts = fields.map { (field: $0, places: places(of: $0.name(in: .analytics))) }
      .filter { !$0.places.isEmpty }
    parameters = names
  }

  /// The meaning of an event's name; nil for one that is not mapped.
  func meaning(of name: Span<UInt8>) -> GA4Mapping.Meaning? {
    eventCodes.code(of: name).map { meanings[Int($0)] }
  }

  func type(ofAction text: Span<UInt8>) -> EventType? {
    actionCodes.code(of: text).map { types[Int($0)] }
  }
}

/// The names of the events of Google Analytics that were ignored, with their counts.
struct IgnoredEvents {
  private var names = Vocabulary()
  private var counts: [Int] = []
  private var others = 0
  /// A property has at most 500 names; a file of others should take no more memory.
  private static let limit = 1000

  mutating func add(_ name: Span<UInt8>) {
    if let code = names.existingCode(of: name) {
      counts[Int(code)] += 1
    } else if names.count < Self.limit, name.count <= 256 {
      _ = names.code(of: name)
      counts.append(1)
    } else {
      others += 1
    }
  }

  /// Returns the counts by `FileNote` and resets them.
  mutating func take(_ describe: (String) -> String) -> [String: Int] {
    defer { self = IgnoredEvents() }
    var notes: [String: Int] = [:]
    for (code, count) in counts.enumerated() {
      notes[FileNote.ignoredEvent(describe(names.text(UInt32(code)))), default: 0] += count
    }
    if others > 0 { notes[FileNote.ignoredEvent("others")] = others }
    return notes
  }
}
