import FindieTestSupport
import Foundation
import Testing

/// The same night with the reference BLAS and LAPACK, which Debian has in addition to OpenBLAS.
///
/// The libraries add in different orders, so that sums differ in their last bits. These tests limit
/// how much lists may differ.
struct OtherBLASTests {
  /// The maximum difference of scores, relative to the largest score of the list: three times the
  /// observed one (2.9e-4 after five iterations at rank 16, in Float32). The factors differ by a
  /// tenth of that. The ranker's weights are learned from candidates, of which the last may differ
  /// by a tie.
  private static let rounding = 1e-3

  private static let folders = ["blas", "lapack"].map { "/usr/lib/x86_64-linux-gnu/\($0)" }

  /// Whether both libraries are installed.
  static var areTwo: Bool {
    ["blas/libblas.so.3", "lapack/liblapack.so.3"].allSatisfy {
      FileManager.default.fileExists(atPath: "/usr/lib/x86_64-linux-gnu/\($0)")
    } && usual.hasPrefix("OpenBLAS")
  }

  /// What `findie doctor` reports about the default library.
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
  private func lists(_ sandbox: Sandbox, _ name: String, by id: String) throws -> [String: [Entry]]
  {
    var lists: [String: [Entry]] = [:]
    for line in try sandbox.list(name) {
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

  /// Generated data, and a night over it.
  private func night(environment: [String: String]) throws -> Sandbox {
    let sandbox = try Sandbox()
    try sandbox.folder.write("tuning: off\nals: {rank: 16, iterations: 5}\n", to: "night.yaml")
    let generated = try sandbox.findie([
      "generate", "--output", "world", "--players", "400", "--games", "150", "--developers", "30",
      "--days", "40", "--seed", "4",
    ])
    try #require(generated.status == 0, "\(generated.error)")
    let result = try Binary.run(
      SampleNight.arguments(input: "world"), in: sandbox.folder.url, environment: environment)
    try #require(result.status == 0, "\(result.error)")
    return sandbox
  }

  @Test(.enabled("the reference BLAS lies beside OpenBLAS") { areTwo })
  func `with the reference BLAS, scores differ by rounding and lists by near ties`() throws {
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
        // A game moves up only past games with nearly equal scores, except in personal lists, where
        // the earlier entries influence the next one.
        guard name == "similar" else { continue }
        for (sandbox, entry) in list.enumerated() where second[sandbox].game != entry.game {
          #expect(
            abs(second[sandbox].score - entry.score) <= Self.rounding * largest, "\(name) of \(key)"
          )
        }
      }
      try #require(top > 0)
      #expect(
        worst <= Self.rounding, "\(name): the worst score differs by \(worst) of its list's largest"
      )
      #expect(Double(shared) / Double(top) >= 0.995, "\(name): overlap@10 \(shared) of \(top)")
    }
    // Counts have no rounding errors.
    for name in ["trending.ndjson", "popular.ndjson", "new-releases.ndjson", "announced.ndjson"] {
      #expect(
        try Data(contentsOf: one.current.appending(path: name))
          == Data(contentsOf: other.current.appending(path: name)))
    }
  }

  @Test(.enabled("the reference BLAS lies beside OpenBLAS") { areTwo })
  func `reproducing a night with another BLAS reports the BLAS`() throws {
    let sandbox = try night(environment: [:])
    let result = try Binary.run(
      ["reproduce", "--workspace", "workspace", "--reports", "reports"], in: sandbox.folder.url,
      environment: Self.reference)
    #expect(result.out.contains("Changed version of BLAS: OpenBLAS"), "\(result.error)")
    #expect(result.out.contains("reference BLAS now"))
  }
}
