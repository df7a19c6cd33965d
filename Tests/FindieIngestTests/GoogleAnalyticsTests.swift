import FindieDomain
import FindieHistory
import FindieIngest
import FindieTestSupport
import Foundation
import Testing

/// Events of Google Analytics, as its export to BigQuery writes them.
struct GoogleAnalyticsTests {
  let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func parameter(_ key: String, _ value: String) -> String {
    #"{"key":"\#(key)","value":{"string_value":"\#(value)"}}"#
  }

  /// A valid event; `more` follows its fields.
  private func event(
    _ name: String = "view_item", _ parameters: [String]? = nil,
    player: String = #","user_id":"u1","user_pseudo_id":"p1""#,
    time: String = #""1756720800250999""#, more: String = ""
  ) -> String {
    let parameters = (parameters ?? [parameter("item_id", "g1")]).joined(separator: ",")
    return #"{"event_date":"20250901","event_timestamp":\#(time),"event_name":"\#(name)","#
      + #""event_params":[\#(parameters)]\#(player)\#(more)}"#
  }

  private func read(_ lines: String...) throws -> Reading {
    try folder.read(lines.joined(separator: "\n"), of: .analytics)
  }

  private func fault(_ line: String) throws -> String {
    let file = try read(line)
    #expect(file.ids == [])
    return file.rejected.map { "\($0.reason.rawValue) \($0.detail)" }.joined(separator: "; ")
  }

  @Test func `an event fills the columns that it can`() throws {
    let file = try read(
      event(
        "view_item",
        [
          parameter("item_id", "g1"), #"{"key":"ga_session_id","value":{"int_value":"7001"}}"#,
          #"{"key":"engagement_time_msec","value":{"int_value":"29"}}"#,
        ],
        more:
          #","device":{"category":"mobile","language":"de"},"app_info":{"id":"a","version":"2.1"}"#)
    )
    #expect(file.rejected == [])
    let events = file.events
    #expect(events.eventType(0) == .gameView)
    // Microseconds, cut to milliseconds.
    #expect(events.milliseconds == [1_756_720_800_250])
    #expect(
      events.collection.textColumns.map { events[$0].text(0) } == [
        "u1", "g1", "7001", "", "", "mobile", "2.1", "", "", "", "",
      ])
    #expect(file.source.counts.byShape == ["ga4": 1])
    #expect(file.ids.allSatisfy { $0.wholeMatch(of: /ga4-[0-9a-f]{32}/) != nil })
  }

  @Test(arguments: [
    ("view_item", EventType.gameView), ("like_game", .gameLike),
    ("add_to_wishlist", .gameWishlist), ("share", .gameShare),
  ])
  func `the event name determines the type`(name: String, type: EventType) throws {
    #expect(try read(event(name)).events.eventType(0) == type)
  }

  @Test(arguments: [
    ("like", EventType.gameLike), ("superLike", .gameLike), ("dislike", .gameDislike),
    ("wishlist", .gameWishlist), ("share", .gameShare), ("viewDetails", .gameClick),
    ("skip", .gameView),
  ])
  func `a swipe's type is that of its action`(action: String, type: EventType) throws {
    let line = event("swipe_action", [parameter("game_id", "g1"), parameter("action", action)])
    #expect(try read(line).events.eventType(0) == type)
  }

  @Test func `the game is the item, else the game, else the first item's`() throws {
    let items = #","items":[{"item_name":"n","item_id":"g3"},{"item_id":"g4"}]"#
    let file = try read(
      event(
        "share", [parameter("game_id", "g2"), parameter("item_id", "g1")], time: "0", more: items),
      event("share", [parameter("game_id", "g2")], time: "1000", more: items),
      event(
        "share", [parameter("item_id", ""), parameter("game_id", "")], time: "2000", more: items),
      event("share", [#"{"key":"item_id","value":{"int_value":"42"}}"#], time: "3000"),
      event(
        "share", [#"{"key":"item_id","value":{"string_value":null,"int_value":42}}"#],
        time: "4000"))
    let games = file.events[.gameId]
    #expect((0..<5).map { games.text($0) } == ["g1", "g2", "g3", "42", "42"])
  }

  @Test func `other events, and known ones without a game, are ignored and counted`() throws {
    let file = try read(
      event("page_view", []), event("scroll"), event("View_Item"), event("share", []),
      event("view_item", [parameter("item_id", "")]), event("swipe_action", []),
      event("share", [], more: #","items":[]"#), event("share", [], more: #","items":[7]"#),
      event("share", [], more: #","items":[{"item_id":null}]"#),
      event("share", [], more: #","items":{}"#),
      // Nothing of them is read, so nothing of them can be wrong.
      #"{"event_name":"scroll"}"#, #"{"event_name":"","event_params":7,"user_id":8}"#)
    #expect(file.ids == [])
    #expect(file.rejected == [])
    #expect(file.source.counts.ignored == 12)
    #expect(file.source.counts.byShape == [:])
  }

  @Test func `the player is the user, else the pseudonym`() throws {
    let file = try read(
      event(player: #","user_pseudo_id":"p1""#, time: "0"),
      event(player: #","user_id":null,"user_pseudo_id":"p2""#, time: "1000"),
      event(player: #","user_id":"","user_pseudo_id":"p3""#, time: "2000"),
      event(player: #","user_id":"u4""#, time: "3000"))
    let players = file.events[.userId]
    #expect((0..<4).map { players.text($0) } == ["p1", "p2", "p3", "u4"])
  }

  @Test(arguments: [
    (#""1756720800000000""#, Int64(1_756_720_800_000)), ("1756720800000999", 1_756_720_800_000),
    ("-1", -1), ("-1000", -1), ("-1001", -2), ("0", 0), (#""0""#, 0),
  ])
  func `an instant is in microseconds, as text or as a number`(time: String, meant: Int64) throws {
    #expect(try read(event(time: time)).events.milliseconds == [meant])
  }

  @Test func `an id depends on player, name, microseconds and game only`() throws {
    let file = try read(
      event(), event(), event(more: #","device":{"category":"x"}"#),
      event(player: #","user_id":"u2""#), event("share"), event(time: "1756720800250998"),
      event("view_item", [parameter("item_id", "g2")]),
      // The hashes know where one text ends and the next begins.
      event("view_item", [parameter("item_id", "1g1")], player: #","user_id":"u""#))
    // The first three have one id.
    #expect(file.source.counts.duplicate == 2)
    #expect(Set(file.ids).count == 6)
  }

  @Test func `an id is the same on every machine`() throws {
    // Two runs of hash64 with the seeds 0 and 1: u1, view_item, 1756720800250999, g1.
    func half(_ seed: UInt64) -> String {
      var hash = hash64(of: "view_item".utf8.span, seed: hash64(of: "u1".utf8.span, seed: seed))
      hash = hash64(hash, adding: 1_756_720_800_250_999)
      let digits = String(hash64(of: "g1".utf8.span, seed: hash), radix: 16)
      return String(repeating: "0", count: 16 - digits.count) + digits
    }
    #expect(try read(event()).ids == ["ga4-" + half(0) + half(1)])
  }

  @Test func `a line with a timestamp is plain, whatever else it has`() throws {
    let file = try read(
      #"{"eventId":"e","gameId":"g","eventType":"gameView","timestamp":1756720800,"#
        + #""anonymousUserId":"h","event_name":"scroll","event_params":[]}"#)
    #expect(file.ids == ["e"])
    #expect(file.source.counts.byShape == ["plain": 1])
  }

  @Test func `among interactions an event of Google Analytics is refused`() throws {
    let file = try folder.read(event())
    #expect(file.rejected.map(\.reason) == [.unsupportedShape])
    #expect(
      file.rejected.map(\.detail) == [
        "an event of Google Analytics must be in an analytics file"
      ])
  }

  @Test func `an event that cannot be used is rejected with the reason`() throws {
    let long = String(repeating: "x", count: 257)
    let game = parameter("item_id", "g1")
    let cases: [(String, String)] = [
      (event("swipe_action", [game]), "missingField action"),
      (event("swipe_action", [game, parameter("action", "Like")]), "unknownAction action"),
      (
        event("swipe_action", [game, #"{"key":"action","value":{"int_value":"1"}}"#]),
        "unknownAction action"
      ),
      (
        event("swipe_action", [game, #"{"key":"action","value":{"int_value":1}}"#]),
        "wrongType action"
      ),
      (event(player: ""), "missingField user_id"),
      (event(player: #","user_id":"","user_pseudo_id":"""#), "missingField user_id"),
      (event(player: #","user_id":7"#), "wrongType user_id"),
      (event(player: #","user_pseudo_id":["p"]"#), "wrongType user_pseudo_id"),
      (event(player: #","user_id":"\#(long)""#), "idTooLong user_id"),
      (event(player: #","user_id":"a\u0000""#), "controlCharacter user_id"),
      (event("share", [parameter("game_id", long)]), "idTooLong game_id"),
      (event("share", [#"{"key":"item_id","value":{"double_value":1.5}}"#]), "wrongType item_id"),
      (event("share", [#"{"key":"item_id","value":"string_value"}"#]), "wrongType item_id"),
      (event("share", [], more: #","items":[{"item_id":7}]"#), "wrongType item_id"),
      (event("share", [game, parameter("item_id", "g2")]), "duplicateKey item_id"),
      (event(more: #","user_id":"u2""#), "duplicateKey user_id"),
      (event(time: "null"), "missingField event_timestamp"),
      (event(time: #""""#), "badTimestamp event_timestamp"),
      (event(time: #""2025-09-01""#), "badTimestamp event_timestamp"),
      (event(time: "1.5"), "badTimestamp event_timestamp"),
      (event(time: "true"), "badTimestamp event_timestamp"),
      (event(time: #""NaN""#), "badTimestamp event_timestamp"),
      (event(time: #""9223372036854775807""#), "badTimestamp event_timestamp"),
      // A day and a millisecond after the clock of the tests.
      (event(time: "1767312000001000"), "fromTheFuture event_timestamp"),
      (event(more: #","device":{"category":7}"#), "wrongType deviceType"),
      (event(more: #","app_info":{"version":"\#(long)"}"#), "idTooLong appVersion"),
      (
        event("share", [game, #"{"key":"ga_session_id","value":{"float_value":1.5}}"#]),
        "wrongType sessionId"
      ),
      (
        event().replacing(#""event_params":["#, with: #""event_params":7,"x":["#),
        "wrongType event_params"
      ),
    ]
    for (line, expected) in cases { #expect(try fault(line) == expected, "\(line)") }
  }

  @Test func `a parameter that is not read may be invalid`() throws {
    let file = try read(
      event(
        "share",
        [
          "7", "null", "{}", #"{"key":7}"#, #"{"key":"percent_scrolled","value":"int_value"}"#,
          #"{"key":"action","value":"x"}"#, #"{"key":"item_id"}"#, parameter("item_id", "g1"),
        ], more: #","device":"phone","app_info":null"#))
    #expect(file.events[.gameId].text(0) == "g1")
  }

  @Test func `a file may have lines of all shapes, and its counts balance`() throws {
    let plain =
      #"{"eventId":"ID","gameId":"g","eventType":"gameView","timestamp":1756720800,"#
      + #""anonymousUserId":"h"}"#
    let file = try read(
      plain, plain.replacing("ID", with: "e2"), #"{"id":"e3","data":\#(plain)}"#,
      #"{"name":"analytics/e4","fields":{"gameId":{"stringValue":"g"},"#
        + #""eventType":{"stringValue":"gameView"},"timestamp":{"integerValue":"1"},"#
        + #""anonymousUserId":{"stringValue":"h"}}}"#,
      event(), event("scroll"), event(player: ""), "{}")
    let counts = file.source.counts
    #expect(counts.byShape == ["plain": 2, "wrapped": 1, "rest": 1, "ga4": 1])
    #expect(counts.ignored == 1)
    #expect(counts.rejectedByReason == ["missingField": 2])
    #expect(counts.read == 8)
    #expect(counts.accepted == 5)
    #expect(counts.isBalanced)
  }
}
