import FindieTestSupport
import Foundation
import Testing

/// A place with rejected lines: what the tests of the quarantine's commands begin with.
extension Place {
  /// The small world's events with three bad lines of day 5 in a file of their own: an action that
  /// is none, a broken line, and a gap of thirty quotes that nobody can repair.
  static func withBadLines() throws -> Place {
    let place = try Place.withSmallWorld()
    let sound = SmallWorld.interaction("repaired-1", player: "u1", game: "g3", day: 5)
    let text = String(
      decoding: try JSONSerialization.data(withJSONObject: sound, options: .sortedKeys),
      as: UTF8.self)
    try place.folder.write(
      [
        text.replacing("\"like\"", with: "\"lke\""),
        text.replacing("repaired-1", with: "repaired-2").replacing("}", with: ""),
        String(repeating: "\"", count: 30),
      ].joined(separator: "\n") + "\n", to: "input/interactions/bad.ndjson")
    return place
  }

  static let quarantineDay = "2026-04-01"
  static let badFile = "interactions/bad.ndjson"

  var quarantineFile: URL {
    workspace.appending(
      path: "quarantine/\(Place.quarantineDay)/interactions%2Fbad.ndjson.ndjson")
  }

  /// Repairs rejected lines by replacing what stands in their text.
  func repair(_ wrong: String, with right: String) throws {
    let text = try String(contentsOf: quarantineFile, encoding: .utf8)
    try #require(text.contains(wrong))
    try text.replacing(wrong, with: right)
      .write(to: quarantineFile, atomically: true, encoding: .utf8)
  }

  /// The repair of the first bad line, as it stands inside a text of JSON.
  func repairFirst() throws { try repair(#"\"lke\""#, with: #"\"like\""#) }

  /// The repair of the second: the brace that was lost.
  func repairSecond() throws {
    try repair(#"\"userId\":\"u1\"","truncated""#, with: #"\"userId\":\"u1\"}","truncated""#)
  }

  /// What a command says in JSON; it must end well.
  func answer(_ arguments: [String], input: URL? = nil) throws -> [String: Any] {
    let result = try findie(arguments + ["--workspace", "workspace", "--json"], input: input)
    try #require(result.status == 0, "\(result.error)")
    return try object(result.out)
  }

  func ingest(_ more: String...) throws -> [String: Any] {
    try answer(["ingest", "--input", "input", "--now", "2026-04-02T00:00:00Z"] + more)
  }

  func replay(_ more: String...) throws -> [String: Any] {
    try answer(["quarantine", "replay", "--now", "2026-04-02T00:00:00Z"] + more)
  }

  /// The lines that stand in the quarantine by number, with their reasons.
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

  /// The files of the workspace with their bytes, but for the lock.
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

  /// How many events the history holds, by day; it must be sound.
  func eventsByDay() throws -> [String: Int] {
    let verification = try answer(["history", "verify"])
    try #require(verification["isIntact"] as? Bool == true)
    let result = try findie(["history", "show", "--workspace", "workspace", "--json"])
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
