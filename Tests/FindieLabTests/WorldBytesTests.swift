import FindieDomain
import FindieLab
import Foundation
import Testing

struct WorldBytesTests {
  @Test func `the same parameters give the same bytes`() throws {
    let once = try MemoryWorld(MemoryWorld.tinyParameters)
    let again = try MemoryWorld(MemoryWorld.tinyParameters)
    #expect(once.files == again.files)
  }

  @Test func `another seed gives other bytes`() throws {
    var other = MemoryWorld.tinyParameters
    other.seed += 1
    let files = try MemoryWorld(other).files
    let before = try MemoryWorld(MemoryWorld.tinyParameters).files
    #expect(files["users.ndjson"] != before["users.ndjson"])
    #expect(files["games.ndjson"] != before["games.ndjson"])
    #expect(files["interactions/2025-07-03.ndjson"] != before["interactions/2025-07-03.ndjson"])
  }

  @Test func `the bytes are these on every machine`() throws {
    // FNV-1a over the tiny world's files in the order of their names.
    let files = try MemoryWorld(MemoryWorld.tinyParameters).files
    var hash: UInt64 = 0xCBF2_9CE4_8422_2325
    for (path, bytes) in files.sorted(by: { $0.key < $1.key }) where path != "truth.json" {
      for byte in bytes { hash = (hash ^ UInt64(byte)) &* 0x0000_0100_0000_01B3 }
    }
    #expect(hash == 0x976A_3D81_508F_DA7B)
  }

  @Test func `the layout is one file a collection and one a day of events`() throws {
    let world = try MemoryWorld(MemoryWorld.tinyParameters)
    let days = world.truth.parameters.range.days
    let expected =
      ["games", "developers", "tags", "users", "wishlists"].map { $0 + ".ndjson" }
      + days.flatMap { ["interactions/\($0).ndjson", "analytics/\($0).ndjson"] } + ["truth.json"]
    #expect(Set(world.files.keys) == Set(expected))
  }

  @Test func `without analytics the interactions are the same`() throws {
    var parameters = MemoryWorld.tinyParameters
    parameters.writesAnalytics = false
    let without = try MemoryWorld(parameters)
    let with = try MemoryWorld(MemoryWorld.tinyParameters)
    #expect(without.paths(in: "analytics").isEmpty)
    for path in with.paths(in: "interactions") {
      #expect(without.files[path] == with.files[path])
    }
  }

  @Test func `duplicates follow their line and change no other`() throws {
    var parameters = MemoryWorld.tinyParameters
    parameters.duplicateShare = 0.1
    let world = try MemoryWorld(parameters)
    let without = try MemoryWorld(MemoryWorld.tinyParameters)
    var duplicates = 0
    for path in without.paths(in: "interactions") {
      var unique: [[UInt8]] = []
      for line in world.lines(path) where line != unique.last { unique.append(line) }
      #expect(unique == without.lines(path))
      duplicates += world.lines(path).count - unique.count
    }
    #expect(duplicates > 0)
  }

  @Test func `the truth counts the lines of every file`() throws {
    let world = try MemoryWorld.common.get()
    var counts = world.files.mapValues { $0.count { $0 == UInt8(ascii: "\n") } }
    counts["truth.json"] = nil
    #expect(world.truth.lines == counts)
  }

  @Test func `truth.json holds the returned truth and states that it is generated`()
    throws
  {
    let world = try MemoryWorld.common.get()
    let bytes = try #require(world.files["truth.json"])
    #expect(try JSONDecoder().decode(WorldTruth.self, from: Data(bytes)) == world.truth)
    #expect(String(decoding: bytes, as: UTF8.self).contains(#""generated" : true"#))
  }
}
