import FindieTestSupport
import Foundation
import Testing

/// A workspace that is restored beside the one in use changes nothing of it.
struct DrillTests {
  private let sandbox: Sandbox

  init() throws {
    sandbox = try Sandbox.withSmallWorld()
    try sandbox.runNight()
    let backup = try sandbox.findie(
      ["backup", "backups", "--workspace", "workspace", "--reports", "reports"])
    try #require(backup.status == 0, "\(backup.error)")
    let drill = try sandbox.findie(
      ["restore", "backups", "--workspace", "drill", "--reports", "drill-reports"])
    try #require(drill.status == 0, "\(drill.error)")
  }

  /// The bytes of the reports and of the file that names the owner of the backups.
  private func inUse() throws -> [String: Data] {
    var files = try sandbox.products().filter { $0.key.hasPrefix("reports/") }
    for path in ["reports/.workspace.json", "backups/workspace.json"] {
      files[path] = try Data(contentsOf: sandbox.folder.url.appending(path: path))
    }
    return files
  }

  @Test func `no command uses the reports in use for the drill`() throws {
    // Expired by the retention of one night.
    for name in ["reports", "drill/runs"] {
      let folder = sandbox.folder.url.appending(path: name)
      try FileManager.default.copyItem(
        at: folder.appending(path: "2026-04-01"), to: folder.appending(path: "2020-04-01"))
    }
    try sandbox.folder.write("retention: {nights: 1, monthly: 0}\n", to: "clean.yaml")
    try #require(try sandbox.findie(["forget", "--complete", "--workspace", "drill"]).status == 0)
    let before = try inUse()
    for (command, said) in [
      ("restore backups --replace", "a separate workspace"),
      ("restore backups", "a separate workspace"),
      ("clean --parameters clean.yaml", "reports of another workspace"),
      ("alert --dry-run", "reports of another workspace"),
      ("backup others", "reports of another workspace"),
      (
        "backfill --from 2026-04-01 --to 2026-04-01 --input input --parameters night.yaml",
        "reports of another workspace"
      ),
      (
        "run nightly --force reports --input input --parameters night.yaml",
        "reports of another workspace"
      ),
    ] {
      let result = try sandbox.findie(
        command.split(separator: " ").map(String.init)
          + ["--workspace", "drill", "--reports", "reports"])
      #expect(result.status == 1, "\(command): \(result.out)")
      #expect(result.error.contains(said), "\(command): \(result.error)")
    }
    #expect(try inUse() == before)
  }

  @Test func `verify and reproduce do not compare the reports of another workspace`() throws {
    let verified = try sandbox.findie(["verify", "--workspace", "drill", "--reports", "reports"])
    #expect(verified.out.contains("are another workspace's"), "\(verified.out)")
    #expect(verified.out.contains(" 0 reports of 0 nights"), "\(verified.out)")
    let reproduced = try sandbox.findie(
      ["reproduce", "--workspace", "drill", "--reports", "reports"])
    #expect(reproduced.out.contains("not compared"), "\(reproduced.out) \(reproduced.error)")
  }
}
