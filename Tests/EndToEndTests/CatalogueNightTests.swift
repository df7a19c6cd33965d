import Foundation
import Testing

/// Which catalogue files a night reads again.
struct CatalogueNightTests {
  private let sandbox: Sandbox
  private var games: URL { sandbox.input.appending(path: "games.ndjson") }

  init() throws {
    sandbox = try Sandbox.withSmallWorld()
    try sandbox.runNight()
  }

  /// Swaps two letters of a title, so that the file has the same size.
  private func rename(at time: Date) throws {
    let text = try String(contentsOf: games, encoding: .utf8)
    try #require(text.contains("\"Game 7\""))
    try text.replacing("\"Game 7\"", with: "\"Gmae 7\"")
      .write(to: games, atomically: true, encoding: .utf8)
    try FileManager.default.setAttributes([.modificationDate: time], ofItemAtPath: games.path)
  }

  @Test func `a file of known size and time is read only with --rehash`()
    throws
  {
    let time = Date(timeIntervalSince1970: 1_700_000_000)
    try FileManager.default.setAttributes([.modificationDate: time], ofItemAtPath: games.path)
    try sandbox.runNight()
    let before = try sandbox.products()
    try rename(at: time)
    #expect(try sandbox.runNight()["catalogue"] == "skipped")
    #expect(try sandbox.products() == before)
    #expect(try sandbox.runNight("--rehash")["catalogue"] == "built")
    #expect(try sandbox.products() != before)
  }

  @Test func `a file with a new time is read only if its content changed`() throws {
    let before = try sandbox.products()
    try FileManager.default.setAttributes(
      [.modificationDate: Date(timeIntervalSince1970: 1)], ofItemAtPath: games.path)
    #expect(try sandbox.runNight()["catalogue"] == "skipped")
    #expect(try sandbox.products() == before)
    try rename(at: Date(timeIntervalSince1970: 2))
    #expect(try sandbox.runNight()["catalogue"] == "built")
    #expect(try sandbox.products() != before)
  }

  @Test func `a deleted store is rebuilt from unchanged files`() throws {
    let before = try sandbox.products()
    try FileManager.default.removeItem(at: sandbox.workspace.appending(path: "findie.sqlite"))
    try sandbox.runNight()
    #expect(try sandbox.products() == before)
    #expect(
      FileManager.default.fileExists(
        atPath: sandbox.workspace.appending(path: "findie.sqlite").path))
  }

  @Test func `a damaged ledger only causes the files to be read again`() throws {
    let before = try sandbox.products()
    try Data("{".utf8).write(to: sandbox.workspace.appending(path: "artifacts/catalogue.json"))
    try sandbox.runNight()
    #expect(try sandbox.products() == before)
  }

  @Test func `rejected lines are in the quarantine of every night that read them`() throws {
    let handle = try FileHandle(forWritingTo: games)
    try handle.seekToEnd()
    try handle.write(contentsOf: Data("no game\n".utf8))
    try handle.close()
    let quarantine = sandbox.workspace.appending(path: "quarantine")
    try sandbox.runNight("--date", "2026-03-01")
    try sandbox.runNight("--date", "2026-03-02")
    for day in ["2026-03-01", "2026-03-02"] {
      let text = try String(
        contentsOf: quarantine.appending(path: "\(day)/games.ndjson.ndjson"), encoding: .utf8)
      #expect(text.contains("no game"))
    }
  }
}
