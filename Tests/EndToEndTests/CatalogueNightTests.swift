import Foundation
import Testing

/// Which files of the catalogue a night reads again.
struct CatalogueNightTests {
  private let place: Place
  private var games: URL { place.input.appending(path: "games.ndjson") }

  init() throws {
    place = try Place.withSmallWorld()
    try place.goodNight()
  }

  /// Exchanges two letters of a title: as long a file as before.
  private func rename(at time: Date) throws {
    let text = try String(contentsOf: games, encoding: .utf8)
    try #require(text.contains("\"Game 7\""))
    try text.replacing("\"Game 7\"", with: "\"Gmae 7\"")
      .write(to: games, atomically: true, encoding: .utf8)
    try FileManager.default.setAttributes([.modificationDate: time], ofItemAtPath: games.path)
  }

  @Test func `a file of the size and the time that are known is not read, unless it is asked for`()
    throws
  {
    let time = Date(timeIntervalSince1970: 1_700_000_000)
    try FileManager.default.setAttributes([.modificationDate: time], ofItemAtPath: games.path)
    try place.goodNight()
    let before = try place.products()
    try rename(at: time)
    #expect(try place.goodNight()["catalogue"] == "skipped")
    #expect(try place.products() == before)
    #expect(try place.goodNight("--rehash")["catalogue"] == "built")
    #expect(try place.products() != before)
  }

  @Test func `a file that was only touched is not read, one that was changed is`() throws {
    let before = try place.products()
    try FileManager.default.setAttributes(
      [.modificationDate: Date(timeIntervalSince1970: 1)], ofItemAtPath: games.path)
    #expect(try place.goodNight()["catalogue"] == "skipped")
    #expect(try place.products() == before)
    try rename(at: Date(timeIntervalSince1970: 2))
    #expect(try place.goodNight()["catalogue"] == "built")
    #expect(try place.products() != before)
  }

  @Test func `a store that is gone is made again of files that are known`() throws {
    let before = try place.products()
    try FileManager.default.removeItem(at: place.workspace.appending(path: "findie.sqlite"))
    try place.goodNight()
    #expect(try place.products() == before)
    #expect(
      FileManager.default.fileExists(
        atPath: place.workspace.appending(path: "findie.sqlite").path))
  }

  @Test func `a ledger that is damaged costs a reading and nothing else`() throws {
    let before = try place.products()
    try Data("{".utf8).write(to: place.workspace.appending(path: "artifacts/catalogue.json"))
    try place.goodNight()
    #expect(try place.products() == before)
  }

  @Test func `rejected lines stand in the quarantine of every night that saw them`() throws {
    let handle = try FileHandle(forWritingTo: games)
    try handle.seekToEnd()
    try handle.write(contentsOf: Data("no game\n".utf8))
    try handle.close()
    let quarantine = place.workspace.appending(path: "quarantine")
    try place.goodNight("--date", "2026-03-01")
    try place.goodNight("--date", "2026-03-02")
    for day in ["2026-03-01", "2026-03-02"] {
      let text = try String(
        contentsOf: quarantine.appending(path: "\(day)/games.ndjson.ndjson"), encoding: .utf8)
      #expect(text.contains("no game"))
    }
  }
}
