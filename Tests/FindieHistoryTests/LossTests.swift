import FindieDomain
import FindieHistory
import FindieTestSupport
import Foundation
import Testing

/// Which events of an earlier history are lost, and which were removed.
struct LossTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func history(_ name: String = "history") -> History {
    History(folder: folder.url.appending(path: name))
  }

  private func events(_ name: String, days: Range<Int64>, user: String = "u1") -> InputFile {
    file(name, days.map { Event(id: "\(name)-\(user)-\($0)", time: at(day: $0), user: user) })
  }

  @Test func `a history that grows has lost nothing`() throws {
    try history().take([events("a", days: 0..<5)])
    let before = try history().ledger()
    try history().take([events("b", days: 3..<9)])
    #expect(try history().ledger().losses(since: before) == [])
    // The other way round, it lacks the events of the second file.
    let lost = try before.losses(since: history().ledger())
    #expect(lost.map(\.day.daysSinceEpoch) == [3, 4, 5, 6, 7, 8])
    #expect(lost.map(\.events) == Array(repeating: 1, count: 6))
  }

  @Test func `events that a corrected file no longer has are removed, not lost`() throws {
    try history().take([events("a", days: 0..<5), events("b", days: 0..<9)])
    let before = try history().ledger()
    try history().take([
      file("b", [Event(id: "b-u1-0", time: at(day: 0))], version: 2)
    ])
    let after = try history().ledger()
    #expect(after.losses(since: before) == [])
    #expect(after.removedEvents(since: before) == 8)
    // A new history that reads the corrected file did not remove anything.
    try history("new").take([file("b", [Event(id: "b-u1-0", time: at(day: 0))], version: 2)])
    #expect(try history("new").ledger().losses(since: before).reduce(0) { $0 + $1.events } == 13)
    #expect(try history("new").ledger().losses(since: after).reduce(0) { $0 + $1.events } == 5)
  }

  @Test func `events of forgotten players are removed, not lost`() throws {
    try history().take([
      events("a", days: 0..<5, user: "gone"), events("b", days: 2..<9),
    ])
    let before = try history().ledger()
    _ = try history().forget(workers: workers, who: "gone") { $0 == "gone" }
    #expect(try history().ledger().losses(since: before) == [])
    #expect(try history().ledger().removedEvents(since: before) == 5)
    #expect(try history("none").ledger().losses(since: before).reduce(0) { $0 + $1.events } == 12)
  }

  @Test func `a removal explains a fall once`() throws {
    try history().take([events("a", days: 0..<5), events("b", days: 0..<5)])
    let first = try history().ledger()
    try history().take([file("a", [], version: 2)])
    let second = try history().ledger()
    #expect(second.losses(since: first) == [])
    // A history without both files lost the events of the second one.
    try history("other").take([file("a", [], version: 2)])
    #expect(try history("other").ledger().losses(since: second).count == 5)
  }
}
