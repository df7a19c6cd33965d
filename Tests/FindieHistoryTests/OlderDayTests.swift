import FindieHistory
import FindieTestSupport
import Foundation
import Testing

/// Days that were written before analytics events had campaigns and countries.
struct OlderDayTests {
  private let folder: TemporaryFolder
  private let history: History

  init() throws {
    folder = try TemporaryFolder()
    history = History(folder: folder.url.appending(path: "history"))
  }

  /// Adds events of one day as the lines of a file.
  private func take(_ events: KeyValuePairs<String, String>, from path: String) throws
    -> History.Update
  {
    try history.withStaging([path]) { staging in
      let columns = EventCollection.analytics.textColumns
      var batch = EventBatch(.analytics)
      for (offset, event) in events.enumerated() {
        batch.begin(
          id: event.key.utf8.span, kind: 0, milliseconds: at(day: 100) + Int64(offset),
          offset: offset)
        for (index, column) in columns.enumerated() {
          let text =
            switch column {
            case .campaign: event.value
            case .country: ""
            default: column.rawValue
            }
          batch.set(text: text.utf8.span, of: index)
        }
      }
      var buffer = EventBuffer(.analytics, into: staging, limitInBytes: 1 << 20)
      try buffer.take(&batch, from: staging.file(path))
      try buffer.flush()
      var counts = LineCounts()
      counts.read = events.count
      let source = Ledger.Source(
        path: path, collection: .analytics, size: 1, modifiedNanoseconds: 1, contentHash: path,
        counts: counts)
      let update = try history.update(from: staging, [source], by: .threads(workers))
      try history.write(update)
      return update
    }
  }

  /// Removes the columns of some texts from the header of the only day, which becomes JSON.
  private func remove(_ names: [String]) throws {
    let days = history.folder.appending(path: "analytics")
    let name = try #require(
      try FileManager.default.contentsOfDirectory(atPath: days.path).first {
        $0.hasSuffix(".findie")
      })
    let url = days.appending(path: name)
    let old = try PartitionFile(url).checksum
    let all = try DayHead([UInt8](Data(contentsOf: url)))
    let others = all.columns.filter { column in
      !names.contains { column.name.hasPrefix($0 + ".") }
    }
    #expect(others.count == all.columns.count - 3 * names.count)
    var head = all
    head.columns = others
    let bytes = try head.bytesWithJSON()
    try FileManager.default.removeItem(at: url)
    try Data(bytes).write(to: url)
    let new = try PartitionFile(url).checksum
    try FileManager.default.moveItem(
      at: url, to: days.appending(path: name.replacing(old, with: new)))
    let ledger = history.folder.appending(path: "ledger.json")
    let text = try String(contentsOf: ledger, encoding: .utf8).replacing(old, with: new)
    // {"checksum":"9f86d081884c7d65","…
    let members = Array(text.utf8.dropFirst(13 + 16 + 2))
    let hash = String(hash64(of: members.span), radix: 16)
    let digits = String(repeating: "0", count: 16 - hash.count) + hash
    try Data(#"{"checksum":"\#(digits)","#.utf8 + members).write(to: ledger)
  }

  @Test(arguments: [["country"], ["campaign", "country"]])
  func `an older day lacks columns, and its events are still the same`(names: [String]) throws {
    _ = try take(["a": "", "b": ""], from: "x.ndjson")
    try remove(names)
    let older = try history.events(.analytics, workers: workers)
    #expect(older.count == 2)
    for day in try history.days() { try day.check() }
    let update = try take(["a": "", "b": "", "c": "spring"], from: "y.ndjson")
    #expect(update.ledger.conflicts == [])
    #expect(update.ledger.counts(of: .analytics).duplicate == 2)
    let events = try history.events(.analytics, workers: workers)
    #expect((0..<events.count).map { events[.campaign].text($0) } == ["", "", "spring"])
    #expect(events[.listId].text(0) == "listId")
    #expect(events[.country].text(0) == "")
  }

  @Test func `events that differ in their campaign only are a conflict`() throws {
    _ = try take(["a": "spring"], from: "x.ndjson")
    let update = try take(["a": "summer"], from: "y.ndjson")
    #expect(update.ledger.conflicts.count == 1)
  }

  @Test func `events of Google Analytics that differ are versions of one`() throws {
    let id = "ga4-0123456789abcdef0123456789abcdef"
    _ = try take([id: "spring"], from: "x.ndjson")
    let update = try take([id: "summer"], from: "y.ndjson")
    #expect(update.ledger.conflicts.isEmpty && update.conflicts == 0)
  }
}
