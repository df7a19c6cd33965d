import FindieTestSupport
import Foundation
import Testing

/// Where a night looks for settings files, and what it says about them.
struct SettingsFolderTests {
  private func night(_ sandbox: Sandbox, settings: String? = nil) throws -> Binary.Result {
    let options = ["--input", "input", "--workspace", "workspace", "--reports", "reports"]
    return try Binary.run(
      ["run", "nightly"] + options, in: sandbox.folder.url,
      environment: settings.map { ["FINDIE_SETTINGS": $0] } ?? [:])
  }

  private func record(_ sandbox: Sandbox) throws -> [String: Any] {
    try object(
      String(
        contentsOf: sandbox.workspace.appending(path: "runs/2026-04-01/run.json"), encoding: .utf8))
  }

  @Test func `files are read from one folder, which the night names`() throws {
    let sandbox = try Sandbox.withSmallWorld()
    let parameters = "tuning: off\nals: {rank: 3, iterations: 2}\n"
    try sandbox.folder.write(parameters, to: "Pipelines/nightly.yaml")
    let first = try night(sandbox)
    try #require(first.status == 0, "\(first.error)")
    #expect(first.out.contains("settings: nightly.yaml (folder /"))
    #expect(first.out.contains("/Pipelines)"))
    let record = try record(sandbox)
    let file = try #require(leaf(record, "settings.parameters") as? String)
    #expect(file.hasPrefix("/") && file.hasSuffix("/Pipelines/nightly.yaml"))
    #expect(leaf(record, "settings.experiments") == nil)

    try sandbox.folder.write(parameters, to: "elsewhere/nightly.yaml")
    let named = try night(sandbox, settings: "elsewhere")
    #expect(named.out.contains("settings: nightly.yaml (folder /"))
    #expect(named.out.contains("/elsewhere)"))
  }

  @Test func `a night warns if it lacks a file that the last run read`() throws {
    let sandbox = try Sandbox.withSmallWorld()
    try sandbox.folder.write(
      "tuning: off\nals: {rank: 3, iterations: 2}\n", to: "Pipelines/nightly.yaml")
    try #require(try night(sandbox).status == 0)
    #expect(try night(sandbox, settings: "empty").status != 0)
    try sandbox.folder.write("", to: "empty/README.md")
    let other = try night(sandbox, settings: "empty")
    #expect(other.status == 0)
    #expect(other.out.contains("settings: the defaults (folder /"))
    let warnings = try #require(record(sandbox)["warnings"] as? [String])
    #expect(warnings.contains { $0.contains("read its parameters from /") }, "\(warnings)")
    // Now the last run has none.
    _ = try night(sandbox, settings: "empty")
    let after = try #require(record(sandbox)["warnings"] as? [String])
    #expect(!after.contains { $0.contains("read its parameters") })
  }
}
