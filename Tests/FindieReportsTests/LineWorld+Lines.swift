import FindieDomain
import FindieTestSupport
import Foundation

extension LineWorld {
  /// Writes seeded data of five studios, with enough players for many cells and few enough for
  /// gaps.
  static func write(to folder: URL, before night: Day, seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let genres = Genre.allCases.map(\.rawValue)
    func encode(_ lines: [[String: Any]], _ name: String) throws {
      var data = Data()
      for line in lines {
        data += try JSONSerialization.data(withJSONObject: line)
        data += Data("\n".utf8)
      }
      try data.write(to: folder.appending(path: name + ".ndjson"))
    }
    let games = (0..<40).map { number -> [String: Any] in
      var game: [String: Any] = [
        "id": "g\(number)", "title": "Game \(number)", "developerId": "d\(min(number / 4, 4))",
        "genres": [number % 3 == 0 ? "rpg" : "puzzle", "indie"], "tags": [String](),
        "platforms": ["steam"], "releaseStatus": "released", "isFree": true, "isActive": true,
      ]
      if number % 5 > 0 {
        game["releaseDate"] =
          "\(night.adding(days: -Int.random(in: 10..<120, using: &random)))T00:00:00Z"
      }
      return game
    }
    try encode(games, "games")
    try encode(
      (0..<5).map { number in
        var studio: [String: Any] = [
          "id": "d\(number)", "studioName": "Studio \(number)", "publishedGameIds": [String](),
          "isVerified": false, "isActive": true,
        ]
        if number > 1 { studio["followerCount"] = number * 7 }
        return studio
      }, "developers")
    let likes = (0..<250).map { _ in
      genres.filter { _ in Int.random(in: 0..<5, using: &random) == 0 }
    }
    try encode(
      likes.enumerated().map { number, own in
        [
          "id": "u\(number)", "username": "u\(number)", "displayName": "u\(number)",
          "accountType": "player", "favoriteGenres": own, "preferredPlatforms": ["steam"],
          "priceRange": "any", "friendIds": [String](),
        ]
      }, "users")
    var swipes: [[String: Any]] = []
    var logs: [[String: Any]] = []
    for number in 0..<24_000 {
      let player = Int.random(in: 0..<250, using: &random)
      let back = Int.random(in: 1...(player % 7 == 0 ? 20 : 230), using: &random)
      let instant = Timestamp(
        milliseconds: night.adding(days: -back).start.milliseconds
          + Int64.random(in: 0..<86_400_000, using: &random))
      let game = "g\(Int.random(in: 0..<Int.random(in: 1...41, using: &random), using: &random))"
      var line: [String: Any] = [
        "gameId": game, "timestamp": instant.description, "sessionId": "s",
      ]
      if player % 3 == 0 { line["userGenrePreferences"] = likes[player] }
      if number % 3 == 0 {
        line["id"] = "i\(number)"
        line["userId"] = "u\(player)"
        line["action"] = SwipeAction.allCases.randomElement(using: &random)?.rawValue
        line["cardPosition"] = 0
        if number % 2 == 0 { line["viewDuration"] = Double.random(in: 0..<40, using: &random) }
        swipes.append(line)
      } else {
        line["eventId"] = "a\(number)"
        line["anonymousUserId"] = "h\(player)"
        line["developerId"] = "d"
        line["eventType"] = EventType.allCases.randomElement(using: &random)?.rawValue
        line["deviceType"] = ["iPhone", "iPhone", "iPhone", "iPad"][player % 4]
        line["appVersion"] = ["1.0", "1.0", "1.1", "2.0", "3.0-beta"].randomElement(using: &random)
        if number % 5 > 0 { line["shop"] = ["steam", "steam", "itchio", "gog"][player % 4] }
        line["surface"] = ["personal", "personal", "trending", "new", "elsewhere"]
          .randomElement(using: &random)
        if number % 4 == 0 { line["campaign"] = ["newsletter", "ad / video"][player % 2] }
        if player % 9 > 0 { line["country"] = ["US", "US", "DE", "KR"][player % 4] }
        logs.append(line)
      }
    }
    try encode(swipes, "interactions")
    try encode(logs, "analytics")
    try encode(prices(before: night), "prices")
    try encode(annotations(before: night), "annotations")
  }

  /// Prices that fall by a tenth or more on some days, and by less or elsewhere on others.
  private static func prices(before night: Day) -> [[String: Any]] {
    func series(
      _ game: String, _ shop: String, _ country: String, _ points: [(hoursAgo: Int, price: Double?)]
    ) -> [String: Any] {
      [
        "id": "\(game)|\(shop)|\(country)|USD", "gameId": game, "shop": shop, "country": country,
        "currency": "USD", "updatedAt": night.start.description,
        "items": points.map { point in
          let at = Timestamp(
            milliseconds: night.start.milliseconds - Int64(point.hoursAgo) * 3_600_000)
          var item: [String: Any] = ["at": at.description]
          if let price = point.price { item["price"] = price }
          return item
        },
      ]
    }
    return [
      series(
        "g0", "steam", "US",
        [(24 * 150, 20), (24 * 44 + 3, 18), (24 * 37, 20), (24 * 21 + 20, 5), (24 * 21 + 2, 19)]),
      series("g0", "itchio", "US", [(24 * 150, 20), (24 * 30, nil), (24 * 29, 10), (24 * 9, 8)]),
      series("g0", "steam", "DE", [(24 * 150, 20), (24 * 33, 10)]),
      series("g1", "steam", "US", [(24 * 150, 20), (24 * 25 + 22, 10), (24 * 20, 4)]),
      series("g2", "steam", "US", [(24 * 150, 0), (24 * 60, 10), (24 * 50, 0)]),
      series("g5", "steam", "US", [(24 * 150, 10), (24 * 40 + 1, 9.01), (24 * 39, 8)]),
    ]
  }

  private static func annotations(before night: Day) -> [[String: Any]] {
    func note(_ daysAgo: Int, _ subject: [String: Any], isActive: Bool = true) -> [String: Any] {
      subject.merging([
        "day": night.adding(days: -daysAgo).description, "text": "Note \(daysAgo)",
        "isActive": isActive,
      ]) { $1 }
    }
    return [
      note(60, ["developerId": "d0"]), note(12, ["developerId": "d0"]),
      note(31, ["developerId": "d1"]), note(31, ["gameId": "g4"]), note(52, ["gameId": "g0"]),
      note(34, ["gameId": "g0"], isActive: false), note(20, ["gameId": "nothing"]), note(33, [:]),
      note(14, ["gameId": "g8"]), note(15, ["gameId": "g3"]),
    ]
  }
}
