import FindieTestSupport
import Foundation
import Testing

/// A workspace with rejected lines, for the tests of the quarantine commands.
extension Sandbox {
  /// The small data set's events, with three bad lines of day 5 in a separate file: an unknown
  /// action, a broken line, and thirty quotes that cannot be repaired. A fourth line is delivered
  /// again.
  static func withBadLines() throws -> Sandbox {
    let sandbox = try Self.withSmallWorld()
    let sound = SmallWorld.interaction("repaired-1", player: "u1", game: "g3", day: 5)
    let text = String(
      decoding: try JSONSerialization.data(withJSONObject: sound, options: .sortedKeys),
      as: UTF8.self)
    try sandbox.folder.write(
      [
        text.replacing("\"like\"", with: "\"lke\""),
        text.replacing("repaired-1", with: "repaired-2").replacing("}", with: ""),
        String(repeating: "\"", count: 30), try deliveredAgain(),
      ].joined(separator: "\n") + "\n", to: "input/interactions/bad.ndjson")
    return sandbox
  }

  /// A line of the small data set.
  static func deliveredAgain() throws -> String {
    String(
      decoding: try JSONSerialization.data(withJSONObject: SmallWorld.interactions(days: 0..<1)[0]),
      as: UTF8.self)
  }

  static let quarantineDay = "2026-04-01"
  static let badFile = "interactions/bad.ndjson"

  var quarantineFile: URL {
    workspace.appending(
      path: "quarantine/\(Self.quarantineDay)/interactions%2Fbad.ndjson.ndjson")
  }

  /// The JSON output of a command, which must succeed.
  func answer(_ arguments: [String], input: URL? = nil) throws -> [String: Any] {
    let result = try findie(arguments + ["--workspace", "workspace", "--json"], input: input)
    try #require(result.status == 0, "\(result.error)")
    return try object(result.out)
  }

  func ingest(_ more: String...) throws -> [String: Any] {
    try answer(["ingest", "--input", "input", "--now", "2026-04-02T00:00:00Z"] + more)
  }

  /// The lines of the quarantine by number, with their reasons.
  func quarantined() throws -> [Int: String] {
    guard FileManager.default.fileExists(atPath: quarantineFile.path) else { return [:] }
    return Dictionary(
      uniqueKeysWithValues: try lines(of: quarantineFile).compactMap { line in
        guard let number = line["line"] as? Int, let reason = line["reason"] as? String else {
          return nil
        }
        return (number, reason)
      })
  }

  /// The files of the workspace with their bytes, except the lock.
  func workspaceBytes(below folder: String = "") throws -> [String: Data] {
    let root = workspace.appending(path: folder)
    var files: [String: Data] = [:]
    for path in try FileManager.default.subpathsOfDirectory(atPath: root.path)
    where path != ".lock" {
      let url = root.appending(path: path)
      let kind = try FileManager.default.attributesOfItem(atPath: url.path)[.type]
      guard kind as? FileAttributeType == .typeRegular else { continue }
      files[path] = try Data(contentsOf: url)
    }
    return files
  }

  /// The number of events in the history, by day; the history must be undamaged.
  func eventsByDay() throws -> [String: Int] {
    let verification = try answer(["verify"])
    try #require((verification["problems"] as? [Any])?.isEmpty == true)
    let result = try findie(["history", "--workspace", "workspace", "--json"])
    let days = try #require(
      JSONSerialization.jsonObject(with: Data(result.out.utf8)) as? [[String: Any]])
    return Dictionary(
      days.compactMap { day in
        guard let name = day["day"] as? String, let events = day["events"] as? Int else {
          return nil
        }
        return (name, events)
      }, uniquingKeysWith: +)
  }
}
