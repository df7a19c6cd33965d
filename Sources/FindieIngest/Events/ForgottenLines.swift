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

  /// Whether a rejected line names such a player: between two double or two single quotes, plain or with
  /// escapes, or without quotes as the value of a key such as `userId`.
  ///
  /// The line may be no JSON, so it is not parsed: every piece that could be a text is looked at.
  package mutating func isNamed(in line: ArraySlice<UInt8>) -> Bool {
    // Of a bad row of CSV, which is an array, a quotation mark may have joined fields and rows.
    let isJoined = line.first == UInt8(ascii: "[")
    for quote in [UInt8(ascii: "\""), UInt8(ascii: "'")] where line.contains(quote) {
      // In a broken line it is not known which quotes are part of a text.
      for pieces in [line.pieces(between: quote), line.pieces(betweenUnescaped: quote)] {
        if pieces.contains(where: { isForgotten($0, isJoined: isJoined) }) { return true }
      }
    }
    return line.unquotedPlayers.contains { isForgotten($0) }
  }

  /// - Parameter isJoined: whether the text may be several fields of CSV. A text of several lines
  ///   always may.
  private mutating func isForgotten(_ text: ArraySlice<UInt8>, isJoined: Bool = false) -> Bool {
    if ids.contains(Array(text).span) { return true }
    let isEscaped = text.contains(UInt8(ascii: "\\"))
    guard isEscaped || isJoined else { return false }
    let text = isEscaped ? text.unescaped : Array(text)
    if isEscaped, ids.contains(text.span) { return true }
    guard isJoined || text.contains(0x0A) else { return false }
    return text.split { ",;\t\r\n\"".utf8.contains($0) }.contains { ids.contains(Array($0).span) }
  }
}
