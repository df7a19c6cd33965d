import FindieTestSupport
import Foundation
import Testing

/// The same night under the reference BLAS and LAPACK, which Debian keeps beside OpenBLAS.
///
/// Two libraries add in another order, so that sums differ in their last bits: by how much a list may
/// differ stands here.
struct OtherBLASTests {
  /// How far a score may be from the other library's, as a share of its list's largest: three times what
  /// was seen (2.9e-4 after five iterations at rank 16, in Float32). The factors differ by a tenth of
  /// that; the ranker's weights are learned from candidates, of which another may be the last by a tie.
  private static let rounding = 1e-3

  private static let folders = ["blas", "lapack"].map { "/usr/lib/x86_64-linux-gnu/\($0)" }

  /// Whether both libraries are there to be compared.
  static var areTwo: Bool {
    ["blas/libblas.so.3", "lapack/liblapack.so.3"].allSatisfy {
      FileManager.default.fileExists(atPath: "/usr/lib/x86_64-linux-gnu/\($0)")
    } && usual.hasPrefix("OpenBLAS")
  }

  /// What `findie doctor` says of the library that answers by itself.
  private static let usual: String = blas(environment: [:])

  private static let reference = ["LD_LIBRARY_PATH": folders.joined(separator: ":")]

  private static func blas(environment: [String: String]) -> String {
    do {
      let result = try Binary.run(
        ["doctor", "--json"], in: FileManager.default.temporaryDirectory, environment: environment)
      return try object(result.out)["blas"] as? String ?? ""
    } catch {
      return ""
    }
  }

  /// A list's games with their scores, by the list's id.
  private func lists(_ place: Place, _ name: String, by id: String) throws -> [String: [Entry]] {
    var lists: [String: [Entry]] = [:]
    for line in try place.list(name) {
      let games = try #require(line["games"] as? [[String: Any]])
      lists[try #require(line[id] as? String)] = try games.map {
        Entry(
          game: try #require($0["gameId"] as? String), score: try #require($0["score"] as? Double))
      }
    }
    return lists
  }

  private struct Entry {
    let game: String
    let score: Double
  }

  /// A generated world, and a night over it.
  private func night(environment: [String: String]) throws -> Place {
    let place = try Place()
    try place.folder.write("als: {rank: 16, iterations: 5}\n", to: "night.yaml")
    let generated = try place.findie([
      "generate", "--output", "world", "--players", "400", "--games", "150", "--developers", "30",
      "--days", "40", "--seed", "4",
    ])
    try #require(generated.status == 0, "\(generated.error)")
    let result = try Binary.run(
      SampleNight.arguments(input: "world"), in: place.folder.url, environment: environment)
    try #require(result.status == 0, "\(result.error)")
    return place
  }

  @Test(.enabled("the reference BLAS lies beside OpenBLAS") { areTwo })
  func `under the reference BLAS scores differ by rounding and lists by near ties`() throws {
    let (one, other) = (try night(environment: [:]), try night(environment: Self.reference))
    #expect(Self.blas(environment: Self.reference) != Self.usual)
    for (name, id) in [("recommendations", "userId"), ("similar", "gameId")] {
      let (mine, theirs) = (try lists(one, name, by: id), try lists(other, name, by: id))
      #expect(mine.keys.sorted() == theirs.keys.sorted())
      var (shared, top, worst) = (0, 0, 0.0)
      for (key, list) in mine {
        let second = theirs[key, default: []]
        #expect(list.count == second.count)
        let scores = Dictionary(uniqueKeysWithValues: second.map { ($0.game, $0.score) })
        let largest = list.map { abs($0.score) }.max() ?? 1
        for entry in list {
          guard let score = scores[entry.game] else { continue }
          worst = max(worst, abs(score - entry.score) / largest)
        }
        let first = Set(list.prefix(10).map(\.game))
        shared += first.intersection(second.prefix(10).map(\.game)).count
        top += first.count
        // A game that moves up does so past games whose scores are all but its own; but for
        // personal lists, in which what was listed before has a say in what comes next.
        guard name == "similar" else { continue }
        for (place, entry) in list.enumerated() where second[place].game != entry.game {
          #expect(
            abs(second[place].score - entry.score) <= Self.rounding * largest, "\(name) of \(key)")
        }
      }
      try #require(top > 0)
      #expect(
        worst <= Self.rounding, "\(name): the worst score differs by \(worst) of its list's largest"
      )
      #expect(Double(shared) / Double(top) >= 0.995, "\(name): overlap@10 \(shared) of \(top)")
    }
    // What is only counted has nothing to round.
    for name in ["trending.ndjson", "new-releases.ndjson", "announced.ndjson"] {
      #expect(
        try Data(contentsOf: one.current.appending(path: name))
          == Data(contentsOf: other.current.appending(path: name)))
    }
  }

  @Test(.enabled("the reference BLAS lies beside OpenBLAS") { areTwo })
  func `a night made again by another BLAS says so`() throws {
    let place = try night(environment: [:])
    let result = try Binary.run(
      ["reproduce", "--workspace", "workspace", "--reports", "reports"], in: place.folder.url,
      environment: Self.reference)
    #expect(result.out.contains("Changed version of BLAS: OpenBLAS"), "\(result.error)")
    #expect(result.out.contains("reference BLAS now"))
  }
}
