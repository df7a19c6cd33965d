import FindieTestSupport
import Foundation
import Testing

/// Whether damage is found, named and repaired.
struct VerifyTests {
  enum Damage: String, CaseIterable, Sendable {
    case cut, flipped, missing

    func apply(to file: URL) throws {
      var bytes = try Data(contentsOf: file)
      switch self {
      case .cut: try bytes.dropLast(bytes.count / 3 + 1).write(to: file)
      case .flipped:
        // In the data, which ends with zeros that pad the last block.
        let sandbox = bytes.count - bytes.count / 8 - 1
        bytes[sandbox] ^= 0x10
        try bytes.write(to: file)
      case .missing: try FileManager.default.removeItem(at: file)
      }
    }
  }

  private let sandbox: Sandbox

  init() throws {
    sandbox = try Sandbox.withSmallWorld()
    try sandbox.runNight()
  }

  @Test func `a workspace after a night is undamaged`() throws {
    #expect(try sandbox.verify().status == 0)
    let text = try sandbox.findie(["verify", "--workspace", "workspace"]).out
    #expect(text.contains("No damage found in 28 artifacts"), "\(text)")
  }

  @Test(arguments: Damage.allCases)
  func `a damaged artifact of any stage is named, and the next night repairs it`(
    damage: Damage
  ) throws {
    let before = try sandbox.products()
    let folder = sandbox.workspace.appending(path: "artifacts")
    let files = try FileManager.default.contentsOfDirectory(atPath: folder.path)
      .filter { $0.hasSuffix(".artifact") }.sorted()
    #expect(files.count == 28)
    // Each artifact is damaged in one way; in a campaign, in all ways.
    for (index, file) in files.enumerated()
    where Tier.isCampaign || Damage.allCases[index % Damage.allCases.count] == damage {
      let url = folder.appending(path: file)
      let whole = try Data(contentsOf: url)
      try damage.apply(to: url)
      let (status, problems) = try sandbox.verify()
      #expect(status == 1, "\(file)")
      #expect(problems.map { URL(filePath: $0.path).lastPathComponent } == [file])
      // No input and no parameter changed.
      let stage = String(file.dropLast(".artifact".count))
      #expect(try sandbox.runNight()[stage] == "built", "\(file)")
      #expect(try Data(contentsOf: url) == whole, "\(file)")
      #expect(try sandbox.products() == before, "\(file)")
      #expect(try sandbox.verify().status == 0)
    }
  }

  @Test(arguments: Damage.allCases)
  func `a damaged published file is named, and the remedy repairs it`(damage: Damage) throws {
    let before = try sandbox.products()
    for name in ["similar.ndjson", "findie.sqlite", "model/factors.artifact", "SHA256SUMS"] {
      try damage.apply(to: sandbox.current.appending(path: name))
      let (status, problems) = try sandbox.verify()
      #expect(status == 1, "\(name)")
      #expect(problems.allSatisfy { $0.remedy.contains("--date 2026-04-01 --force publish") })
      try sandbox.runNight("--date", "2026-04-01", "--force", "publish")
      #expect(try sandbox.products() == before, "\(name)")
      #expect(try sandbox.verify().status == 0)
    }
  }

  @Test func `an additional file in a night's folder is named`() throws {
    try sandbox.folder.write("", to: "workspace/published/2026-04-01/notes.txt")
    #expect(
      try sandbox.verify().problems.map { URL(filePath: $0.path).lastPathComponent } == [
        "notes.txt"
      ])
  }

  @Test(arguments: ["workspace/published/current", "reports/2026-04-01"])
  func `sha256sum accepts a published night and its reports`(
    folder: String
  ) throws {
    let process = Process()
    process.executableURL = URL(filePath: "/usr/bin/sha256sum")
    process.arguments = ["--check", "--strict", "--quiet", "SHA256SUMS"]
    process.currentDirectoryURL = sandbox.folder.url.appending(path: folder)
    try process.run()
    process.waitForEnd()
    #expect(process.terminationStatus == 0)
  }

  @Test func `damage in history and store is named with the remedy`() throws {
    let history = sandbox.workspace.appending(path: "history/interactions")
    let day = try #require(
      FileManager.default.contentsOfDirectory(atPath: history.path).sorted().first)
    try Damage.flipped.apply(to: history.appending(path: day))
    let store = sandbox.workspace.appending(path: "findie.sqlite")
    var bytes = try Data(contentsOf: store)
    for sandbox in 4096..<8192 { bytes[sandbox] = 0xAA }
    try bytes.write(to: store)
    let (status, problems) = try sandbox.verify()
    #expect(status == 1)
    #expect(problems.contains { $0.path.hasSuffix("history") })
    #expect(problems.contains { $0.path.hasSuffix("findie.sqlite") })
    #expect(problems.allSatisfy { !$0.remedy.isEmpty })
  }

  @Test func `a changed record of the store is named`() throws {
    let store = sandbox.workspace.appending(path: "findie.sqlite")
    var bytes = try Data(contentsOf: store)
    let title = try #require(bytes.range(of: Data("Game 7".utf8)))
    bytes.replaceSubrange(title, with: Data("Gane 7".utf8))
    try bytes.write(to: store)
    let (status, problems) = try sandbox.verify()
    #expect(status == 1)
    #expect(problems.map { $0.path.hasSuffix("workspace/findie.sqlite") } == [true])
  }

  @Test func `changed metrics of a night are named, and the next night ignores them`() throws {
    let health = sandbox.workspace.appending(path: "published/2026-04-01/.health.json")
    let text = try String(contentsOf: health, encoding: .utf8)
    #expect(text.contains("\"checksum\":"))
    let changed = text.replacing("\"cutoff\":20", with: "\"cutoff\":21")
    #expect(changed != text)
    try changed.write(to: health, atomically: true, encoding: .utf8)
    #expect(try sandbox.verify().problems.map { $0.path.hasSuffix("health.json") } == [true])
    try sandbox.put(SmallWorld.interactions(days: 90..<99), in: "interactions/second.ndjson")
    let night = try sandbox.night()
    #expect(night.status == 0)
    #expect(night.out.contains("health.json cannot be read and is ignored"), "\(night.out)")
    // Files of earlier versions have no checksum.
    try changed.replacing(/"checksum":"[0-9a-f]+",/, with: "")
      .write(to: health, atomically: true, encoding: .utf8)
    #expect(try sandbox.verify().status == 0)
  }

  @Test func `a link current to a missing night is reported`() throws {
    try FileManager.default.removeItem(at: sandbox.current)
    #expect(try sandbox.verify().problems.map { $0.path.hasSuffix("published/current") } == [true])
  }

  @Test func `swapped nights are reported`() throws {
    let first = sandbox.workspace.appending(path: "published/2026-04-01")
    try sandbox.put(SmallWorld.interactions(days: 90..<99), in: "interactions/second.ndjson")
    try sandbox.runNight()
    #expect(try sandbox.verify().status == 0)
    let second = sandbox.current.resolvingSymlinksInPath()
    let between = sandbox.workspace.appending(path: "between")
    for (from, to) in [(first, between), (second, first), (between, second)] {
      try FileManager.default.moveItem(at: from, to: to)
    }
    let verified = try sandbox.findie(["verify", "--workspace", "workspace"])
    #expect(verified.status == 1)
    #expect(verified.out.contains("2 problems found"), "\(verified.out)")
    #expect(verified.out.contains("published/2026-04-01: it is the night of "))
  }

  @Test func `a missing optional file is not damage`() throws {
    let sandbox = try Sandbox.withSmallWorld()
    #expect(try sandbox.night("--until", "matrix").status == 0)
    #expect(try sandbox.verify().status == 0)
  }
}

extension Sandbox {
  /// The status of `findie verify`, and the damaged items.
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
