import FindieDomain
import FindieHistory
import FindieTestSupport
import Testing

struct PartitionTests {
  private let day = Day(daysSinceEpoch: 100)
  private let table = EventTable(
    [
      Event(id: "a", time: at(day: 100, hour: 1), seconds: 1.5),
      Event(id: "b", time: at(day: 100, hour: 2), user: "ミ", action: .viewDetails),
      Event(id: "", time: at(day: 100, hour: 2), user: "", game: "g2", action: .skip),
    ].sorted { ($0.time, $0.id) < ($1.time, $1.id) }, from: "interactions/x.ndjson")

  @Test func `what is written is read back`() throws {
    let bytes = Partition.bytes(of: table, day: day)
    #expect(try Partition.events(in: bytes).rows == table.rows)
    let summary = try Partition.summary(of: bytes)
    #expect(summary.day == day)
    #expect(summary.rows == 3)
  }

  @Test func `a day without events is read back`() throws {
    let bytes = Partition.bytes(of: EventTable(.analytics), day: day)
    let events = try Partition.events(in: bytes)
    #expect(events.count == 0)
    #expect(events.collection == .analytics)
  }

  @Test func `a flipped bit is found or changes nothing that is read`() throws {
    let bytes = Partition.bytes(of: table, day: day)
    for place in bytes.indices {
      for bit in 0..<8 {
        var damaged = bytes
        damaged[place] ^= 1 << UInt8(bit)
        do {
          let events = try Partition.events(in: damaged)
          #expect(events.rows == table.rows, "bit \(bit) of byte \(place)")
        } catch {
          #expect(!"\(error)".isEmpty)
        }
      }
    }
  }

  @Test func `a file cut short anywhere is found`() throws {
    let bytes = Partition.bytes(of: table, day: day)
    // Behind the last column stand at most seven bytes of padding.
    for end in 0..<bytes.count - 7 {
      #expect(throws: Partition.Damage.self, "cut at \(end)") {
        try Partition.events(in: Array(bytes[..<end]))
      }
    }
  }

  @Test func `a newer format is named`() {
    var bytes = Partition.bytes(of: table, day: day)
    bytes[7] = 9
    #expect(throws: Partition.Damage.newerFormat(9)) { try Partition.events(in: bytes) }
  }
}
