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
          #","device":{"category":"mobile","language":"de"},"app_info":{"id":"a","version":"2.1"},"#
          + #""geo":{"continent":"Europe","country":"Germany","region":"Bavaria"}"#)
    )
    #expect(file.rejected == [])
    let events = file.events
    #expect(events.eventType(0) == .gameView)
    // Microseconds, cut to milliseconds.
    #expect(events.milliseconds == [1_756_720_800_250])
    #expect(
      events.collection.textColumns.map { events[$0].text(0) } == [
        "u1", "g1", "7001", "", "", "mobile", "2.1", "", "", "", "", "DE",
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

  @Test func `the games are those of the items, else the item or game of the parameters`() throws {
    let items = #","items":[{"item_name":"n","item_id":"g3"},{"item_id":"g4"}]"#
    let none = #","items":[{"item_name":"n"},{"item_id":""}]"#
    let file = try read(
      event(
        "share", [parameter("game_id", "g2"), parameter("item_id", "g1")], time: "0", more: items),
      event(
        "share", [parameter("game_id", "g2"), parameter("item_id", "g1")], time: "1000", more: none),
      event(
        "share", [parameter("item_id", ""), parameter("game_id", "g2")], time: "2000",
        more: #","items":[]"#),
      event("share", [#"{"key":"item_id","value":{"int_value":"42"}}"#], time: "3000"),
      event(
        "share", [#"{"key":"item_id","value":{"string_value":null,"int_value":42}}"#],
        time: "4000"))
    let games = file.events[.gameId]
    #expect(Set([games.text(0), games.text(1)]) == ["g3", "g4"])
    #expect((2..<6).map { games.text($0) } == ["g1", "g2", "42", "42"])
    #expect(file.source.counts.read == 6)
  }

  @Test func `each item is an event, and the invalid ones are one rejected line`() throws {
    let long = #""\#(String(repeating: "x", count: 300))""#
    let ids = [#""g1""#, "7", "null", #""g2""#, #""""#, long, #""g3""#]
    let items = ids.map { #"{"item_id":\#($0)}"# } + ["8", #"{"item_id":"g1","quantity":2}"#]
    let line = event("add_to_wishlist", [], more: #","items":[\#(items.joined(separator: ","))]"#)
    let file = try read(event(), line)
    #expect(file.events[.gameId].vocabulary.count == 3)
    #expect(file.ids.count == 4)
    // Of nine items: three games, g1 again, three without an id, and two invalid ids.
    let counts = file.source.counts
    #expect(counts.accepted == 4 && counts.duplicate == 1 && counts.ignored == 3)
    #expect(counts.rejectedByReason == ["wrongType": 1])
    #expect(counts.read == 9)
    #expect(counts.isBalanced)
    #expect(counts.byShape == ["ga4": 5])
    #expect(file.rejected.map(\.detail) == ["items.item_id"])
    #expect(file.rejected.map(\.line) == [2])
  }

  @Test func `an invalid event with items is one rejected line`() throws {
    let items = #","items":[{"item_id":"g1"},{"item_id":"g2"}]"#
    for line in [
      event(player: "", more: items), event(time: #""x""#, more: items),
      event(more: items + #","device":{"category":7}"#),
    ] {
      let counts = try read(line).source.counts
      #expect(counts.read == 1 && counts.rejected == 1)
    }
  }

  @Test func `a line may have more items than a batch of rows`() throws {
    let items = (0..<700).map { #"{"item_id":"g\#($0)"}"# }.joined(separator: ",")
    let file = try read(event("share", [], more: #","items":[\#(items)]"#), event())
    #expect(file.source.counts.accepted == 701)
    #expect(Set(file.ids).count == 701)
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

  @Test func `events that were sent together have ids of their own`() throws {
    func swipe(_ action: String, more: String = "") -> String {
      event(
        "swipe_action", [parameter("item_id", "g1"), parameter("action", action)], more: more)
    }
    let lines = [
      swipe("like"), swipe("dislike"),
      swipe("like", more: #","event_bundle_sequence_id":"5""#),
      swipe("like", more: #","batch_page_id":"1700000000001""#),
      swipe("like", more: #","batch_ordering_id":2"#),
      swipe("like", more: #","batch_event_index":"1""#),
      swipe("like", more: #","batch_event_index":"2""#),
      event(), event(player: #","user_id":"u2""#), event("share"), event(time: "1756720800250998"),
      event("view_item", [parameter("item_id", "g2")]),
      // The hashes know where one text ends and the next begins.
      event("view_item", [parameter("item_id", "1g1")], player: #","user_id":"u""#),
    ]
    let file = try folder.read(lines.joined(separator: "\n"), of: .analytics)
    #expect(file.source.counts.accepted == lines.count)
    #expect(file.source.counts.duplicate == 0)
    // The order of the lines, and how a line is read, do not matter.
    let again = try folder.read(lines.reversed().joined(separator: "\n"), of: .analytics)
    #expect(Set(again.ids) == Set(file.ids))
    let both = try folder.read((lines + lines).joined(separator: "\n"), of: .analytics)
    #expect(both.source.counts.duplicate == lines.count)
  }

  @Test func `an event that is exported again has the same id`() throws {
    let session = #"{"key":"ga_session_id","value":{"int_value":"7001"}}"#
    let number = session.replacing(#""7001""#, with: "7001")
    let nulls = session.replacing(#"{"int"#, with: #"{"string_value":null,"int"#)
    let game = parameter("item_id", "g1")
    let file = try read(
      event("share", [game, session], more: #","batch_event_index":"3""#),
      event("share", [number, game], more: #","batch_event_index":3"#),
      event("share", [game, nulls], time: "1756720800250999", more: #","batch_event_index":3"#),
      // Google changes these afterwards.
      event(
        "share", [game, session],
        more: #","batch_event_index":"3","device":{"category":"x"},"traffic_source":{"name":"n"}"#))
    #expect(file.source.counts.accepted == 1)
    #expect(file.source.counts.duplicate == 3)
  }

  @Test func `an id is the same on every machine`() throws {
    // Two runs of hash64, seeds 0 and 1: u1, view_item, 1756720800250999, 4 absent places in the
    // batch, g1.
    func half(_ seed: UInt64) -> String {
      var hash = hash64(of: "view_item".utf8.span, seed: hash64(of: "u1".utf8.span, seed: seed))
      hash = hash64(hash, adding: 1_756_720_800_250_999)
      for _ in 0..<4 { hash = hash64(hash, adding: 1 << 63) }
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
      (event("share", [], more: #","items":[{"item_id":7}]"#), "wrongType items.item_id"),
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
