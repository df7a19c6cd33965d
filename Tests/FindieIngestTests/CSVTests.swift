import FindieDomain
import FindieHistory
import FindieIngest
import FindieTestSupport
import FindieWorkers
import Foundation
import Testing

/// Events of CSV files with a header.
struct CSVTests {
  let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func read(
    _ text: String, as name: String = "interactions.csv", limits: IngestLimits = IngestLimits(),
    chunk: Int = 1 << 18
  ) throws -> Reading {
    let file = try folder.read(Array(text.utf8), as: name, limits: limits, chunk: chunk)
    #expect(file.source.counts.isBalanced)
    return file
  }

  private func texts(of file: Reading) -> [String] {
    file.rejected.map { String(decoding: $0.bytes, as: UTF8.self) }
  }

  private static let header = "id,userId,gameId,action,timestamp"
  private static let rows = (0..<5).map {
    "e\($0),\"u,\($0)\",g\($0),like,2025-09-0\($0 + 1)T10:00:00Z"
  }

  // MARK: - Fields

  @Test func `a row is the event that its line of NDJSON is`() throws {
    let rows = """
      sessionId,id,user_id,item_id,action,Time Stamp,card-position,viewDuration,gameTags,note
      s1,a,ada,g1,superLike,1740684900,3,2.5,cozy | pixel art;rpg,x
      ,b,ben,7,dislike,2025-02-27 19:35:00,,,,
      """.replacing("Time Stamp", with: "timestamp")
    let lines = """
      {"id":"a","userId":"ada","gameId":"g1","action":"superLike","timestamp":1740684900,\
      "sessionId":"s1","cardPosition":3,"viewDuration":2.5,"gameTags":["cozy","pixel art","rpg"]}
      {"id":"b","userId":"ben","gameId":"7","action":"dislike","timestamp":"2025-02-27T19:35:00Z"}
      """
    let (csv, ndjson) = (try read(rows), try folder.read(lines))
    #expect(csv.rejected == [])
    #expect(csv.content == ndjson.content && csv.keptIds == ndjson.keptIds)
  }

  @Test func `analytics events are read too`() throws {
    let file = try read(
      "id,user_pseudo_id,game,event,time,surface\na,p,g,gameView,1740684900000,personal\n",
      as: "analytics.tsv")
    #expect(file.ids == ["a"] && file.rejected == [])
  }

  @Test(arguments: [
    ("1740684900", nil), ("1740684900000", nil), ("1740684900.25", nil), ("2025-02-27", nil),
    ("2025-02-27 19:35:00.000000+00:00", nil), ("2024", "badTimestamp"),
    ("20250227", nil), ("01/02/2025", "badTimestamp"), ("", "missingField"),
    ("  ", "missingField"), ("1740684900000000", "badTimestamp"),
  ])
  func `a time is ISO 8601, seconds, milliseconds, or calendar digits`(
    time: String, reason: String?
  ) throws {
    let file = try read("user,item,action,time\nu,g,like,\(time)\n")
    #expect(file.rejected.map(\.reason.rawValue) == (reason.map { [$0] } ?? []))
  }

  @Test(arguments: [
    ("rating", "5", "like"), ("rating", "4", "like"), ("Rating", "3.9", "neutral"),
    ("stars", "2.5", "neutral"), ("score", "2", "dislike"), ("rating", "0.5", "dislike"),
    ("rating/10", "8", "like"), ("rating/10", "7", "neutral"), ("rating/10", "4", "dislike"),
    ("rating/100", "39", "dislike"), ("rating", "6", nil), ("rating", "0", nil),
    ("rating", "-1", nil), ("rating", "good", nil), ("rating", "nan", nil),
    ("rating/10", "11", nil),
  ])
  func `a rating is an action by its share of the best`(
    column: String, rating: String, action: String?
  ) throws {
    let file = try read("user,item,\(column),time\nu,g,\(rating),1740684900\n")
    #expect(
      file.events.kinds.map { SwipeAction.allCases[Int($0)].rawValue }
        == [action].compactMap(\.self))
    #expect(file.rejected.map(\.reason) == (action == nil ? [.unknownAction] : []))
    if action == nil { #expect(texts(of: file)[0].contains(#""action":"rating \#(rating) of "#)) }
    // Only a scale that the header does not state is an assumption.
    #expect(
      file.source.counts.warnings
        == (column.contains("/") || action == nil ? [:] : ["rating.outOf5": 1]))
  }

  @Test func `an action is used rather than a rating`() throws {
    let file = try read("user,item,rating,action,time\nu,g,1,like,1740684900\n")
    #expect(file.events.kinds.map { SwipeAction.allCases[Int($0)] } == [.like])
    #expect(file.source.counts.warnings == [:])
  }

  @Test func `an id is derived from player, game, action and time, however they are written`()
    throws
  {
    let id = try read("user,item,rating,time\nu,g,5,1740684900\n").keptIds
    #expect(id[0].hasPrefix("csv-") && id[0].utf8.count == 36)
    for (text, name) in [
      (
        "timestamp;action;note;game_id;user_id\n2025-02-27T19:35:00Z;like;n;g;u\n",
        "interactions-2.csv"
      ),
      ("\u{FEFF}score,player,itemId,date\r\n4,\"u\",\"g\",1740684900000", "interactions.tsv"),
    ] {
      #expect(try read(text, as: name).keptIds == id)
    }
    for row in ["v,g,5,1740684900", "u,h,5,1740684900", "u,g,1,1740684900", "u,g,5,1740684901"] {
      #expect(try read("user,item,rating,time\n\(row)\n").keptIds != id)
    }
    // The same row twice is one event.
    let twice = try read("user,item,rating,time\nu,g,5,1740684900\nu,g,5,1740684900\n")
    #expect(twice.source.counts.duplicate == 1 && twice.conflicts.isEmpty)
    // With a column of ids, every row needs one.
    let ids = try read("id,user,item,action,time\n,u,g,like,1740684900\n")
    #expect(ids.rejected.map(\.reason) == [.missingField])
  }

  @Test func `an unknown column is named like an unknown field of NDJSON`() throws {
    let file = try read(
      "user,item,action,time,mood,data,event_name\nu,g,lke,1740684900,\"a \"\"b\"\"\",{},x\n")
    #expect(
      LineContent(of: file.rejected[0], FieldNames()).keys == [
        "id (text)", "userId (text)", "gameId (text)", "action (text)", "timestamp (number)",
        "mood (text)",
      ])
  }

  // MARK: - The grammar

  @Test(arguments: [1, 2, 3, 7, 64, 1 << 18])
  func `separators, line ends, compression and chunks do not matter`(chunk: Int) throws {
    let expected = try read(([Self.header] + Self.rows).joined(separator: "\n") + "\n")
    #expect(expected.ids == ["e0", "e1", "e2", "e3", "e4"])
    for separator in [",", ";", "\t"] {
      for end in ["\n", "\r\n", "\r"] {
        let lines = ([Self.header] + Self.rows).map {
          $0.replacing("\"u,", with: "QUOTED").replacing(",", with: separator)
            .replacing("QUOTED", with: "\"u,")
        }
        for text in [
          lines.joined(separator: end), "\u{FEFF}" + lines.joined(separator: end) + end,
          end + lines.joined(separator: end + "  " + end) + end + end,
        ] {
          let bytes = Array(text.utf8)
          for (bytes, name) in [
            (bytes, "interactions.csv"), (gzipMember(bytes), "interactions.csv.gz"),
            (zstdFrame(bytes), "interactions.tsv.zst"),
          ] {
            let file = try folder.read(bytes, as: name, chunk: chunk, sliceBytes: 1, threads: 2)
            #expect(file.content == expected.content && file.ids == expected.ids, "\(text)")
            #expect(file.source.counts.read == 5)
          }
        }
      }
    }
  }

  @Test(arguments: [1, 5, 1 << 18])
  func `quoted fields may have separators, quotation marks and line ends`(chunk: Int) throws {
    let text = """
      user,note,item,action,time
      "u ""1"", x","two
      lines, ""quoted"", and a \r
      third",g1,like,1740684900
      u2,it's 5" wide,g2,like,1740684901
      u3,"",g3,nonsense,1740684902
      "",,"",,""

      """
    let file = try read(text, chunk: chunk)
    #expect(file.events.count == 2)
    #expect((0..<2).map { file.events[.userId].text($0) } == ["u \"1\", x", "u2"])
    // Numbered by the lines of the file.
    #expect(file.rejected.map(\.line) == [6, 7])
    #expect(file.rejected.map(\.reason) == [.unknownAction, .missingField])
    let place = try #require(text.utf8.firstRange(of: "u3".utf8)?.lowerBound)
    #expect(
      file.rejected[0].byteOffset == text.utf8.distance(from: text.utf8.startIndex, to: place))
  }

  @Test func `a row with too many or too few fields is quarantined with its number and fields`()
    throws
  {
    let text = """
      user,item,action,time
      u1,g1,like
      u2,g2,like,1740684900,and "more"
      u3,g3,like,1740684900
      "u4"x,g4,like,1740684900
      """
    let file = try read(text)
    #expect(file.events.count == 1)
    #expect(file.rejected.map(\.reason) == [.badRow, .badRow, .badRow])
    #expect(file.rejected.map(\.line) == [2, 3, 5])
    #expect(
      file.rejected.map(\.detail) == [
        "3 fields, the header has 4", "5 fields, the header has 4",
        "text after a closing quotation mark",
      ])
    #expect(
      texts(of: file) == [
        #"["u1","g1","like"]"#, #"["u2","g2","like","1740684900","and \"more\""]"#,
        #"["u4x","g4","like","1740684900"]"#,
      ])
    #expect(file.rejected.allSatisfy { !$0.isCut })
  }

  @Test func `a quotation mark that is not closed is never a silent loss`() throws {
    let text =
      "user,item,action,time\nu1,g1,like,1740684900\nu2,\"g2,like,1740684900\n"
      + "u3,g3,like,1740684900\n"
    for bytes in [Array(text.utf8), gzipMember(Array(text.utf8))] {
      let file = try folder.read(bytes, as: "interactions.csv")
      #expect(file.events.count == 1)
      #expect(file.rejected.map(\.reason) == [.truncatedFile])
      #expect(file.rejected[0].detail == "the quotation mark on line 3 is not closed")
      // The last line break begins no line.
      #expect(file.source.counts.read == 3 && file.rejected[0].lines == 2)
      #expect(texts(of: file)[0].contains("u3,g3,like"))
      let breach = BadShareLimit().breach(
        by: file.source.counts, of: "interactions.csv", quarantine: nil)
      #expect(breach?.isCut == true)
      #expect(breach?.description.contains("or a quotation mark is not closed") == true)
    }
    // In the header, too.
    let header = try read("user,\"item,action,time\nu1,g1,like,1740684900\n")
    #expect(header.rejected.map(\.reason) == [.truncatedFile])
  }

  @Test func `a compressed file that ends early is refused`() throws {
    let bytes = gzipMember(Array("user,item,action,time\nu1,g1,like,1740684900\nu2,g2".utf8))
    for count in [1, 8, 11] {
      let file = try folder.read(Array(bytes.dropLast(count)), as: "interactions.csv.gz")
      #expect(file.rejected.last?.reason == .truncatedFile)
    }
  }

  @Test(arguments: [1, 100, 1 << 18])
  func `a row that is too long is rejected, and the next one is read`(chunk: Int) throws {
    var limits = IngestLimits()
    limits.eventLineBytes = 1024
    let long = "\"" + String(repeating: "x\n", count: 1000) + "\""
    let file = try read(
      "user,item,action,time\nu1,\(long),like,1740684900\nu2,g2,like,1740684900\n",
      limits: limits, chunk: chunk)
    #expect(file.rejected.map(\.reason) == [.lineTooLong])
    #expect(file.rejected[0].isCut && file.rejected[0].bytes.count <= 4096)
    #expect(file.rejected[0].length == ("u1,\(long),like,1740684900").utf8.count)
    #expect((0..<file.events.count).map { file.events[.userId].text($0) } == ["u2"])
    #expect(file.source.counts.rejectedByReason == ["lineTooLong": 1001])
    #expect(file.source.counts.read == 1002)
  }

  @Test func `bytes that are not UTF-8 are a bad row`() throws {
    let bytes = Array("user,item,action,time\nu".utf8) + [0xE9] + Array(",g,like,1740684900\n".utf8)
    let file = try folder.read(bytes, as: "interactions.csv")
    #expect(file.rejected.map(\.reason) == [.notUTF8])
    #expect(file.rejected[0].bytes.contains(0xE9))
  }

  @Test func `an empty file and a header alone have no rows`() throws {
    for text in ["", "\n", "user,item,action,time", "user,item,action,time\r\n"] {
      #expect(try read(text).source.counts == LineCounts())
    }
  }

  @Test func `a file is read the same in any slices`() throws {
    let rows = (0..<9000).map { "\"u\n\($0)\",g\($0 % 9),like,\(1_740_684_900 + $0)" }
    let text = "user,item,action,time\n" + rows.joined(separator: "\n")
    let text2 = text.replacing("u\n", with: "u")
    #expect(text2.utf8.count > 3 << 16)
    let whole = try folder.read(Array(text2.utf8), as: "interactions.csv")
    #expect(whole.source.counts.accepted == 9000)
    let cut = try folder.read(
      Array(text2.utf8), as: "interactions.csv", sliceBytes: 1 << 16, threads: 3)
    #expect(cut.everything == whole.everything)
    // A line end is no part of an id, but of the field.
    let broken = try folder.read(
      Array(text.utf8), as: "interactions.csv", sliceBytes: 1 << 16, threads: 3)
    #expect(broken.source.counts.rejectedByReason == ["controlCharacter": 9000])
  }

  // MARK: - The header

  @Test(arguments: [
    ("user,item,action,time,note,note", "columns 5 and 6 are both named note"),
    ("user,user,item,action,time", "columns 1 and 2 are both named user"),
    ("user,player,item,action,time", "the columns user and player both mean userId"),
    ("user_id,USERID,item,action,time", "the columns user_id and USERID both mean userId"),
    ("item,action,time", "no column is userId or user or player or playerId or"),
    ("user,item,time", "no column is action or event or eventType or interaction or"),
    ("user,item,rating,score,time", "two columns are ratings: score is the second"),
    ("user,item,action", "no column is timestamp or time or date or datetime"),
    ("\"user\"x,item,action,time", "text after a closing quotation mark"),
    (#"{"id":"a","userId":"u"}"#, "text after a closing quotation mark"),
  ])
  func `a header that does not say what its columns are is an error`(header: String, why: String)
    throws
  {
    let failure = #expect(throws: IngestFailure.self) { try read(header + "\n1,2,3,4,5,6\n") }
    #expect(failure.map { "\($0)".contains(why) } == true, "\(failure.map { "\($0)" } ?? "")")
  }

  @Test func `a field's own name wins over others, and columns without a name are left out`() throws
  {
    let file = try read(",user,item,action,timestamp,date,\n0,u,g,like,1740684900,yesterday,\n")
    #expect(file.events.count == 1)
  }

  // MARK: - Other files

  @Test func `files of all formats count, and those that are not flat are not read`() throws {
    for name in [
      "interactions.csv", "interactions.ndjson", "games.tsv.gz", "prices.csv", "tags.CSV",
      "prices.ndjson", "tags.ndjson",
    ] {
      try folder.write("", to: name)
    }
    let found = try InputFolder(scanning: folder.url)
    #expect(
      found.sources.map(\.path) == [
        "games.tsv.gz", "interactions.csv", "interactions.ndjson", "prices.ndjson", "tags.ndjson",
      ])
    #expect(
      found.ignored.map { "\($0.path) \($0.why)" } == [
        "prices.csv unknownFormat", "tags.CSV unknownFormat",
      ])
  }

  @Test func `a rejected row names its player, also one that a quotation mark joined`() throws {
    let text = """
      user,item,action,time
      ada-1,g1,lke,1740684900
      ada-1,g1,like
      ben,"g1,like,1740684900
      ada-1,g2,like,1740684900

      """
    var forgotten = ForgottenLines { $0 == "ada-1" }
    let file = try read(text)
    #expect(file.rejected.map(\.reason) == [.unknownAction, .badRow, .truncatedFile])
    #expect(file.rejected.allSatisfy { forgotten.isNamed(in: $0.bytes[...]) })
    var others = ForgottenLines { $0 == "ada" }
    #expect(file.rejected.allSatisfy { !others.isNamed(in: $0.bytes[...]) })
    let folder = try TemporaryFolder()
    let source = try InputSource(
      folder.write(Array(text.utf8), to: "interactions.csv"), as: .interactions)
    let reading = try EventReader(limits: IngestLimits(), now: now) { $0 == "ada-1" }.reading(
      source)
    #expect(reading.rejected == [] && reading.source.counts.forgotten == 3)
  }

  @Test func `the text of a rejected row is the line of NDJSON that repairs it`() throws {
    let text = "user,item,action,time,gameTags\nu,g,lke,1740684900,a|b\n"
    let file = try read(text)
    let repaired = texts(of: file)[0].replacing("lke", with: "like")
    let (csv, ndjson) = (try read(text.replacing("lke", with: "like")), try folder.read(repaired))
    #expect(csv.content == ndjson.content)
    // A derived id depends on the action, as it was when the row was rejected.
    #expect(ndjson.keptIds.count == 1 && ndjson.keptIds != csv.keptIds)
  }
}

/// Records of the catalogue in CSV files.
struct CSVCatalogueTests {
  let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func read(_ files: [String: String]) throws -> ReadCatalogue {
    for (name, text) in files { try folder.write(text, to: name) }
    return try CatalogueReader(limits: IngestLimits()).read(
      InputFolder(scanning: folder.url), workers: Workers(threads: 2))
  }

  @Test func `a game's columns are read by their names and types`() throws {
    let games = try read([
      "games.csv": """
      item_id,Name,studio,genres,tags,platforms,release_date,status,price,currency,is_free,pages
      7,"Moss, ""Lantern""
      II",d1,adventure|Puzzle,Cozy;Pixel Art,steam,2024-05-16,Early Access,14.99,USD,no,12
      8,Copper Rails,d2,indie,,,,released,,,TRUE,
      """
    ]).games
    let expected = Game(
      id: "7", title: "Moss, \"Lantern\"\nII", developerId: "d1", genres: [.adventure, .puzzle],
      tags: ["Cozy", "Pixel Art"], platforms: [.steam],
      releaseDate: Timestamp(iso8601: "2024-05-16"), releaseStatus: .earlyAccess,
      price: Decimal(string: "14.99"), currency: "USD")
    #expect(games.records.first == expected)
    #expect(games.records.last?.isFree == true && games.records.count == 2)
    #expect(games.warnings == [:])
  }

  @Test func `what a short list of games lacks is assumed, with a warning`() throws {
    let games = try read([
      "games.csv": "game_id,title,genre\ng1,Moss Lantern,rpg\ng2,Copper Rails,rpg\ng3,,rpg\n"
    ])
    .games
    #expect(games.records.map(\.developerId) == ["unknown", "unknown"])
    #expect(games.records.map(\.releaseStatus) == [.released, .released])
    #expect(games.warnings == ["developerId.assumed": 2, "releaseStatus.assumed": 2])
    #expect(games.counts.rejectedByReason == ["brokenRule": 1])
    #expect(games.warnings.keys.allSatisfy { assumptionSentences[$0] != nil })
  }

  @Test func `studios, players, tags and metrics are read, beside lines of JSON`() throws {
    let read = try read([
      "developers.csv": "studio_id;name\nd1;Lantern Works\n",
      "users.tsv": "player\tfavorite genres\tjoinedDate\nada\trpg|puzzle\t2025-02-10\n",
      "tags.csv": "id,name,usageCount\ncozy,Cozy,3\n",
      "tags.ndjson": #"{"id":"trains","name":"Trains"}"#,
      "metrics.csv":
        "id,partner,metric,day,value\nauth|signUps|2025-02-27|,auth,signUps,2025-02-27,12\n",
    ])
    #expect(read.developers.records.map(\.studioName) == ["Lantern Works"])
    #expect(read.users.records.first?.favoriteGenres == [.rpg, .puzzle])
    #expect(read.tags.records.map(\.id) == ["cozy", "trains"])
    #expect(read.tags.records.first?.usageCount == 3)
    #expect(read.files.allSatisfy { $0.rejected == [] }, "\(read.files.map(\.rejected))")
  }

  @Test func `a header without ids or titles is an error`() throws {
    for header in ["title,genres", "id,genres"] {
      #expect(throws: IngestFailure.self) { try read(["games.csv": header + "\na,b\n"]) }
    }
  }
}
