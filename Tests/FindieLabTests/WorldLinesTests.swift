import FindieDomain
import FindieLab
import Foundation
import Testing

struct WorldLinesTests {
  @Test func `every interaction has the eleven fields`() throws {
    let world = try MemoryWorld.common.get()
    let expected: Set = [
      "id", "userId", "gameId", "action", "timestamp", "sessionId", "cardPosition", "viewDuration",
      "userGenrePreferences", "gameGenres", "gameTags",
    ]
    for path in world.paths(in: "interactions") {
      for line in try world.records(FieldNames.self, path) { #expect(line.names == expected) }
    }
  }

  @Test func `events are in the file of their day`() throws {
    let world = try MemoryWorld.common.get()
    for path in world.paths(in: "interactions") {
      for interaction in try world.records(SwipeInteraction.self, path) {
        #expect(path == "interactions/\(interaction.timestamp.day).ndjson")
      }
    }
    for path in world.paths(in: "analytics") {
      for event in try world.records(AnalyticsEvent.self, path) {
        #expect(path == "analytics/\(event.timestamp.day).ndjson")
      }
    }
  }

  @Test func `no two lines have one id`() throws {
    let world = try MemoryWorld.common.get()
    let interactions = try MemoryWorld.commonInteractions.get().map(\.id)
    let events = try MemoryWorld.commonEvents.get().map(\.eventId)
    let users = try world.users().map(\.id)
    let games = try world.records(Game.self, "games.ndjson").map(\.id)
    let ids = interactions + events + users + games
    #expect(Set(ids).count == ids.count)
    #expect(ids.allSatisfy { $0.utf8.count == 20 })
  }

  @Test func `players and games are marked as generated`() throws {
    let world = try MemoryWorld.common.get()
    #expect(try world.users().allSatisfy { $0.id.hasPrefix("gen-") })
    #expect(
      try world.records(Game.self, "games.ndjson").allSatisfy {
        $0.id.hasPrefix("gen-") && $0.developerId.hasPrefix("gen-")
      })
  }

  @Test func `interactions name players, games, genres and tags of the catalogue`() throws {
    let world = try MemoryWorld.common.get()
    let users = Dictionary(uniqueKeysWithValues: try world.users().map { ($0.id, $0) })
    let games = Dictionary(
      uniqueKeysWithValues: try world.records(Game.self, "games.ndjson").map { ($0.id, $0) })
    for interaction in try MemoryWorld.commonInteractions.get() {
      let user = try #require(users[interaction.userId])
      let game = try #require(games[interaction.gameId])
      #expect(interaction.userGenrePreferences == user.favoriteGenres)
      #expect(interaction.gameGenres == game.genres)
      #expect(interaction.gameTags == game.tags)
      #expect(game.availability(on: interaction.timestamp.day) == .out)
      let seconds = try #require(interaction.viewDuration)
      #expect(seconds > 0)
      let joined = try #require(user.joinedDate)
      #expect(joined.day <= interaction.timestamp.day)
    }
  }

  @Test func `no catalogue record breaks a rule`() throws {
    let world = try MemoryWorld.common.get()
    for game in try world.records(Game.self, "games.ndjson") { #expect(game.brokenRules.isEmpty) }
    for tag in try world.records(FindieDomain.Tag.self, "tags.ndjson") {
      #expect(tag.brokenRules.isEmpty)
    }
    for studio in try world.records(Developer.self, "developers.ndjson") {
      #expect(studio.brokenRules.isEmpty)
    }
    for wishlist in try world.records(Wishlist.self, "wishlists.ndjson") {
      #expect(wishlist.brokenRules.isEmpty)
    }
    for user in try world.users() {
      // A tenth has chosen no genre yet.
      #expect(user.brokenRules.allSatisfy { $0.name == "user.favoriteGenres.count" })
    }
  }

  @Test func `analytics events do not contain a player's id`() throws {
    let world = try MemoryWorld.common.get()
    let users = Set(try world.users().map(\.id))
    for event in try MemoryWorld.commonEvents.get() {
      #expect(!users.contains(event.anonymousUserId))
      #expect(event.anonymousUserId.utf8.count == 32)
    }
  }

  @Test func `friendship is mutual`() throws {
    let users = try MemoryWorld.common.get().users()
    let friends = Dictionary(uniqueKeysWithValues: users.map { ($0.id, Set($0.friendIds)) })
    for (user, others) in friends {
      for other in others { #expect(friends[other]?.contains(user) == true) }
    }
    #expect(friends.values.contains { !$0.isEmpty })
    let silent = users.count { $0.sharesActivityWithFriends == false }
    #expect(silent > 0 && silent < users.count / 4)
  }

  @Test func `a player sees a game once, but for the burst`() throws {
    let world = try MemoryWorld.common.get()
    let burst = Set(try #require(world.truth.burst).userIds)
    var seen: Set<[String]> = []
    for interaction in try MemoryWorld.commonInteractions.get()
    where interaction.action.isVerdict && !burst.contains(interaction.userId) {
      #expect(seen.insert([interaction.userId, interaction.gameId]).inserted)
    }
  }
}
