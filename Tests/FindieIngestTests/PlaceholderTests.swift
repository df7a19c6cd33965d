import FindieDomain
import FindieHistory
import FindieIngest
import FindieTestSupport
import FindieWorkers
import Foundation
import Testing

/// Words for "no value" as ids.
struct PlaceholderTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private static let words = [
    "null", "NULL", "Null", #"\\N"#, "None", "none", "NaN", "nan", "nil", "NA", "N/A", "undefined",
    "(null)", "<null>", "<nil>", "(not set)", "(none)", "#N/A", "<NA>", " ", "   ", " NULL ",
    "\u{A0}", "\u{3000} ", "00000000-0000-0000-0000-000000000000",
    "{00000000-0000-0000-0000-000000000000}", "00000000000000000000000000000000",
    "000000000000000000000000",
  ]

  /// Ids that only look like words.
  private static let ids = [
    "0", "-1", "00", "0000", "nullable", "nullnull", "nann", "nils", "undefine", "undefined1", "N",
    #"\\n1"#, "(nul)", "u", "unknown", "guest", "no", "nobody", "0-0",
    "00000000-0000-0000-0000-000000000001",
    " a", "\u{A0}x", "é",
  ]

  private func event(
    user: String = "u1", game: String = "g1", session: String = "s1", id: String = "e1"
  ) -> String {
    #"{"id":"\#(id)","userId":"\#(user)","gameId":"\#(game)","sessionId":"\#(session)","#
      + #""action":"like","timestamp":"2025-09-01T10:00:00Z"}"#
  }

  private func faults(_ file: Reading) -> [String] {
    file.rejected.map { "\($0.reason.rawValue) \($0.detail)" }
  }

  @Test(arguments: words)
  func `a line with a word as the id of a player, game or event is rejected`(word: String) throws {
    for (field, line) in [
      ("userId", event(user: word)), ("gameId", event(game: word)), ("id", event(id: word)),
      ("userId", #"{"id":"e1","data":\#(event(user: word))}"#),
    ] {
      let file = try folder.read(line)
      #expect(file.ids == [])
      let fault = try #require(faults(file).first)
      #expect(fault.hasPrefix("placeholderId \(field) \""), "\(fault)")
    }
  }

  @Test(arguments: words)
  func `a word as the id of a session counts as none, and is counted`(word: String) throws {
    let (file, without) = (
      try folder.read(event(session: word)), try folder.read(event(session: ""))
    )
    #expect(file.rejected == [] && file.bytes == without.bytes)
    let warnings = file.source.counts.warnings
    #expect(warnings.count == 1 && warnings.values.first == 1)
    #expect(warnings.keys.first?.hasPrefix("sessionId.placeholderId.") == true)
    #expect(without.source.counts.warnings == [:])
  }

  @Test(arguments: ids)
  func `an id that is no word is accepted as it is`(id: String) throws {
    let file = try folder.read(event(user: id, game: id, session: id, id: id))
    #expect(file.rejected == [] && file.keptIds.count == 1)
    #expect(file.source.counts.warnings == [:])
    #expect(file.events[.sessionId].text(0) == file.keptIds[0])
  }

  @Test func `the fault names the word`() throws {
    #expect(
      faults(try folder.read(event(user: "NULL"))) == [#"placeholderId userId "NULL""#])
    #expect(
      try folder.read(event(session: "  None")).source.counts.warnings
        == ["sessionId.placeholderId.None": 1])
  }

  @Test func `rows of CSV are read alike`() throws {
    let rows = """
      userId,gameId,action,timestamp,sessionId
      NULL,g1,like,1740684900,s1
      ada,\\N,like,1740684901,s1
      ada,g1,like,1740684902,undefined
      0,g1,like,1740684903,0
      ada,g1,like,1740684904,s1
      """
    let file = try folder.read(Array(rows.utf8), as: "interactions.csv")
    #expect(
      faults(file) == [#"placeholderId userId "NULL""#, #"placeholderId gameId "\N""#])
    #expect((0..<3).map { file.events[.sessionId].text($0) } == ["", "0", "s1"])
    #expect(file.source.counts.warnings["sessionId.placeholderId.undefined"] == 1)
  }

  @Test func `an event of Google Analytics has the pseudonym, or no game`() throws {
    func event(_ user: String, _ pseudonym: String, item: String) -> String {
      #"{"event_timestamp":"1756720800250999","event_name":"view_item","user_id":"\#(user)","#
        + #""user_pseudo_id":"\#(pseudonym)","items":[{"item_id":"\#(item)"}]}"#
    }
    let file = try folder.read(
      [
        event("null", "p1", item: "g1"), event("None", "nan", item: "g1"),
        event("u1", "p1", item: "(not set)"),
      ].joined(separator: "\n"), of: .analytics)
    #expect(file.events.count == 1 && file.events[.userId].text(0) == "p1")
    #expect(faults(file) == ["missingField user_id"])
    #expect(file.source.counts.ignored == 1)
  }

  @Test func `a contract's list of sessions does not change it`() throws {
    var contract = EventContract()
    contract["sessionId", in: .interactions].values = ["s1", "NULL"]
    let file = try folder.read(event(session: "NULL") + "\n" + event(id: "e2"), contract: contract)
    #expect(file.rejected == [] && file.events[.sessionId].text(0) == "")
  }

  @Test func `a record of the catalogue is rejected`() throws {
    let lines = [
      #"{"id":"NULL","title":"Moss","developerId":"d1","releaseStatus":"released"}"#,
      #"{"id":"g1","title":"Moss","developerId":"none","releaseStatus":"released"}"#,
      #"{"id":"0","title":"Moss","developerId":"d1","releaseStatus":"released"}"#,
    ]
    try folder.write(lines.joined(separator: "\n"), to: "games.ndjson")
    let read = try CatalogueReader(limits: IngestLimits(), now: now)
      .read(InputFolder(scanning: folder.url), workers: Workers(threads: 1))
    #expect(read.games.records.map(\.id) == ["0"])
    #expect(read.files[0].counts.rejectedByReason == ["placeholderId": 2])
  }
}
