import FindieDomain
import FindieHistory

/// One interaction of a test.
struct Swipe {
  var user: String
  var game: String
  var action: SwipeAction
  var day: Day
  var session = ""
  var viewSeconds = Float.nan
  var position = Float.nan
  var genres: [String] = []
}

/// One analytics event of a test.
struct Log {
  var user: String
  var game: String
  var type: EventType
  var day: Day
  var session = ""
  var device = ""
  var version = ""
  var shop = ""
  var surface = ""
  var listId = ""
  var campaign = ""
  var country = ""
  var genres: [String] = []
}

extension EventTable {
  init(_ swipes: [Swipe]) {
    self.init(.interactions)
    for (number, swipe) in swipes.enumerated() {
      append(
        kind: swipe.action.code, day: swipe.day, number: number,
        [
          .userId: swipe.user, .gameId: swipe.game, .sessionId: swipe.session,
          .userGenrePreferences: swipe.genres.joined(separator: "\u{1F}"),
        ])
      self[.cardPosition].append(swipe.position)
      self[.viewSeconds].append(swipe.viewSeconds)
    }
  }

  init(_ logs: [Log]) {
    self.init(.analytics)
    for (number, log) in logs.enumerated() {
      append(
        kind: log.type.code, day: log.day, number: number,
        [
          .userId: log.user, .gameId: log.game, .sessionId: log.session,
          .userGenrePreferences: log.genres.joined(separator: "\u{1F}"),
          .deviceType: log.device, .appVersion: log.version, .shop: log.shop,
          .surface: log.surface, .listId: log.listId, .campaign: log.campaign,
          .country: log.country,
        ])
    }
  }

  private mutating func append(
    kind: UInt8, day: Day, number: Int, _ texts: [TextColumn: String]
  ) {
    kinds.append(kind)
    milliseconds.append(day.start.milliseconds + Int64(number % 86_400_000))
    for column in collection.textColumns { self[column].append((texts[column] ?? "").utf8.span) }
  }
}

/// Day `number` of a test, from 0.
func day(_ number: Int) -> Day { Day(daysSinceEpoch: 16_000 + Int32(number)) }

func games(_ ids: String..., releasedOn release: Day? = nil) -> [Game] {
  ids.map { id in
    var game = Game(id: id, title: "Title of \(id)", developerId: "dev-\(id)")
    game.releaseDate = release?.start
    return game
  }
}
