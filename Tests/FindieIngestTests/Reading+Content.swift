import FindieHistory

extension Reading {
  /// The content of the events without their ids, to compare two readings.
  var content: [String] {
    (0..<events.count).map { row in
      let texts = events.collection.textColumns.map { events[$0].text(row) }
      let numbers = events.collection.numberColumns.map { "\(events[$0][row])" }
      return ["\(events.kinds[row])", "\(events.milliseconds[row])"].joined(separator: " ")
        + (texts + numbers).joined(separator: "|")
    }
  }
}
