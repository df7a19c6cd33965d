import FindieDomain
import FindieHistory
import FindieIngest
import FindieTestSupport
import FindieWorkers
import Foundation
import Testing

/// CSV files as shops, spreadsheets and data sets have them: names of columns, numbers, times.
struct CSVDialectTests {
  let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func read(_ text: String, as name: String = "interactions.csv") throws -> Reading {
    try folder.read(Array(text.utf8), as: name)
  }

  private func catalogue(_ files: [String: String]) throws -> ReadCatalogue {
    for (name, text) in files { try folder.write(text, to: "in/\(name)") }
    return try CatalogueReader(limits: IngestLimits()).read(
      InputFolder(scanning: folder.url.appending(path: "in")), workers: Workers(threads: 1))
  }

  // MARK: - Numbers

  @Test func `a decimal comma is read and said`() throws {
    let file = try read(
      """
      customer_id;product_id;rating;created_at;viewDuration
      c1;p1;4,5;2025-02-27 19:35:00;12,25
      c2;p1;1,5;2025-02-27 19:36:00;3
      c3;p1;3,125;2025-02-27 19:37:00;1,234
      """)
    #expect(file.rejected == [])
    #expect(
      file.events.kinds.map { SwipeAction.allCases[Int($0)] } == [.like, .dislike, .neutral])
    #expect(file.events[.viewSeconds].map { $0 } == [12.25, 3, 1.234])
    #expect(file.source.counts.notes?["decimalCommas"] == 5)
    #expect(
      file.source.counts.noteSentences.contains {
        $0.hasPrefix("CSV files have 5 numbers with a decimal comma")
      })
    // The same ratings with a point are the same events.
    let points = try read(
      "user,item,rating,time\nc1,p1,4.5,1740684900\nc2,p1,1.5,1740684960\nc3,p1,3.125,1740685020\n")
    #expect(points.keptIds == file.keptIds)
  }

  @Test func `a comma that may be one between thousands is not read`() throws {
    let games = try catalogue([
      "games.csv": """
      id,title,price,currency
      g1,One Game,"14,99",EUR
      g2,Two Game,"1,299",JPY
      g3,Three Game,"0,125",EUR
      g4,Four Game,"12,50 €",EUR
      g5,Five Game,"1.299,00",EUR
      """
    ]).games
    #expect(
      games.records.map(\.price)
        == [Decimal(string: "14.99"), nil, Decimal(string: "0.125"), nil, nil])
    #expect(games.warnings["unreadable.price"] == 3)
    // The values are found.
    #expect(
      Set(games.unknownWords["price"]?.words.map(\.word) ?? [])
        == ["1,299", "12,50 €", "1.299,00"])
  }

  // MARK: - Times

  private static let instant = Timestamp(iso8601: "2025-11-09T23:58:00Z")?.milliseconds

  @Test(
    arguments: [
      ("20251109235800", instant), ("202511092358", instant), ("1762732680", instant),
      ("1762732680000", instant), ("20251109", Timestamp(iso8601: "2025-11-09")?.milliseconds),
      ("20251309", nil), ("202511092460", nil), ("20251109235860", nil), ("2025110923580", nil),
      ("202511092358000", nil), ("1762732680000000", nil), ("20251109235800123", nil),
      ("17627326801", nil), ("12345678", nil), ("2025", nil), ("202511", nil), ("2025110", nil),
      ("45970", nil), ("202511092358.5", nil),
    ] as [(String, Int64?)])
  func `a time in digits is the one that it looks like, or rejected`(text: String, meant: Int64?)
    throws
  {
    let file = try read("user,item,action,time\nu,g,like,\(text)\n")
    #expect(file.events.milliseconds == [meant].compactMap(\.self))
    let reason: RejectionReason = text == "2025110923580" ? .fromTheFuture : .badTimestamp
    #expect(file.rejected.map(\.reason) == (meant == nil ? [reason] : []))
  }

  @Test(
    arguments: [
      (202_511_092_358, instant), (20_251_109_235_800, instant), (202_513_092_358, nil),
      (20_251_109, Timestamp(iso8601: "2025-11-09")?.milliseconds), (1_762_732_680, instant),
    ] as [(Int64, Int64?)])
  func `numbers of JSON are read alike`(number: Int64, meant: Int64?) throws {
    let file = try folder.read(
      #"{"id":"e","userId":"u","gameId":"g","action":"like","timestamp":\#(number)}"#)
    #expect(file.events.milliseconds == [meant].compactMap(\.self))
    #expect(file.rejected.map(\.reason) == (meant == nil ? [.badTimestamp] : []))
  }

  @Test func `a release date in digits is no year of the far future`() throws {
    let games = try catalogue([
      "games.csv": "id,title,released\ng1,One Game,20240516\ng2,Two Game,202405160900\n"
    ]).games
    let days = games.records.compactMap { $0.releaseDate?.day.description }
    #expect(days == ["2024-05-16", "2024-05-16"])
  }

  // MARK: - Names

  @Test func `columns have the names of shops and data sets`() throws {
    let read = try catalogue([
      "games.csv":
        "Product ID,Product Name,studio_id,studio,released,created_at,last_modified,keywords,"
        + "Currency Code\n7,Moss Lantern,d1,Lantern Works,2024-05-16,2024-01-02,2024-06-01,"
        + "Cozy|Slow,EUR\n",
      "users.csv": "customer,signup_date,Favourite Genres\nada,2025-02-10,rpg\n",
      "annotations.csv": "date,note\n2025-02-10,Sale\n",
      "promotions.csv": "game,start_date,end_date,rank\n7,2025-02-10,2025-02-11,2\n",
    ])
    let game = try #require(read.games.records.first)
    #expect(game.id == "7" && game.title == "Moss Lantern" && game.developerId == "d1")
    #expect(game.releaseDate?.day.description == "2024-05-16")
    #expect(game.createdAt?.day.description == "2024-01-02")
    #expect(game.updatedAt?.day.description == "2024-06-01")
    #expect(game.tags == ["Cozy", "Slow"] && game.currency == "EUR")
    #expect(read.users.records.first?.joinedDate?.day.description == "2025-02-10")
    #expect(read.users.records.first?.favoriteGenres == [.rpg])
    #expect(read.annotations.records.map(\.text) == ["Sale"])
    #expect(read.promotions.records.map(\.rank) == [2])
    #expect(read.files.allSatisfy { $0.rejected == [] })
  }

  @Test func `a less common name counts only without a common one`() throws {
    for header in [
      "user,customer,item,action,date,created_at", "user,uid,item,action,date,created",
    ] {
      let file = try read(header + "\nu,c,g,like,2025-02-27,never\n")
      #expect(file.rejected == [] && file.events[.userId].text(0) == "u")
      #expect(file.source.counts.notes?.count == 2)
    }
    // A rating counts before another word for the action.
    let rated = try read("user,item,rating,event_type,time\nu,g,1,view,1740684900\n")
    #expect(rated.events.kinds.map { SwipeAction.allCases[Int($0)] } == [.dislike])
  }

  @Test func `columns that are not read are listed`() throws {
    let file = try read(
      """
      idx,user,item,action,time,Note,,mood
      1,u,g,like,1740684900,n,x,m
      2,u,g,skip,1740684901,,,
      """)
    #expect(file.source.counts.notes == ["column.idx": 2, "column.Note": 2, "column.mood": 2])
    #expect(
      file.source.counts.noteSentences.first?.hasPrefix(
        "3 columns of CSV files are not read: Note, idx, mood.") == true)
    let games = try catalogue(["games.csv": "id,title,pages\ng1,One Game,3\n"]).games
    #expect(
      games.counts.noteSentences.first?.hasPrefix("1 column of CSV files is not read: pages.")
        == true)
  }

  @Test func `lists that are separated by commas are said`() throws {
    let games = try catalogue([
      "games.csv": """
      id,title,tags,genres
      g1,One Game,"Cozy,Pixel Art","rpg,puzzle"
      g2,Two Game,Cozy|Pixel Art,rpg
      g3,Three Game,"Cozy, Slow|Art",rpg
      """
    ]).games
    #expect(games.counts.notes == ["commas.tags": 1, "commas.genres": 1])
    #expect(games.records.first?.tags == ["Cozy,Pixel Art"])
    #expect(
      games.counts.noteSentences.contains {
        $0.hasPrefix("the column tags has 1 value with commas but no | or ;")
      })
  }

  // MARK: - Faults

  @Test func `a fault names the field as the file does`() throws {
    let source = try InputSource(
      folder.write(
        Array(
          "customer,item,Stars/10,when\nc,g,11,1740684900\nc,,7,1740684900\nc,g,7,soon\n"
            .replacing("when", with: "created_at").utf8),
        to: "interactions.csv"), as: .interactions)
    let folder = try TemporaryFolder()
    let read = try History(folder: folder.url).withStaging([source.path]) {
      try reader.read([source], into: $0, workers: Workers(threads: 1))
    }
    let file = try #require(read.first)
    #expect(file.rejected.map(\.detail) == ["Stars/10", "item", "created_at"])
    let contents = file.rejected.map { LineContent(of: $0, file.names) }
    #expect(contents.map(\.found) == ["\"rating 11 of 10\"", "", "the text \"soon\""])
    #expect(
      contents[1].keys == [
        "id (text)", "customer (text)", "Stars/10 (text)", "created_at (number)",
      ])
  }
}

/// Messages that list what findie knows.
struct KnownNamesTests {
  @Test func `the message about a folder without input names all collections`() {
    let text = "\(IngestFailure.noInput(path: "/x", ignored: []))"
    #expect(InputCollection.allCases.allSatisfy { text.contains($0.rawValue) })
  }
}
