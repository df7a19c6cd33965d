import FindieTestSupport
import Foundation
import Testing

/// A folder with input, workspace and reports, for nights that take a moment.
struct Sandbox: Sendable {
  let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
    try folder.write("tuning: off\nals: {rank: 4, iterations: 2}\n", to: "night.yaml")
    try FileManager.default.createDirectory(at: input, withIntermediateDirectories: true)
  }

  var input: URL { folder.url.appending(path: "input") }
  var workspace: URL { folder.url.appending(path: "workspace") }
  var current: URL { workspace.appending(path: "published/current") }

  var arguments: [String] { SampleNight.arguments(input: "input") }

  func findie(_ arguments: [String], input: URL? = nil) throws -> Binary.Result {
    try Binary.run(arguments, in: folder.url, input: input)
  }

  func night(_ more: String...) throws -> Binary.Result {
    try findie(arguments + more)
  }

  /// A night that must succeed; returns the outcome of each stage. It may be a copy: see `Runs`.
  @discardableResult
  func runNight(_ more: String...) throws -> [String: String] {
    try runNight(more)
  }

  @discardableResult
  func runNight(_ more: [String], isNext: Bool = false) throws -> [String: String] {
    let result = try Binary.run(arguments + more + ["--json"], in: folder.url, isNext: isNext)
    try #require(result.status == 0, "\(result.error)")
    let stages = try #require(object(result.out)["stages"] as? [[String: Any]])
    return Dictionary(
      stages.compactMap { stage in
        guard let name = stage["stage"] as? String, let outcome = stage["outcome"] as? String
        else { return nil }
        return (name, outcome)
      }, uniquingKeysWith: { _, last in last })
  }

  /// Writes records as lines of a file in the input folder, each time with another modification
  /// time.
  func put(_ records: [[String: Any]], in name: String) throws {
    let lines = try records.map {
      String(
        decoding: try JSONSerialization.data(withJSONObject: $0, options: .sortedKeys),
        as: UTF8.self) + "\n"
    }
    try folder.write(lines.joined(), to: "input/\(name)")
  }

  /// The day of the published night.
  var publishedDay: String? {
    get throws {
      let file = current.appending(path: "model/model.json")
      return try object(String(contentsOf: file, encoding: .utf8))["day"] as? String
    }
  }

  /// A published list, line by line.
  func list(_ name: String) throws -> [[String: Any]] {
    try lines(of: current.appending(path: "\(name).ndjson"))
  }

  /// All published files and reports with their bytes, which the same input must reproduce. Hidden
  /// files, which name the workspace and the requests to forget players, are not among them.
  func products() throws -> [String: Data] {
    var files: [String: Data] = [:]
    for root in ["workspace/published", "reports"] {
      let url = folder.url.appending(path: root)
      guard FileManager.default.fileExists(atPath: url.path) else { continue }
      for path in try FileManager.default.subpathsOfDirectory(atPath: url.path) {
        let file = url.appending(path: path)
        guard !file.lastPathComponent.hasPrefix(".") else { continue }
        let kind = try FileManager.default.attributesOfItem(atPath: file.path)[.type]
        guard kind as? FileAttributeType == .typeRegular else { continue }
        files["\(root)/\(path)"] = try Data(contentsOf: file)
      }
    }
    return files
  }

  /// The files that differ, by path.
  func differences(from other: Sandbox) throws -> [String] {
    let (mine, theirs) = (try products(), try other.products())
    return Set(mine.keys).union(theirs.keys).filter { mine[$0] != theirs[$0] }.sorted()
  }
}

/// Decodes a JSON object.
func object(_ text: String) throws -> [String: Any] {
  try #require(JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any])
}

/// Small test data: twenty games in two genres, liked by two kinds of players, over ninety days.
///
/// Player p likes games of the genre p % 2 and dislikes one of the other; day d is after
/// 2026-01-01.
enum SmallWorld {
  /// The day on which the tests began, for tests of commands that read the clock.
  static let today = Int(Date().timeIntervalSince1970 - epoch) / 86_400

  /// 2026-01-01T00:00:00Z, as `date -u -d 2026-01-01 +%s` says.
  private static let epoch = 1_767_225_600.0

  /// When the day `daysAgo` began. Today has begun, so this is never in the future.
  static func start(daysAgo: Int) -> Date {
    Date(timeIntervalSince1970: epoch + Double(today - daysAgo) * 86_400)
  }

  static var games: [[String: Any]] {
    (0..<20).map { game in
      [
        "id": "g\(game)", "title": "Game \(game)", "developerId": "d\(game % 3)",
        "genres": [game % 2 == 0 ? "rpg" : "puzzle"], "tags": ["tag\(game % 2)", "tag\(game % 5)"],
        "platforms": ["steam"], "releaseStatus": "released", "price": 10, "currency": "USD",
        "releaseDate": game < 15 ? "2025-01-01T00:00:00Z" : "2026-03-0\(game - 14)T00:00:00Z",
      ]
    }
  }

  static var developers: [[String: Any]] {
    (0..<3).map { ["id": "d\($0)", "studioName": "Studio \($0)"] }
  }

  static var users: [[String: Any]] {
    (0..<12).map { ["id": "u\($0)", "username": "user\($0)"] }
  }

  /// The events of a range of days, without the last one.
  static func interactions(days: Range<Int>) -> [[String: Any]] {
    days.flatMap { day -> [[String: Any]] in
      (0..<12).compactMap { player in
        guard (day + player) % 9 == 0 else { return nil }
        let liked = (day + player) / 9 % 8 * 2 + player % 2
        let isDislike = (day + player) % 27 == 0
        return interaction(
          "i\(day)-\(player)", player: "u\(player)",
          game: "g\(isDislike ? (liked + 1) % 20 : liked)",
          action: isDislike ? "dislike" : "like", day: day)
      }
    }
  }

  static func interaction(
    _ id: String, player: String, game: String, action: String = "like", day: Int
  ) -> [String: Any] {
    [
      "id": id, "userId": player, "gameId": game, "action": action, "sessionId": "s\(id)",
      "timestamp": Int(epoch) + day * 86_400 + 43_200,
    ]
  }
}

extension Sandbox {
  /// A workspace folder with the catalogue, and the events of `days`.
  static func withSmallWorld(days: Range<Int> = 0..<90) throws -> Sandbox {
    let sandbox = try Sandbox()
    try sandbox.put(SmallWorld.games, in: "games.ndjson")
    try sandbox.put(SmallWorld.developers, in: "developers.ndjson")
    try sandbox.put(SmallWorld.users, in: "users.ndjson")
    if !days.isEmpty {
      try sandbox.put(SmallWorld.interactions(days: days), in: "interactions/first.ndjson")
    }
    return sandbox
  }
}
