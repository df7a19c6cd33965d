import FindieWorkspace
import FindieDomain
import FindieText
import Foundation

extension Catalogue {
  /// The game with this id or title.
  ///
  /// - Parameter place: what is searched, for the message of the error.
  /// - Throws: `NotFound`, `CommandFailure`.
  func game(_ name: String, in place: String) throws -> Game {
    try RecordSearch(kind: "game", nameKind: "title", records: games, id: \.id, name: \.title)
      .record(name, in: place)
  }

  /// The studio with this id or name.
  ///
  /// - Throws: `NotFound`, `CommandFailure`.
  func developer(_ name: String, in place: String) throws -> Developer {
    try RecordSearch(
      kind: "developer", nameKind: "name", records: developers, id: \.id, name: \.studioName
    ).record(name, in: place)
  }

  /// ", did you mean …?" if a player has a similar id.
  func suggestion(forPlayer id: String) -> String {
    NearestName.suggestion(for: id, among: packedUsers.map(\.id))
  }
}

extension NotFound {
  /// When a player without actions gets a list.
  static let newPlayer =
    "A new player gets a list from the next night on, once users, interactions or wishlists have "
    + "the id: of favourite genres, or of popular games."

  /// The error for a player who is not known to a night.
  init(player id: String, of catalogue: Catalogue, on night: Day) {
    let suggestion = catalogue.suggestion(forPlayer: id)
    self.init(
      "The night of \(night) has no list for the player '\(id)'"
        + (suggestion.isEmpty
          ? ". \(Self.newPlayer) `findie recommend --since FILE` computes one now from the "
            + "interactions in a file."
          : suggestion))
  }
}

/// Finds a record by what a person types: its id, its name, or a part of its name that starts at a
/// word. Case, accents and punctuation in names are ignored.
private struct RecordSearch<Record> {
  let kind: String
  /// What the name is called: title or name.
  let nameKind: String
  let records: [Record]
  let id: KeyPath<Record, String>
  let name: KeyPath<Record, String>

  private static var maximumShown: Int { 5 }

  func record(_ query: String, in place: String) throws -> Record {
    if let record = records.first(where: { $0[keyPath: id].hasSameBytes(as: query) }) {
      return record
    }
    let folded = Self.folded(query)
    let names = records.map { Self.folded($0[keyPath: name]) }
    func matches(_ isMatch: (String) -> Bool) -> [Record] {
      zip(records, names).filter { isMatch($1) }.map { $0.0 }
    }
    var found = folded.isEmpty ? [] : matches { $0 == folded }
    if found.isEmpty, !folded.isEmpty {
      found =
        matches { $0.hasPrefix(folded) }
        + matches { !$0.hasPrefix(folded) && $0.contains(" \(folded)") }
    }
    if found.count == 1 { return found[0] }
    let start = "\(place) has"
    guard found.isEmpty else {
      let more = found.count - Self.maximumShown
      throw CommandFailure(
        usage: "\(start) \(found.count) \(kind)s like '\(query)': "
          + found.prefix(Self.maximumShown).map(shown).joined(separator: ", ")
          + (more > 0 ? " and \(more) more" : "") + ". Name one by its id.")
    }
    throw NotFound(
      "\(start) no \(kind) '\(query)'"
        + (suggestion(folded, names) ?? ". Check the \(nameKind) or id."))
  }

  private func suggestion(_ query: String, _ names: [String]) -> String? {
    let ids = records.map { $0[keyPath: id] }
    guard let nearest = NearestName.nearest(to: query, among: ids + names),
      let index = ids.firstIndex(of: nearest) ?? names.firstIndex(of: nearest)
    else { return nil }
    return ", did you mean \(shown(records[index]))?"
  }

  private func shown(_ record: Record) -> String {
    "\(DisplayText.shortened(record[keyPath: name])) (\(record[keyPath: id]))"
  }

  /// The words in lower case, without accents, apostrophes and punctuation; a text without letters
  /// and digits keeps its punctuation.
  private static func folded(_ text: String) -> String {
    let text = text.folding(options: [.caseInsensitive, .diacriticInsensitive], locale: nil)
    let words = text.filter { $0 != "'" && $0 != "’" }
      .split { !$0.isLetter && !$0.isNumber }
    return words.isEmpty
      ? text.trimmingCharacters(in: .whitespaces) : words.joined(separator: " ")
  }
}
