import FindieDomain
import FindieHistory
import FindieIngest
import FindieTestSupport
import FindieWorkers
import Foundation
import Testing

/// The files that the app's team writes by hand: annotations and promotions.
struct TeamFileTests {
  let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func catalogue(_ files: [String: String]) throws -> ReadCatalogue {
    for (name, text) in files { try folder.write(text, to: name) }
    return try CatalogueReader(limits: IngestLimits(), now: Timestamp(iso8601: "2026-03-10"))
      .read(InputFolder(scanning: folder.url), workers: Workers(threads: 2))
  }

  private func annotations(_ lines: String...) throws -> CatalogueRecords<Annotation> {
    let read = try catalogue(["annotations.ndjson": lines.joined(separator: "\n")]).annotations
    #expect(read.counts.isBalanced)
    return read
  }

  private func promotions(_ lines: String...) throws -> CatalogueRecords<Promotion> {
    let read = try catalogue(["promotions.ndjson": lines.joined(separator: "\n")]).promotions
    #expect(read.counts.isBalanced)
    return read
  }

  private func day(_ text: String) throws -> Day { try #require(Day(text)) }

  @Test func `a time counts as its day, and blanks around the text do not count`() throws {
    let read = try annotations(
      #"{"id":"a","day":"2026-03-01","text":" Festival ","gameId":"g"}"#,
      #"{"id":"b","day":"2026-03-01T23:30:00-05:00","text":"Sale","developerId":"d"}"#,
      #"{"id":"c","data":{"day":1772323200,"text":"2.0 🎉","isActive":false,"updatedAt":"2026-03-02"}}"#
    )
    #expect(
      read.records == [
        Annotation(id: "a", day: try day("2026-03-01"), text: "Festival", gameId: "g"),
        Annotation(id: "b", day: try day("2026-03-02"), text: "Sale", developerId: "d"),
        Annotation(
          id: "c", day: try day("2026-03-01"), text: "2.0 🎉",
          updatedAt: Timestamp(iso8601: "2026-03-02"), isActive: false),
      ])
    #expect(read.warnings == [:])
  }

  @Test func `without an id, equal content is one annotation, and any difference another`() throws {
    let read = try annotations(
      #"{"day":"2026-03-01","text":"Sale"}"#, #"{"text":"Sale ","day":"2026-03-01T10:00:00Z"}"#,
      #"{"day":"2026-03-02","text":"Sale"}"#, #"{"day":"2026-03-01","text":"Sale!"}"#,
      #"{"day":"2026-03-01","text":"Sale","gameId":"g"}"#,
      #"{"day":"2026-03-01","text":"Sale","developerId":"g"}"#)
    #expect(read.counts.duplicate == 1)
    #expect(Set(read.records.map(\.id)).count == 5)
    #expect(read.records.allSatisfy { $0.id.hasPrefix("ann-") && $0.id.utf8.count == 36 })
    // A line with the same values withdraws it.
    let withdrawn = try annotations(
      #"{"day":"2026-03-01","text":"Sale"}"#,
      #"{"day":"2026-03-01","text":"Sale","isActive":false}"#)
    #expect(withdrawn.records.map(\.isActive) == [false])
    #expect(withdrawn.records.map(\.id) == [read.records[0].id])
    #expect(read.records[0].id == "ann-696b5d73e868d4617ce4420d559c0795")
  }

  @Test(arguments: [
    (#"{"text":"Sale"}"#, "missingField"), (#"{"day":"2026-03-01"}"#, "missingField"),
    (#"{"day":"2026-02-30","text":"x"}"#, "badTimestamp"),
    (#"{"day":"yesterday","text":"x"}"#, "badTimestamp"),
    (#"{"day":true,"text":"x"}"#, "badTimestamp"), (#"{"day":"2026-03-01","text":7}"#, "wrongType"),
    (#"{"day":"2026-03-01","text":null}"#, "missingField"),
    (#"{"day":"2026-03-01","text":""}"#, "brokenRule"),
    (#"{"day":"2026-03-01","text":"   "}"#, "brokenRule"),
    (#"{"day":"2026-03-01","text":"a\nb"}"#, "brokenRule"),
    (#"{"day":"2026-03-01","text":"a\u0000b"}"#, "brokenRule"),
    (#"{"day":"2026-03-01","text":"a\u202eb"}"#, "brokenRule"),
    (#"{"day":"2026-03-01","text":"a\u2028b"}"#, "brokenRule"),
    (#"{"day":"2026-03-01","text":"x","gameId":"g","developerId":"d"}"#, "brokenRule"),
    (#"{"day":"2026-03-01","text":"x","gameId":7}"#, "wrongType"),
    (#"{"day":"2026-03-01","text":"x","gameId":""}"#, "emptyId"),
    (#"{"day":"2026-03-01","text":"x","isActive":"no"}"#, "wrongType"),
    (#"{"id":"","day":"2026-03-01","text":"x"}"#, "emptyId"),
    (#"{"id":7,"day":"2026-03-01","text":"x"}"#, "wrongType"),
    (#"{"day":"2026-03-01","day":"2026-03-02","text":"x"}"#, "duplicateKey"),
    (#"["2026-03-01","x"]"#, "notAnObject"), ("x", "notJSON"),
  ])
  func `an annotation that is not as documented is rejected`(line: String, reason: String) throws {
    let read = try annotations(line)
    #expect(read.records.isEmpty)
    #expect(read.counts.rejectedByReason == [reason: 1])
  }

  @Test func `a text has at most 200 characters, whatever their bytes, but not any number`() throws
  {
    func read(_ text: String) throws -> Int {
      try annotations(#"{"day":"2026-03-01","text":"\#(text)"}"#).records.count
    }
    #expect(try read(String(repeating: "ミ", count: 200)) == 1)
    #expect(try read(String(repeating: "x", count: 201)) == 0)
    #expect(try read("e" + String(repeating: "\u{301}", count: 1000)) == 0)
  }

  @Test func `a promotion has a game, days, and a rank or a boost`() throws {
    let read = try promotions(
      #"{"id":"p","gameId":"g","from":"2026-03-01","to":"2026-03-01","rank":50}"#,
      #"{"gameId":"g","from":"2026-03-01","to":"2026-03-07T09:00:00Z","boost":0.7,"#
        + #""genres":["RPG","puzzle","rpg"],"platforms":["itch.io","windows"]}"#)
    var expected = Promotion(
      id: read.records[1].id, gameId: "g", from: try day("2026-03-01"), to: try day("2026-03-07"),
      boost: Decimal(string: "0.7"), genres: [.puzzle, .rpg], platforms: [.windows, .itchio])
    #expect(read.records[1] == expected)
    #expect(expected.id.hasPrefix("pro-"))
    #expect(read.records[0].rank == 50)
    #expect(read.warnings == [:])
    // The order of words does not change the id.
    let other = try promotions(
      #"{"gameId":"g","from":"2026-03-01","to":"2026-03-07","boost":"0.70","#
        + #""genres":["puzzle","rpg"],"platforms":["windows","itchio"],"isActive":false}"#)
    expected.isActive = false
    #expect(other.records == [expected])
  }

  @Test(arguments: [
    (#""to":"2026-03-02","rank":1"#, "missingField"),
    (#""gameId":"g","to":"2026-03-02","rank":1"#, "missingField"),
    (#""gameId":"g","from":"2026-03-02","rank":1"#, "missingField"),
    (#""gameId":"g","from":"2026-03-02","to":"2026-03-01","rank":1"#, "brokenRule"),
    (#""gameId":"g","from":"2026-03-01","to":"2026-03-02""#, "brokenRule"),
    (#""gameId":"g","from":"2026-03-01","to":"2026-03-02","rank":1,"boost":1"#, "brokenRule"),
    (#""gameId":"g","from":"2026-03-01","to":"2026-03-02","rank":0"#, "brokenRule"),
    (#""gameId":"g","from":"2026-03-01","to":"2026-03-02","rank":51"#, "brokenRule"),
    (#""gameId":"g","from":"2026-03-01","to":"2026-03-02","rank":1.5"#, "wrongType"),
    (#""gameId":"g","from":"2026-03-01","to":"2026-03-02","rank":"first""#, "wrongType"),
    (#""gameId":"g","from":"2026-03-01","to":"2026-03-02","boost":0"#, "brokenRule"),
    (#""gameId":"g","from":"2026-03-01","to":"2026-03-02","boost":-1"#, "brokenRule"),
    (#""gameId":"g","from":"2026-03-01","to":"2026-03-02","boost":10.01"#, "brokenRule"),
    (#""gameId":"g","from":"2026-03-01","to":"2026-03-02","boost":"much""#, "wrongType"),
    (#""gameId":"g","from":"2026-03-01","to":"2026-03-02","boost":1e300"#, "wrongType"),
    (#""gameId":"g","from":"soon","to":"2026-03-02","rank":1"#, "badTimestamp"),
    (
      #""gameId":"g","from":"2026-03-01","to":"2026-03-02","rank":1,"genres":["roguelike"]"#,
      "unknownWord"
    ),
    (#""gameId":"g","from":"2026-03-01","to":"2026-03-02","rank":1,"genres":"rpg""#, "wrongType"),
    (
      #""gameId":"g","from":"2026-03-01","to":"2026-03-02","rank":1,"platforms":["windows",7]"#,
      "wrongType"
    ),
  ])
  func `a promotion that is not as documented is rejected`(fields: String, reason: String) throws {
    let read = try promotions("{" + fields + "}")
    #expect(read.records.isEmpty)
    #expect(read.counts.rejectedByReason == [reason: 1])
  }

  @Test func `both collections may be CSV, without a column for the id`() throws {
    let read = try catalogue([
      "annotations.csv": "date,text,game\n2026-03-01,\"Sale, and more\",g\n2026-03-02,Festival,\n",
      "promotions.csv": "game,from,to,rank,boost,genres\ng,2026-03-01,2026-03-07,3,,rpg|puzzle\n",
    ])
    #expect(read.annotations.records.map(\.text) == ["Sale, and more", "Festival"])
    #expect(read.annotations.records.map(\.gameId) == ["g", nil])
    #expect(read.promotions.records.map(\.rank) == [3])
    #expect(read.promotions.records.map(\.genres) == [[.puzzle, .rpg]])
    // The same records as NDJSON have the same ids.
    let same = try annotations(#"{"day":"2026-03-02","text":"Festival"}"#)
    #expect(same.counts.duplicate == 1 && same.records.count == 2)
  }

  @Test func `the newest version of an id is used, and a time in the future counts as absent`()
    throws
  {
    let read = try annotations(
      #"{"id":"a","day":"2026-03-01","text":"new","updatedAt":"2026-03-02"}"#,
      #"{"id":"a","day":"2026-03-01","text":"old","updatedAt":"2026-03-01"}"#,
      #"{"id":"b","day":"2026-03-01","text":"b","updatedAt":"2027-03-01"}"#)
    #expect(read.records.map(\.text) == ["new", "b"])
    #expect(read.warnings == ["future.updatedAt": 1])
  }
}
