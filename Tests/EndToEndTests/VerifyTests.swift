import FindieTestSupport
import Foundation
import Testing

/// Whether damage is found, named, and made good.
struct VerifyTests {
  enum Damage: String, CaseIterable, Sendable {
    case cut, flipped, missing

    func apply(to file: URL) throws {
      var bytes = try Data(contentsOf: file)
      switch self {
      case .cut: try bytes.dropLast(bytes.count / 3 + 1).write(to: file)
      case .flipped:
        // In the data, which end in zeros that fill the last block.
        let place = bytes.count - bytes.count / 8 - 1
        bytes[place] ^= 0x10
        try bytes.write(to: file)
      case .missing: try FileManager.default.removeItem(at: file)
      }
    }
  }

  private let place: Place

  init() throws {
    place = try Place.withSmallWorld()
    try place.goodNight()
  }

  @Test func `a workspace as the night left it is sound`() throws {
    #expect(try place.verify().status == 0)
    let text = try place.findie(["verify", "--workspace", "workspace"]).out
    #expect(text.contains("No damage found in 16 artifacts"), "\(text)")
  }

  @Test(arguments: Damage.allCases)
  func `a damaged artifact of any stage is named, made again, and the night ends as ever`(
    damage: Damage
  ) throws {
    let before = try place.products()
    let folder = place.workspace.appending(path: "artifacts")
    let files = try FileManager.default.contentsOfDirectory(atPath: folder.path)
      .filter { $0.hasSuffix(".artifact") }.sorted()
    #expect(files.count == 16)
    for file in files {
      let url = folder.appending(path: file)
      let whole = try Data(contentsOf: url)
      try damage.apply(to: url)
      let (status, problems) = try place.verify()
      #expect(status == 1, "\(file)")
      #expect(problems.map { URL(filePath: $0.path).lastPathComponent } == [file])
      // No input and no parameter changed.
      let stage = String(file.dropLast(".artifact".count))
      #expect(try place.goodNight()[stage] == "built", "\(file)")
      #expect(try Data(contentsOf: url) == whole, "\(file)")
      #expect(try place.products() == before, "\(file)")
      #expect(try place.verify().status == 0)
    }
  }

  @Test(arguments: Damage.allCases)
  func `a damaged published file is named, and the remedy makes it good`(damage: Damage) throws {
    let before = try place.products()
    for name in ["similar.ndjson", "findie.sqlite", "model/factors.artifact", "SHA256SUMS"] {
      try damage.apply(to: place.current.appending(path: name))
      let (status, problems) = try place.verify()
      #expect(status == 1, "\(name)")
      #expect(problems.allSatisfy { $0.remedy.contains("--date 2026-04-01 --force publish") })
      try place.goodNight("--date", "2026-04-01", "--force", "publish")
      #expect(try place.products() == before, "\(name)")
      #expect(try place.verify().status == 0)
    }
  }

  @Test func `a file that is none of the night's is named`() throws {
    try place.folder.write("", to: "workspace/published/2026-04-01/notes.txt")
    #expect(
      try place.verify().problems.map { URL(filePath: $0.path).lastPathComponent } == ["notes.txt"])
  }

  @Test(arguments: ["workspace/published/current", "reports/2026-04-01"])
  func `sha256sum finds a published night and its reports as they were written`(
    folder: String
  ) throws {
    let process = Process()
    process.executableURL = URL(filePath: "/usr/bin/sha256sum")
    process.arguments = ["--check", "--strict", "--quiet", "SHA256SUMS"]
    process.currentDirectoryURL = place.folder.url.appending(path: folder)
    try process.run()
    process.waitUntilExit()
    #expect(process.terminationStatus == 0)
  }

  @Test func `damage in history and store is named with what to do`() throws {
    let history = place.workspace.appending(path: "history/interactions")
    let day = try #require(
      FileManager.default.contentsOfDirectory(atPath: history.path).sorted().first)
    try Damage.flipped.apply(to: history.appending(path: day))
    let store = place.workspace.appending(path: "findie.sqlite")
    var bytes = try Data(contentsOf: store)
    for place in 4096..<8192 { bytes[place] = 0xAA }
    try bytes.write(to: store)
    let (status, problems) = try place.verify()
    #expect(status == 1)
    #expect(problems.contains { $0.path.hasSuffix("history") })
    #expect(problems.contains { $0.path.hasSuffix("findie.sqlite") })
    #expect(problems.allSatisfy { !$0.remedy.isEmpty })
  }

  @Test func `a record that somebody changed in the store is named`() throws {
    let store = place.workspace.appending(path: "findie.sqlite")
    var bytes = try Data(contentsOf: store)
    let title = try #require(bytes.range(of: Data("Game 7".utf8)))
    bytes.replaceSubrange(title, with: Data("Gane 7".utf8))
    try bytes.write(to: store)
    let (status, problems) = try place.verify()
    #expect(status == 1)
    #expect(problems.map { $0.path.hasSuffix("workspace/findie.sqlite") } == [true])
  }

  @Test func `a current that names nothing is named`() throws {
    try FileManager.default.removeItem(at: place.current)
    #expect(try place.verify().problems.map { $0.path.hasSuffix("published/current") } == [true])
  }

  @Test func `nights that stand in each other's place are named`() throws {
    let first = place.workspace.appending(path: "published/2026-04-01")
    try place.put(SmallWorld.interactions(days: 90..<99), in: "interactions/second.ndjson")
    try place.goodNight()
    #expect(try place.verify().status == 0)
    let second = place.current.resolvingSymlinksInPath()
    let between = place.workspace.appending(path: "between")
    for (from, to) in [(first, between), (second, first), (between, second)] {
      try FileManager.default.moveItem(at: from, to: to)
    }
    let verified = try place.findie(["verify", "--workspace", "workspace"])
    #expect(verified.status == 1)
    #expect(verified.out.contains("2 problems found"), "\(verified.out)")
    #expect(verified.out.contains("published/2026-04-01: it is the night of "))
  }

  @Test func `what was never made is not damaged`() throws {
    let place = try Place.withSmallWorld()
    #expect(try place.night("--until", "matrix").status == 0)
    #expect(try place.verify().status == 0)
  }
}

extension Place {
  /// The status of `findie verify`, and what it names.
  func verify() throws -> (status: Int32, problems: [(path: String, remedy: String)]) {
    let result = try findie([
      "verify", "--workspace", "workspace", "--reports", "reports", "--json",
    ])
    let said = try #require(object(result.out)["problems"] as? [[String: Any]])
    return (
      result.status,
      said.map { ($0["path"] as? String ?? "", $0["remedy"] as? String ?? "") }
    )
  }
}
