import FindieDomain
import FindieHistory
import FindieIngest
import FindieTestSupport
import Foundation
import Testing

/// Exports of Google Analytics with names of their own, and the two tables of one day.
struct GoogleAnalyticsMappingTests {
  let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func parameter(_ key: String, _ value: String) -> String {
    #"{"key":"\#(key)","value":{"string_value":"\#(value)"}}"#
  }

  private func event(
    _ name: String, _ parameters: [String], time: Int = 0, more: String = ""
  ) -> String {
    #"{"event_timestamp":"\#(1_760_000_000_000_000 + time)","event_name":"\#(name)","#
      + #""event_params":[\#(parameters.joined(separator: ","))],"user_pseudo_id":"7.9"\#(more)}"#
  }

  private func read(_ lines: [String], _ mapping: GA4Mapping = GA4Mapping()) throws -> Reading {
    var contract = EventContract()
    contract.ga4 = mapping
    let file = try folder.read(
      lines.joined(separator: "\n"), of: .analytics, contract: contract)
    #expect(file.source.counts.isBalanced)
    return file
  }

  // MARK: - Duplicates

  @Test func `the streaming and the daily table of a day count once`() throws {
    let swipes = ["like", "superLike", "skip"].map { action in
      [parameter("game_id", "g4"), parameter("action", action)]
    }
    let batch = { (place: Int) in
      #","event_bundle_sequence_id":"12","batch_event_index":"\#(place)""#
    }
    let intraday =
      swipes.enumerated().map { event("swipe_action", $1, more: batch($0)) }
      + (0..<30).map { event("view_item", [parameter("item_id", "g\($0 % 3)")], time: $0) }
    let more = [parameter("ga_session_number", "3"), parameter("engaged_session_event", "1")]
    let daily =
      swipes.enumerated().map { event("swipe_action", more + $1, more: batch($0)) }
      + (0..<30).map { event("view_item", [parameter("item_id", "g\($0 % 3)")] + more, time: $0) }
    let file = try read(intraday + daily)
    #expect(file.source.counts.accepted == 33 && file.source.counts.duplicate == 33)
    #expect(file.conflicts.isEmpty)
  }

  @Test func `a session in one of the tables only makes no second event`() throws {
    let session = #"{"key":"ga_session_id","value":{"int_value":"1760000000"}}"#
    let game = parameter("item_id", "g1")
    let file = try read([event("share", [game]), event("share", [game, session])])
    #expect(file.source.counts.accepted == 1 && file.source.counts.duplicate == 1)
    // Or too many of them would stop a run.
    #expect(file.conflicts.isEmpty)
  }

  // MARK: - Names

  @Test func `events, actions and parameters may have names of their own`() throws {
    var mapping = GA4Mapping()
    mapping.events["open_title"] = .type(.gameView)
    mapping.events["store_button"] = .type(.externalLinkClick)
    mapping.events["card_swiped"] = .action
    mapping.events["share"] = .ignored
    mapping.actions["right"] = .gameLike
    mapping.parameters["gameId"] = ["title_id", "item_id"]
    mapping.parameters["action"] = ["direction"]
    mapping.parameters["shop"] = ["store"]
    mapping.parameters["listId"] = ["feed_list"]
    mapping.parameters["surface"] = ["screen", "feed"]
    let title = #"{"key":"title_id","value":{"int_value":"42"}}"#
    let list = #"{"key":"feed_list","value":{"int_value":77}}"#
    let file = try read(
      [
        event("open_title", [title, list, parameter("feed", "trending")]),
        event("store_button", [title, parameter("store", "steam")], time: 1000),
        event("card_swiped", [title, parameter("direction", "right")], time: 2000),
        event(
          "view_item", [parameter("item_id", "g1"), parameter("screen", "similar")], time: 3000),
        event("share", [title], time: 4000), event("level_up", [title], time: 5000),
        event("view_item", [parameter("game_id", "g1")], time: 6000),
      ], mapping)
    let events = file.events
    #expect(
      (0..<events.count).map { events.eventType($0) } == [
        .gameView, .externalLinkClick, .gameLike, .gameView,
      ])
    #expect((0..<4).map { events[.gameId].text($0) } == ["42", "42", "42", "g1"])
    #expect((0..<2).map { events[.shop].text($0) } == ["", "steam"])
    #expect(events[.listId].text(0) == "77")
    #expect([0, 3].map { events[.surface].text($0) } == ["trending", "similar"])
    #expect(
      file.source.counts.notes
        == ["event.share": 1, "event.level_up": 1, "event.view_item without a game": 1])
    #expect(
      file.source.counts.ignoredEvents == "level_up 1, share 1, view_item without a game 1")
  }

  @Test func `one parameter may fill several fields`() throws {
    var mapping = GA4Mapping()
    mapping.parameters["gameId"] = ["ref"]
    mapping.parameters["campaign"] = ["ref"]
    let file = try read([event("view_item", [parameter("ref", "x")])], mapping)
    #expect(file.events[.gameId].text(0) == "x" && file.events[.campaign].text(0) == "x")
  }

  // MARK: - Messages

  @Test func `a fault gives the value that was found`() throws {
    let game = parameter("item_id", "g1")
    let lines = [
      event("swipe_action", [game, parameter("action", "boost")]),
      event("share", [#"{"key":"item_id","value":{"double_value":2.5}}"#]),
      event("share", [], more: #","items":[{"item_id":12}]"#),
      event("share", [game], more: #","user_id":false"#),
      event("share", [game]).replacing(#""1760000000000000""#, with: #""2025-10-09""#),
      event("share", [game, #"{"key":"ga_session_id","value":{"double_value":0.5}}"#]),
      event("share", [game], more: #","device":{"category":3}"#),
    ]
    let file = try read(lines)
    let found = file.rejected.map {
      "\($0.reason.rawValue) \($0.detail): \(LineContent(of: $0, FieldNames()).found)"
    }
    #expect(
      found == [
        "unknownAction action: \"boost\"", "wrongType item_id: the number 2.5",
        "wrongType items.item_id: ", "wrongType user_id: false",
        "badTimestamp event_timestamp: the text \"2025-10-09\"",
        "wrongType sessionId: ", "wrongType deviceType: ",
      ])
  }
}
