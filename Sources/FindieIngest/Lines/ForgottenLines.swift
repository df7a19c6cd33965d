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

  /// Whether a rejected line names such a player: between two double or two single quotes, without
  /// quotes as the value of a key such as `userId`, or as a field of CSV; plain or with escapes.
  ///
  /// The line may not be JSON, so it is not parsed: every piece that could be a text is checked.
  package mutating func isNamed(in line: ArraySlice<UInt8>) -> Bool {
    var line = line
    // A text may be JSON itself, whose texts may be too: their quotes are escaped once more.
    for _ in 0..<Self.mostLevels {
      if isNamed(inPiecesOf: line) { return true }
      let inner = line.contains(UInt8(ascii: "\\")) ? line.unescaped[...] : line
      guard inner.count < line.count else { return false }
      line = inner
    }
    return false
  }

  /// At this depth, a quote has two billion backslashes.
  private static let mostLevels = 32

  private mutating func isNamed(inPiecesOf line: ArraySlice<UInt8>) -> Bool {
    for quote in [UInt8(ascii: "\""), UInt8(ascii: "'")] where line.contains(quote) {
      // A broken line does not show which quotes are part of a text.
      for pieces in [line.pieces(between: quote), line.pieces(betweenUnescaped: quote)] {
        // In a bad CSV row, which is an array, a quotation mark may have joined fields and rows.
        let isJoined = ([line] + pieces).contains { $0.first == UInt8(ascii: "[") }
        if pieces.contains(where: { isForgotten($0, isJoined: isJoined) }) { return true }
      }
    }
    if line.unquotedPlayers.contains(where: { isForgotten($0) }) { return true }
    return line.first != UInt8(ascii: "{") && isForgotten(line, isJoined: true)
  }

  /// - Parameter isJoined: whether the text may consist of several CSV fields. A text of several
  ///   lines always may.
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
