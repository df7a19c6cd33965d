import Foundation

/// A game of Findie with a page on Steam.
struct LoopbackGame: Sendable {
  let appId: Int
  let title: String
  let studio: String
  let genres: [String]
  let platforms: [String]
  /// ISO 8601.
  let releaseDate: String?
  /// In US cents; nil for a free game.
  let price: Int?

  /// The games of NDJSON that have a Steam page, by app id.
  static func all(in file: URL) throws -> [LoopbackGame] {
    struct Line: Decodable {
      let title: String
      let developerName: String?
      let genres: [String]?
      let platforms: [String]?
      let releaseDate: String?
      let price: Double?
      let isFree: Bool?
      let steamURL: String?
    }
    let lines = try String(contentsOf: file, encoding: .utf8).split(separator: "\n")
    return try lines.compactMap { text in
      let line = try JSONDecoder().decode(Line.self, from: Data(text.utf8))
      guard let appId = line.steamURL?.firstMatch(of: /\/app\/(\d+)/).flatMap({ Int($0.1) }) else {
        return nil
      }
      return LoopbackGame(
        appId: appId, title: line.title, studio: line.developerName ?? "Studio \(appId)",
        genres: line.genres ?? [], platforms: line.platforms ?? [], releaseDate: line.releaseDate,
        price: (line.isFree ?? false) ? nil : line.price.map { Int(($0 * 100).rounded()) })
    }.sorted { $0.appId < $1.appId }
  }

  /// Seconds since 1970.
  var releaseTime: Int? {
    releaseDate.flatMap { ISO8601DateFormatter().date(from: $0) }
      .map { Int($0.timeIntervalSince1970) }
  }
}
