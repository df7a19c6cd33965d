import FindieIngest
import FindieTestSupport
import Foundation
import Glibc
import Testing

struct InputFolderTests {
  let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func scan() throws(IngestFailure) -> InputFolder {
    try InputFolder(scanning: folder.url)
  }

  @Test func `the first word of a name is the collection, and files are sorted by path`() throws {
    for name in [
      "users.ndjson", "games-2.jsonl.gz", "games.ndjson.zst", "interactions-2025-10.ndjson",
      "interactions/2025-09.ndjson.gz", "interactions/old/2001.ndjson", "analytics_1.ndjson",
    ] { try folder.write("", to: name) }
    let found = try scan()
    #expect(
      found.sources.map(\.path) == [
        "analytics_1.ndjson", "games-2.jsonl.gz", "games.ndjson.zst",
        "interactions-2025-10.ndjson", "interactions/2025-09.ndjson.gz",
        "interactions/old/2001.ndjson", "users.ndjson",
      ])
    #expect(
      found.sources.map(\.collection) == [
        .analytics, .games, .games, .interactions, .interactions, .interactions, .users,
      ])
    #expect(
      found.sources.map(\.compression) == [.none, .gzip, .zstd, .none, .gzip, .none, .none])
    #expect(found.ignored == [])
  }

  @Test func `files that are not read are listed with the reason`() throws {
    for name in [
      "games.ndjson", "wishlists.csv", "games", "hostile.ndjson", "README.md",
      "usersettings.ndjson", "wishlists.ndjson", "tags.csv", "interactions-2/a.csv",
      ".hidden.ndjson", "interactions-2/_SUCCESS", "license.txt", "Readme.ndjson", "success.ndjson",
    ] { try folder.write("", to: name) }
    try FileManager.default.createSymbolicLink(
      atPath: folder.url.appending(path: "tags.ndjson").path, withDestinationPath: "nowhere")
    let pipe = unsafe mkfifo(folder.url.appending(path: "interactions.ndjson").path, 0o644)
    #expect(pipe == 0)
    let found = try scan()
    #expect(
      found.sources.map(\.path)
        == ["games.ndjson", "interactions-2/a.csv", "tags.csv", "wishlists.ndjson"])
    #expect(
      found.ignored.map { "\($0.path) \($0.why)" } == [
        ".hidden.ndjson hidden", "README.md notData", "Readme.ndjson notData",
        "games unknownFormat",
        "hostile.ndjson unknownName", "interactions-2/_SUCCESS notData",
        "interactions.ndjson notAFile", "license.txt notData", "success.ndjson unknownName",
        "tags.ndjson missing",
        "usersettings.ndjson unknownName", "wishlists.csv unknownFormat",
      ])
  }

  @Test func `a folder that Spark wrote is read without its markers and unfinished files`() throws {
    let part = "part-00000-b3f1.c000.json"
    for name in [
      "_SUCCESS", "._SUCCESS.crc", "_committed_81", "_started_81", "day=2026-02-03/\(part).gz",
      "day=2026-02-03/.\(part).gz.crc", "day=2026-02-03/\(part)", "day=2026-02-04/\(part).zst",
      "_temporary/0/task_1/\(part)",
    ] { try folder.write("", to: "interactions/" + name) }
    try folder.write("[]", to: "games.json")
    let found = try scan()
    #expect(
      found.sources.map(\.path) == [
        "games.json", "interactions/day=2026-02-03/\(part)",
        "interactions/day=2026-02-03/\(part).gz", "interactions/day=2026-02-04/\(part).zst",
      ])
    #expect(found.sources.map(\.compression) == [.none, .none, .gzip, .zstd])
    #expect(
      found.ignored.filter { $0.why != .notData }.map { "\($0.path) \($0.why)" }
        == ["interactions/_temporary hidden"])
  }

  @Test(arguments: [
    ("games.txt", "its name ends in no format"),
    ("games/part-0.json.bz2", "its name ends in no format"),
    ("games/_temporary/0/part-0.json", "hidden"), ("games/.part-0.json", "hidden"),
  ])
  func `a collection of which no file is read is an error that names them`(
    name: String, why: String
  ) throws {
    try folder.write("", to: "interactions.ndjson")
    for marker in ["games/_SUCCESS", "games/README.txt"] { try folder.write("", to: marker) }
    // A folder with markers alone is an empty collection.
    #expect(try scan().sources.count == 1)
    try folder.write("", to: name)
    let failure = #expect(throws: IngestFailure.self) { try scan() }
    let text = try "\(#require(failure))"
    #expect(text.contains("has no file of games that can be read"), "\(text)")
    let place = name.split(separator: "/").prefix { $0 != "0" }.joined(separator: "/")
    #expect(text.contains("(not read: \(place): \(why)"), "\(text)")
    try folder.write("", to: "games/part-1.jsonl")
    #expect(try scan().sources.count == 2)
  }

  @Test(arguments: [
    ("analytics.parquet", "analytics.parquet", "analytics"),
    ("part-0.snappy.parquet", "part-0.snappy.parquet", "part-0.snappy"),
    ("users x's/a.PARQUET", "users x''s/a.PARQUET", "users x''s/a"),
  ])
  func `a Parquet file is an error with the line that converts it`(
    name: String, file: String, lines: String
  ) throws {
    try folder.write("", to: "users.ndjson")
    try folder.write("PAR1", to: name)
    let failure = #expect(throws: IngestFailure.self) { try scan() }
    let text = try "\(#require(failure))"
    #expect(
      text.contains("`COPY (FROM read_parquet('\(file)')) TO '\(lines).ndjson.gz'`"), "\(text)")
  }

  @Test func `the sample has no file to warn about`() throws {
    let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent()
    let found = try InputFolder(scanning: root.appending(path: "Data/sample"))
    #expect(found.ignored.map { "\($0.path) \($0.why)" } == ["README.md notData"])
  }

  @Test func `a folder named like a file is read as a folder`() throws {
    try folder.write("", to: "interactions.ndjson/part-0.ndjson")
    #expect(try scan().sources.map(\.path) == ["interactions.ndjson/part-0.ndjson"])
  }

  @Test func `a folder that contains itself through a link is read once`() throws {
    try folder.write("", to: "interactions/a.ndjson")
    try FileManager.default.createSymbolicLink(
      atPath: folder.url.appending(path: "interactions/loop").path,
      withDestinationPath: "../interactions")
    let found = try scan()
    #expect(found.sources.map(\.path) == ["interactions/a.ndjson"])
    #expect(found.ignored.map(\.why) == [.tooDeep])
  }

  @Test func `a name that is not UTF-8 is reported as such`() throws {
    for name in ["games.ndjson", "users.ndjson"] { try folder.write("", to: name) }
    let bytes: [CChar] = folder.url.appending(path: "users-").path.utf8.map {
      CChar(bitPattern: $0)
    }
    let file = unsafe open(
      bytes + [-1] + ".ndjson\0".utf8.map { CChar(bitPattern: $0) }, O_CREAT, 0o644)
    try #require(file >= 0)
    close(file)
    let found = try scan()
    #expect(found.sources.map(\.path) == ["games.ndjson", "users.ndjson"])
    #expect(found.ignored.map(\.why) == [.nameNotUTF8])
  }

  @Test func `a link to a file is read`() throws {
    try folder.write("", to: "elsewhere.txt")
    try FileManager.default.createSymbolicLink(
      atPath: folder.url.appending(path: "games.ndjson").path, withDestinationPath: "elsewhere.txt")
    #expect(try scan().sources.map(\.path) == ["games.ndjson"])
  }

  @Test func `a link that leads out of the folder is followed only on request`() throws {
    try folder.write("", to: "outside/games.txt")
    let more = ["analytics-0.ndjson", "games-0.ndjson", "tags-0.ndjson"]
    for name in more + ["users.ndjson"] { try folder.write("", to: "input/" + name) }
    let input = folder.url.appending(path: "input")
    for (name, target) in [
      ("games.ndjson", "../outside/games.txt"), ("tags", "../outside"),
      ("interactions.ndjson", "../input/users.ndjson"), ("analytics", "../inputs"),
    ] {
      try FileManager.default.createSymbolicLink(
        atPath: input.appending(path: name).path, withDestinationPath: target)
    }
    // Its path begins like that of the input.
    try folder.write("", to: "inputs/a.ndjson")
    let found = try InputFolder(scanning: input)
    let inside = (more + ["interactions.ndjson", "users.ndjson"]).sorted()
    #expect(found.sources.map(\.path) == inside)
    #expect(
      found.ignored.map { "\($0.path) \($0.why)" } == [
        "analytics linkOutside", "games.ndjson linkOutside", "tags linkOutside",
      ])
    #expect(
      try InputFolder(scanning: input, followsLinks: true).sources.map(\.path)
        == (inside + ["analytics/a.ndjson", "games.ndjson"]).sorted())
    // The folder itself may be a link.
    let link = folder.url.appending(path: "link")
    try FileManager.default.createSymbolicLink(atPath: link.path, withDestinationPath: "input")
    #expect(try InputFolder(scanning: link).sources.map(\.path) == inside)
  }

  @Test func `a folder that is not there is an error`() {
    #expect(throws: IngestFailure.noSuchFolder(path: folder.url.appending(path: "no").path)) {
      try InputFolder(scanning: folder.url.appending(path: "no"))
    }
  }

  @Test func `a file in place of the folder is an error`() throws {
    let file = try folder.write("", to: "interactions.ndjson")
    #expect(throws: IngestFailure.notAFolder(path: file.path)) {
      try InputFolder(scanning: file)
    }
  }

  @Test func `a path for one collection is a file, or a folder of files with any names`()
    throws
  {
    let file = try folder.write("", to: "part-1.txt")
    #expect(
      try InputFolder(at: file, of: .interactions).sources.map(\.collection) == [.interactions])
    for name in ["part-1.ndjson", "more/part-2.jsonl.gz", "interactions.ndjson", "games.ndjson"] {
      try folder.write("", to: name)
    }
    let found = try InputFolder(at: folder.url, of: .interactions)
    #expect(
      found.sources(of: .interactions).map(\.path)
        == ["interactions.ndjson", "more/part-2.jsonl.gz", "part-1.ndjson"])
    #expect(found.ignored.map(\.path) == ["part-1.txt"])
    #expect(found.ignored.map(\.why) == [.unknownFormat])
  }

  @Test func `a path for a collection without any file of it is an error`() throws {
    let none = folder.url.appending(path: "no")
    #expect(throws: IngestFailure.noSuchPath(path: none.path)) {
      try InputFolder(at: none, of: .interactions)
    }
    try folder.write("", to: "games.ndjson")
    #expect(throws: IngestFailure.noInput(path: folder.url.path, ignored: ["games.ndjson"])) {
      try InputFolder(at: folder.url, of: .interactions)
    }
  }

  @Test func `a folder without input is an error that names what was not read`() throws {
    try folder.write("", to: "notes.txt")
    #expect(throws: IngestFailure.noInput(path: folder.url.path, ignored: ["notes.txt"])) {
      try InputFolder(scanning: folder.url)
    }
  }

  @Test(.enabled(if: geteuid() != 0, "root may read everything"))
  func `a file that may not be read is an error`() throws {
    let file = try folder.write("", to: "games.ndjson")
    let outcome = unsafe chmod(file.path, 0)
    #expect(outcome == 0)
    #expect(throws: IngestFailure.unreadableFile(path: file.path, code: EACCES)) {
      try InputFolder(scanning: folder.url)
    }
  }

  @Test func `a file that became a pipe or was removed after the scan is an error, not a wait`()
    throws
  {
    let file = try folder.write("", to: "interactions.ndjson")
    let source = try InputSource(file, as: .interactions)
    try FileManager.default.removeItem(at: file)
    #expect(throws: IngestFailure.unreadableFile(path: file.path, code: ENOENT)) {
      try reader.reading(source)
    }
    let pipe = unsafe mkfifo(file.path, 0o644)
    #expect(pipe == 0)
    #expect(throws: IngestFailure.notAFile(path: file.path)) { try reader.reading(source) }
  }
}
