import FindieAnalytics
import FindieDomain
import FindieText

extension PartnerFindings {
  func json(on night: Day) -> JSONValue {
    let games = drops.topGames.map { game -> JSONValue in
      .oneLine(["gameId": .string(game.gameId), "players": .integer(game.players)])
    }
    return [
      "partners": .array(statuses.map { $0.json(on: night) }),
      "priceDrops": [
        "players": .integer(drops.players), "games": .integer(drops.games),
        "topGames": .array(games),
      ],
    ]
  }
}

extension PartnerStatus {
  /// The counts of the report, in the order of its columns.
  var counts: [(key: String, count: Int)] {
    [
      ("answers", answers), ("failures", failures), ("games", games), ("prices", prices),
      ("wishlists", wishlists),
    ]
  }

  fileprivate func json(on night: Day) -> JSONValue {
    func age(_ time: Timestamp?) -> JSONValue {
      time.map { .integer($0.days(before: night)) } ?? .null
    }
    return [
      "id": .string(id), "lastSuccess": .optional(succeededAt?.description),
      "daysSinceSuccess": age(succeededAt), "oldestAnswer": .optional(oldestAnswer?.description),
      "daysSinceOldestAnswer": age(oldestAnswer),
    ] + .object(counts.map { (key: $0.key, value: .integer($0.count)) }) + [
      "message": .optional(message)
    ]
  }
}
