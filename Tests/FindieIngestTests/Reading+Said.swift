import FindieHistory

extension Reading {
  /// All that the events say but their ids, to compare two readings by.
  var said: [String] {
    (0..<events.count).map { row in
      let texts = events.collection.textColumns.map { events[$0].text(row) }
      let numbers = events.collection.numberColumns.map { "\(events[$0][row])" }
      return ["\(events.kinds[row])", "\(events.milliseconds[row])"].joined(separator: " ")
        + (texts + numbers).joined(separator: "|")
    }
  }
}
