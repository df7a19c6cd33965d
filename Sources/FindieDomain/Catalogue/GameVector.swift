import Foundation

/// A game's or a player's vector by a model of the operator's own, such as one of texts or images.
/// A catalogue has those of games only.
package struct GameVector: Identifiable, Hashable, Sendable {
  /// The id of the game, or `playerPrefix` and that of the player.
  package let id: String
  package var vector: ModelVector

  package init(gameId: String, _ vector: [Float]) {
    id = gameId
    self.vector = ModelVector(vector)
  }

  /// No id has a control character.
  package static let playerPrefix = "\u{1}"

  /// The maximum number of a vector's elements.
  package static let maximumLength = 4096
}

extension GameVector: CatalogueRecord {
  package static let fields: [CatalogueField<GameVector>] = [
    // A document has it instead of an id.
    .init("gameId", { $0.id }, { _, _ in }, as: .id),
    .init("vector", { $0.vector }, { $0.vector = $1 }, .present),
  ]

  package init(defaultsOf id: String) { self.init(gameId: id, []) }

  /// Of two vectors of a game, the later one counts.
  package var lastChanged: Timestamp? { nil }
}

/// The elements of a vector. Packed records and the store have them as text: the Base64 of their
/// bytes, the lowest byte of each element first.
package struct ModelVector: Hashable, Sendable {
  package let elements: [Float]

  package init(_ elements: [Float]) { self.elements = elements }
}

extension ModelVector: FieldConvertible {
  package static var fieldType: CatalogueFieldType { .vector }

  package var fieldValue: FieldValue {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(4 * elements.count)
    for element in elements {
      let bits = element.bitPattern
      for shift in stride(from: UInt32(0), to: 32, by: 8) {
        bytes.append(UInt8(truncatingIfNeeded: bits >> shift))
      }
    }
    return .text(Data(bytes).base64EncodedString())
  }

  package init?(fieldValue: FieldValue) {
    guard case .text(let text) = fieldValue, let data = Data(base64Encoded: text),
      data.count % 4 == 0
    else { return nil }
    let bytes = [UInt8](data)
    elements = (0..<bytes.count / 4).map { index in
      Float(
        bitPattern: (0..<4).reduce(0) { $0 | UInt32(bytes[4 * index + $1]) << (8 * UInt32($1)) })
    }
  }
}

extension PackedRecord<GameVector> {
  /// The id of the player; nil for a game's vector.
  package var userId: String? {
    id.hasPrefix(GameVector.playerPrefix) ? String(id.dropFirst()) : nil
  }
}

extension PackedRecords<GameVector> {
  package var ofGames: PackedRecords<GameVector> { selecting { $0.userId == nil } }
  package var ofPlayers: PackedRecords<GameVector> { selecting { $0.userId != nil } }

  /// The number of elements of most vectors, the larger one in a tie; nil without vectors.
  package var commonLength: Int? {
    var counts: [Int: Int] = [:]
    for record in self { counts[record.length, default: 0] += 1 }
    return counts.max { ($0.value, $0.key) < ($1.value, $1.key) }?.key
  }
}

extension PackedRecord<GameVector> {
  /// The number of elements.
  package var length: Int {
    // Four characters have three bytes, with less than four bytes of padding.
    guard case .text(let text) = fields.value(2) else { return 0 }
    return text.count * 3 / 16
  }
}
