import FindieDomain
import FindieSynthesis
import Foundation
import Testing

struct WorldBytesTests {
  @Test func `the same parameters make the same bytes`() throws {
    let once = try MemoryWorld(MemoryWorld.tinyParameters)
    let again = try MemoryWorld(MemoryWorld.tinyParameters)
    #expect(once.files == again.files)
  }

  @Test func `another seed makes other bytes`() throws {
    var other = MemoryWorld.tinyParameters
    other.seed += 1
    let files = try MemoryWorld(other).files
    let before = try MemoryWorld(MemoryWorld.tinyParameters).files
    #expect(files["users.ndjson"] != before["users.ndjson"])
    #expect(files["games.ndjson"] != before["games.ndjson"])
    #expect(files["interactions/2025-07-03.ndjson"] != before["interactions/2025-07-03.ndjson"])
  }

  @Test func `the bytes are these on every machine`() throws {
    // FNV-1a over the tiny world's files in the order of their names. Change it with the generator.
    let files = try MemoryWorld(MemoryWorld.tinyParameters).files
    var hash: UInt64 = 0xCBF2_9CE4_8422_2325
    for (path, bytes) in files.sorted(by: { $0.key < $1.key }) where path != "truth.json" {
      for byte in bytes { hash = (hash ^ UInt64(byte)) &* 0x0000_0100_0000_01B3 }
    }
    #expect(hash == 0x3C62_6D53_3EAE_708C)
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
    #expect(without.truth.totals.events == 0)
    for path in with.paths(in: "interactions") {
      #expect(without.files[path] == with.files[path])
    }
  }

  @Test func `broken and doubled lines are added and move no sound line`() throws {
    var parameters = MemoryWorld.tinyParameters
    parameters.badLineShare = 0.1
    parameters.duplicateShare = 0.1
    let spoilt = try MemoryWorld(parameters)
    let clean = try MemoryWorld(MemoryWorld.tinyParameters)
    var bad = 0
    var doubled = 0
    for path in clean.paths(in: "interactions") {
      var seen: Set<[UInt8]> = []
      var sound: [[UInt8]] = []
      for line in spoilt.lines(path) {
        if (try? JSONDecoder().decode(SwipeInteraction.self, from: Data(line))) == nil {
          bad += 1
        } else if !seen.insert(line).inserted {
          doubled += 1
        } else {
          sound.append(line)
        }
      }
      #expect(sound == clean.lines(path))
      #expect(spoilt.lines(path).count == spoilt.truth.lines[path])
    }
    #expect(bad == spoilt.truth.totals.badLines.values.reduce(0, +))
    #expect(doubled == spoilt.truth.totals.duplicates)
    #expect(bad > 0)
    #expect(doubled > 0)
  }

  @Test func `the truth on disk is the truth that is returned, and says that it is generated`()
    throws
  {
    let world = try MemoryWorld.common.get()
    let bytes = try #require(world.files["truth.json"])
    #expect(try JSONDecoder().decode(WorldTruth.self, from: Data(bytes)) == world.truth)
    #expect(String(decoding: bytes, as: UTF8.self).contains(#""generated" : true"#))
  }
}
