import FindieDomain
import FindieNight
import FindieTestSupport
import FindieWorkers
import FindieWorkspace
import Foundation
import Testing

/// The table of docs/ARCHITECTURE.md that says what identifies each stage's result.
struct IdentityTableTests {
  private static let page = URL(filePath: #filePath)
    .deletingLastPathComponent().appending(path: "../../docs/ARCHITECTURE.md").standardized

  /// Why the other stages that a stage reads change nothing in its result, and the test that
  /// changes them.
  private static let excluded = [
    "training-catalogue": "An anchor's catalogue is read from its night",
    "training-matrix": "Only events before the anchor's last day are taken",
    "closed-weeks": "They are estimated by the edition's first night",
    "held-out":
      "Only events before the anchor's last day are taken, and the suggestions that the anchor names",
  ]

  private var stages: [any AnyStage] {
    let folder = URL(filePath: "workspace")
    return Nightly.stages(
      of: Night(
        workspace: Workspace(folder), workers: Workers(threads: 1),
        clock: RunClock(now: Timestamp(milliseconds: 0))))
  }

  private func row(_ stage: any AnyStage) throws -> String {
    let identity = Set(stage.identity.map(\.name))
    let others = stage.inputs.map(\.name).filter { !identity.contains($0) }
    let parameters = try JSONSerialization.jsonObject(with: Data(stage.parameters.utf8))
    let names = (parameters as? [String: Any])?.keys.sorted() ?? []
    func list(_ names: [String]) -> String { names.map { "`\($0)`" }.joined(separator: ", ") }
    let kind =
      stage.isPersisted ? "content" : stage.isBuiltOnDemand ? "inputs" : "content, each run"
    let why =
      others.isEmpty
      ? "" : "\(list(others)): \(try #require(Self.excluded[stage.name], "\(stage.name)"))"
    let cells = ["`\(stage.name)`", kind, list(stage.identity.map(\.name)), list(names), why]
    return "| " + cells.joined(separator: " | ") + " |"
  }

  @Test func `the table of what identifies each result is that of the stages`() throws {
    let table =
      try
      "| stage | named by | identified by the content of | and by the parameters | reads besides |\n"
      + "|---|---|---|---|---|\n"
      + stages.map { try row($0) + "\n" }.joined()
    let text = try String(contentsOf: Self.page, encoding: .utf8)
    #expect(text.contains(table), "docs/ARCHITECTURE.md lacks this table:\n\(table)")
  }
}
