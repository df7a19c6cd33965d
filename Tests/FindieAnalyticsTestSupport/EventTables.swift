package import FindieAnalytics
package import FindieDomain
package import FindieHistory

/// One interaction of a test.
package struct Swipe {
  package var user: String
  package var game: String
  package var action: SwipeAction
  package var day: Day
  package var session: String
  package var viewSeconds: Float
  package var position: Float
  package var genres: [String]

  package init(
    user: String, game: String, action: SwipeAction, day: Day, session: String = "",
    viewSeconds: Float = .nan, position: Float = .nan, genres: [String] = []
  ) {
    self.user = user
    self.game = game
    self.action = action
    self.day = day
    self.session = session
    self.viewSeconds = viewSeconds
    self.position = position
    self.genres = genres
  }
}

/// One analytics event of a test.
package struct Log {
  package var user: String
  package var game: String
  package var type: EventType
  package var day: Day
  package var session: String
  package var device: String
  package var version: String
  package var shop: String
  package var surface: String
  package var listId: String
  package var campaign: String
  package var country: String
  package var genres: [String]

  package init(
    user: String, game: String, type: EventType, day: Day, session: String = "",
    device: String = "", version: String = "", shop: String = "", surface: String = "",
    listId: String = "", campaign: String = "", country: String = "", genres: [String] = []
  ) {
    self.user = user
    self.game = game
    self.type = type
    self.day = day
    self.session = session
    self.device = device
    self.version = version
    self.shop = shop
    self.surface = surface
    self.listId = listId
    self.campaign = campaign
    self.country = country
    self.genres = genres
  }
}

extension Log {
  /// The value that breakdowns count the event under.
  package func value(of cut: Cut) -> String {
    let text =
      switch cut {
      case .deviceType: device
      case .appVersion: version
      case .shop: shop
      case .surface: Cut.surfaces.contains(surface) ? surface : ""
      case .campaign: campaign
      case .country: country == "nowhere" ? "" : country
      case .genrePreference: ""
      }
    return text.isEmpty ? "unknown" : text
  }
}

extension EventTable {
  package init(_ swipes: [Swipe]) {
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

  package init(_ logs: [Log]) {
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
package func day(_ number: Int) -> Day { Day(daysSinceEpoch: 16_000 + Int32(number)) }

package func games(_ ids: String..., releasedOn release: Day? = nil) -> [Game] {
  ids.map { id in
    var game = Game(id: id, title: "Title of \(id)", developerId: "dev-\(id)")
    game.releaseDate = release?.start
    return game
  }
}
