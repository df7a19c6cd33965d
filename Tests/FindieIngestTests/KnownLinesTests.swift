import FindieDomain
import FindieHistory
import FindieIngest
import FindieTestSupport
import FindieWorkers
import Foundation
import Testing

/// Reads lines of which some are known with the records that they had.
struct KnownLinesTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func line(_ index: Int, _ name: String = "name") -> String {
    #"{"id":"u\#(index)","username":"\#(name)","favoriteGenres":["rpg"],"friendIds":["u1"]}"#
  }

  private func read(
    _ users: [String], known: PackedRecords<User>? = []
  ) throws -> CatalogueRecords<User> {
    try folder.write(users.joined(separator: "\n"), to: "users.ndjson")
    let lines = known.map {
      KnownLines($0, []) { line in
        LineHash(hash64(of: line, seed: 1), hash64(of: line, seed: 2))
      }
    }
    return try CatalogueReader(limits: IngestLimits(), known: lines).read(
      InputFolder(scanning: folder.url), workers: Workers(threads: 2), sliceBytes: 200
    ).users
  }

  @Test func `known lines give the same records and counts`() throws {
    let night = (0..<20).map { line($0) } + [line(3, "?"), "{", line(4)]
    let first = try read(night)
    // The lines with a warning, the bad one and the replaced one are not known.
    #expect(first.packed.places.count { $0.line != .none } == 19)
    var next = night
    next[7] = line(7, "other")
    next[9] = line(9).replacing("rpg", with: "unheard")
    next.remove(at: 12)
    next.append(line(21))
    let (parsed, known) = (try read(next, known: nil), try read(next, known: first.packed))
    #expect(parsed.packed == known.packed && parsed.records == known.records)
    #expect(parsed.counts == known.counts && parsed.warnings == known.warnings)
    #expect(parsed.unknownWords == known.unknownWords)
  }

  @Test func `a known line is not parsed`() throws {
    let first = try read([line(1)])
    var other = PackedRecords<User>()
    other.append(User(id: "u1", username: "known"), line: first.packed.places[0].line)
    #expect(try read([line(1)], known: other).records.map(\.username) == ["known"])
    #expect(try read([line(1)], known: other.withoutLines).records.map(\.username) == ["name"])
  }
}
