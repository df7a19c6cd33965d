import FindieText
import FindieDomain
import FindieHistory
import FindieIngest
import FindieNight
import FindieCommands
import FindieTestSupport
import FindieWorkers
import Foundation
import Testing

/// What `findie validate` says about an input folder.
struct ValidationTests {
  /// 2026-03-10T12:00:00Z.
  private static let now = Timestamp(milliseconds: 1_773_144_000_000)

  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func validation(_ files: [String: [String]]) throws -> Validation {
    for (name, lines) in files {
      try folder.write(lines.joined(separator: "\n") + "\n", to: "input/\(name).ndjson")
    }
    return try Validation(
      InputFolder(scanning: folder.url.appending(path: "input")), parameters: NightParameters(),
      workers: Workers(threads: 2), now: Self.now)
  }

  private func event(_ fields: String) -> String { "{\(fields)}" }

  @Test func `wrong names of fields: the found keys with their types, and the expected ones`()
    throws
  {
    let validation = try validation([
      "interactions": (1...30).map {
        #"{"customer":\#($0),"product":"p1","stars":4.5,"when":null}"#
      }
    ])
    let faults = try #require(validation.files.first).faults
    #expect(faults.examined == 30)
    let fault = try #require(faults.faults.first)
    #expect(faults.faults.count == 1)
    #expect(fault.fields == ["id", "userId", "gameId", "action", "timestamp"])
    #expect(fault.keys == ["customer (number)", "product (text)", "stars (number)", "when (null)"])
    #expect(
      validation.answer.text.contains(
        """
        interactions.ndjson line 1, byte 0: missingField: found the keys customer (number), \
        product (text), stars (number), when (null); expected id, userId, gameId, action, \
        timestamp (30 lines)
        """))
    #expect(validation.breach != nil)
  }

  @Test func `the faults of lines are counted, with what is found and expected`() throws {
    let validation = try validation([
      "interactions": [
        #"{"id":17,"userId":"u","gameId":"g","action":"like","timestamp":"2026-03-01"}"#,
        #"{"id":"a","userId":"u","gameId":"g","action":"bought","timestamp":"2026-03-01"}"#,
        #"{"id":true,"userId":"u","gameId":"g","action":"bought","timestamp":"2027-01-01"}"#,
        #"{"data":{"id":"a","userId":"u","gameId":"g","action":"bought","timestamp":"2026-03-01"}}"#,
        #"{"id":"a","userId":"u","gameId":"g","action":"rented","timestamp":"2026-03-01"}"#,
        #"{"id":"b","userId":"u","gameId":"g","action":"like","timestamp":"03.02.2026"}"#,
        #"{"id":"b","userId":"u","gameId":"g","action":"like","timestamp":"2026-03-01","viewDuration":90000}"#,
        "userId,gameId,action",
        #"["a"]"#,
      ]
    ])
    let file = try #require(validation.files.first)
    let sentences = file.faults.lines(of: "f", rejected: 8)
      .map { $0.replacing(/, byte \d+/, with: "") }
    #expect(
      sentences == [
        "f line 2: unknownAction: action is \"bought\", must be one of like, dislike, superLike, skip, "
          + "wishlist, share, viewDetails, neutral; found \"bought\" 2, \"rented\" 1 (3 lines)",
        "f line 1: wrongType: id is the number 17, must be of the type that docs/DATA.md says (2 lines)",
        "f line 6: badTimestamp: timestamp is the text \"03.02.2026\", must be ISO 8601 text such as "
          + "\"2025-02-26T18:00:00Z\", or seconds or milliseconds since 1970 as a number (1 line)",
        "f line 7: numberOutOfRange: viewDuration is the number 90000, must be a value that the contract "
          + "allows (1 line)",
        "f line 8: notJSON: \"userId,gameId,action\", must be one JSON object, such as "
          + "{\"id\":\"e1\", …} (1 line)",
        "f line 9: notAnObject: \"[\"a\"]\", must be one JSON object, such as {\"id\":\"e1\", …} "
          + "(1 line)",
      ])
  }

  @Test func `ids that stand for nothing or for everybody are named with their share`() throws {
    func event(_ index: Int, _ user: String, _ session: String) -> String {
      #"{"id":"\#(user) \#(index)","userId":"\#(user)","gameId":"g","action":"like","#
        + #""sessionId":"\#(session)","timestamp":"2026-02-\#(10 + index % 15)T12:00:00Z"}"#
    }
    let events =
      (0..<90).flatMap { player in (0..<4).map { event($0, "u\(player)", "s\(player)-\($0)") } }
      + (0..<120).map { event($0, "0", "s-\($0)") }
      + (0..<60).map { event($0 + $0 / 30 * 2, "v\($0 % 30)", "v\($0 % 30)") }
      + (0..<54).map { event($0, "w\($0 % 27)", "None") } + [event(0, "undefined", "s")]
    let validation = try validation(["interactions": events])
    #expect(validation.breach == nil)
    #expect(
      validation.files.first?.faults.faults.map(\.fields) == [[#"userId "undefined""#]])
    let sentences = validation.doubtfulIds
    #expect(sentences.count == 3, "\(sentences)")
    for word in [
      #"54 of 594 events (9.1%) have the sessionId "None""#,
      #"the player "0" has 120 of 594 events (20.2%); the next most frequent has 4"#,
      "60 of 540 events with a session (11.1%) are in sessions longer than 24 hours",
    ] {
      #expect(sentences.filter { $0.contains(word) }.count == 1, "\(word): \(sentences)")
      #expect(validation.answer.text.contains(word))
    }
  }

  @Test func `the faults of records of the catalogue name the field or the rule`() throws {
    let validation = try validation([
      "games": [
        #"{"id":3,"title":"A","developerId":"d","releaseStatus":"released"}"#,
        #"{"id":"g","title":"A","developerId":"d","releaseStatus":"out"}"#,
        #"{"id":"g","title":"A","developerId":"d","releaseStatus":"released","releaseDate":"31/12/2025"}"#,
        #"{"id":"g","title":"","developerId":"d","releaseStatus":"released"}"#,
      ],
      "wishlists": [#"{"userId":"u","items":{"g":1}}"#],
      "prices": [
        #"{"id":"g|gog|DE","gameId":"g","shop":"gog","country":"DE","currency":"EUR"}"#
      ],
    ])
    let faults = Dictionary(
      uniqueKeysWithValues: validation.files.map { file in
        (
          file.collection,
          file.faults.faults.map {
            "\($0.reason) \($0.fields.joined(separator: "+")) \($0.found): \($0.expected)"
          }
        )
      })
    #expect(
      faults["games"] == [
        "wrongType id the number 3: of the type that docs/DATA.md says",
        "unknownStatus releaseStatus \"out\": one of released, earlyAccess, upcoming, cancelled",
        "badTimestamp releaseDate the text \"31/12/2025\": ISO 8601 text such as "
          + "\"2025-02-26T18:00:00Z\", or seconds or milliseconds since 1970 as a number",
        "brokenRule game.title.present : A game has a title",
      ])
    #expect(
      faults["wishlists"] == ["wrongType items an object: of the type that docs/DATA.md says"])
    #expect(
      faults["prices"] == [
        "brokenRule price.id.form : A price has the id gameId|shop|country|currency"
      ])
  }

  @Test func `of an event of Google Analytics, only the faulty item is named`() throws {
    let validation = try validation([
      "analytics": [
        #"{"event_name":"view_item","event_timestamp":"1773100000000000","user_pseudo_id":"p","items":[{"item_id":"g1"},{"item_id":7},{"item_id":"g2"}]}"#
      ]
    ])
    let file = try #require(validation.files.first)
    #expect((file.counts.read, file.counts.accepted, file.counts.rejected) == (3, 2, 1))
    #expect(file.faults.faults.map(\.reason) == ["wrongType"])
    #expect(file.faults.faults.map(\.fields) == [["items.item_id"]])
  }

  @Test func `unknown words are listed by count, with the known ones`() throws {
    let validation = try validation([
      "games": (0..<6).map {
        #"{"id":"g\#($0)","title":"Game","developerId":"d","releaseStatus":"released","genres":["metroidvania"\#($0 < 2 ? ",\"moba\"" : "")],"platforms":["psp"]}"#
      },
      "users": [#"{"id":"u","favoriteGenres":["moba"],"priceRange":"cheap"}"#],
    ])
    let found = validation.unknownWords.map { unknown in
      "\(unknown.collection) \(unknown.field) \(unknown.words.inWords)"
    }
    #expect(
      found == [
        #"games genres metroidvania 6, moba 2"#, #"games platforms psp 6"#,
        #"users favoriteGenres moba 1"#, #"users priceRange cheap 1"#,
      ])
    #expect(validation.unknownWords[0].known == Genre.allCases.map(\.rawValue))
    #expect(validation.answer.text.contains("(known: free, under10, under20, under30, any)"))
  }

  @Test func `the summary counts what does not fit together, and says what a night could publish`()
    throws
  {
    let validation = try validation([
      "games": (0..<5).map {
        #"{"id":"game-\#($0)","title":"Game \#($0)","developerId":"d","releaseStatus":"\#($0 == 4 ? "upcoming" : "released")","isActive":\#($0 != 3)}"#
      },
      "users": [#"{"id":"ann"}"#, #"{"id":"bob"}"#],
      "wishlists": [#"{"userId":"wim","items":[{"gameId":"game-2"}]}"#],
      "interactions": [
        ("ann", "game-0"), ("ann", "7"), ("cas", "8"), ("cas", "8"), ("dot", "game-1"),
      ].enumerated().map {
        #"{"id":"\#($0)","userId":"\#($1.0)","gameId":"\#($1.1)","action":"like","timestamp":"2026-03-0\#(1 + $0)"}"#
      },
      "analytics": [
        #"{"eventId":"a","anonymousUserId":"x","gameId":"game-4","eventType":"gameView","timestamp":"2026-03-02"}"#
      ],
    ])
    let summary = try #require(validation.summary)
    let interactions = try #require(summary.events.first)
    #expect(interactions.events == 5 && interactions.days == 5)
    #expect(interactions.players == 3 && interactions.games == 4)
    #expect(interactions.ofUnknownGames.events == 3)
    #expect(interactions.ofUnknownGames.examples.sorted() == ["7", "8"])
    #expect(interactions.ofUnknownPlayers?.events == 3)
    #expect(interactions.ofUnknownPlayers?.ids == 2)
    // game-2 and game-3 have no event; game-3 is withdrawn, game-4 is announced.
    #expect(summary.gamesWithoutEvents == 2)
    #expect(summary.listableGames == 3 && summary.announcedGames == 1)
    // ann, dot and wim have a known game; bob and cas do not.
    #expect(summary.players == 5 && summary.playersWithEvidence == 3)
    #expect(summary.day == "2026-03-06")
    let text = validation.answer.text
    #expect(
      text.contains("interactions: 5 events of 3 players and 4 games on 5 days from 2026-03-01"))
    #expect(
      text.contains("warning: 3 of 5 interactions name games that the catalogue lacks (2 ids: "))
    #expect(
      text.contains(
        "could publish lists for 5 players (3 by their actions and wishlists, 2 by favourite genres and "
          + "popularity) from 3 games, and 1 announced game."))
    #expect(text.hasSuffix("A nightly run would accept this input."))
  }

  @Test func `an input without games is said to give no list`() throws {
    let validation = try validation([
      "interactions": [
        #"{"id":"1","userId":"u","gameId":"g","action":"like","timestamp":"2026-03-01"}"#
      ]
    ])
    #expect(validation.summary?.obstacle == "the input has no games")
    #expect(validation.answer.text.contains("could publish no list: the input has no games."))
    #expect(!validation.answer.text.contains("accept this input"))
    #expect(validation.breach == nil)
  }
}
