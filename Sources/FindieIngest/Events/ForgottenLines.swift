package import FindieHistory

/// Identifies the lines of players who are to be forgotten.
package struct ForgottenLines: Sendable {
  private var ids: ForgottenIds
  private let player: Int

  package init(
    _ isForgotten: @escaping @Sendable (String) -> Bool,
    _ collection: EventCollection = .interactions
  ) {
    ids = ForgottenIds(isForgotten)
    guard let index = collection.textColumns.firstIndex(of: .userId) else {
      preconditionFailure("events of \(collection.rawValue) have no player")
    }
    player = index
  }

  mutating func areOfForgotten(_ batch: borrowing EventBatch, row: Int) -> Bool {
    ids.contains(batch.text(of: player, row))
  }

  /// Whether a rejected line has the id of such a player between two quotes.
  package mutating func isNamed(in line: ArraySlice<UInt8>) -> Bool {
    for piece in line.split(separator: UInt8(ascii: "\""), omittingEmptySubsequences: true) {
      if ids.contains(Array(piece).span) { return true }
    }
    return false
  }
}
