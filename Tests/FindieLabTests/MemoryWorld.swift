import FindieDomain
import FindieLab
import Foundation

/// Generated data in memory, decoded as any reader would.
struct MemoryWorld {
  let truth: WorldTruth
  let files: [String: [UInt8]]

  /// Collects the pieces of each file.
  private final class Box {
    var files: [String: [UInt8]] = [:]
  }

  init(_ parameters: WorldParameters) throws {
    let box = Box()
    truth = try World(parameters).write { path, bytes in
      box.files[path, default: []] += bytes
    }
    files = box.files
  }

  /// 1,200 players, 150 games and six weeks, generated once for all tests.
  static let common = Result { try MemoryWorld(commonParameters) }

  static let commonInteractions = Result {
    let world = try common.get()
    return try world.paths(in: "interactions").flatMap {
      try world.records(SwipeInteraction.self, $0)
    }
  }

  static let commonEvents = Result {
    let world = try common.get()
    return try world.paths(in: "analytics").flatMap { try world.records(AnalyticsEvent.self, $0) }
  }

  static var commonParameters: WorldParameters {
    var parameters = WorldParameters()
    parameters.seed = 11
    parameters.players = 1200
    parameters.games = 150
    parameters.developers = 40
    parameters.days = 42
    return parameters
  }

  static var tinyParameters: WorldParameters {
    var parameters = commonParameters
    parameters.players = 60
    parameters.games = 40
    parameters.days = 14
    return parameters
  }

  func lines(_ path: String) -> [[UInt8]] {
    (files[path] ?? []).split(separator: UInt8(ascii: "\n")).map { Array($0) }
  }

  func paths(in folder: String) -> [String] {
    files.keys.filter { $0.hasPrefix(folder + "/") }.sorted()
  }

  func records<Record: Decodable>(_ type: Record.Type, _ path: String) throws -> [Record] {
    try lines(path).map { try JSONDecoder().decode(type, from: Data($0)) }
  }

  func users() throws -> [User] { try records(User.self, "users.ndjson") }
}

/// The names of an object's fields.
struct FieldNames: Decodable {
  let names: Set<String>

  private struct AnyKey: CodingKey {
    let stringValue: String
    var intValue: Int? { nil }
    init(stringValue: String) { self.stringValue = stringValue }
    init?(intValue: Int) { nil }
  }

  init(from decoder: any Decoder) throws {
    names = Set(try decoder.container(keyedBy: AnyKey.self).allKeys.map(\.stringValue))
  }
}
