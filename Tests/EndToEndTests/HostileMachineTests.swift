import FindieTestSupport
import Foundation
import Glibc
import Testing

/// Pipes under the names of files, damaged indexes and small limits: a sentence with the remedy,
/// and never a hang.
struct HostileMachineTests {
  private let sandbox: Sandbox

  init() throws {
    sandbox = try Sandbox.withSmallWorld()
    try sandbox.runNight()
  }

  private func shell(_ script: String) throws -> Binary.Result {
    try ShellTests.shell(script, in: sandbox.folder.url)
  }

  private var night: String { "findie " + sandbox.arguments.joined(separator: " ") }

  private func putPipe(at path: String) throws {
    let url = sandbox.folder.url.appending(path: path)
    if FileManager.default.fileExists(atPath: url.path) {
      try FileManager.default.removeItem(at: url)
    }
    try #require(unsafe mkfifo(url.path, 0o600) == 0)
  }

  /// `timeout` ends a command that hangs with status 137.
  @Test(arguments: [
    "workspace/.lock", "workspace/history/ledger.json",
    "workspace/forgotten.json", "workspace/findie.sqlite",
    "workspace/published/current/findie.sqlite", "workspace/published/current/SHA256SUMS",
    "workspace/artifacts/matrix.artifact", "workspace/artifacts/catalogue.json",
    "workspace/runs/last.json", "workspace/runs/running.json",
    "workspace/published/2026-04-01/.recipe.json", "workspace/published/2026-04-01/.health.json",
  ])
  func `a pipe under the name of a file of the workspace never makes a command hang`(path: String)
    throws
  {
    try putPipe(at: path)
    try sandbox.put(
      [SmallWorld.interaction("late", player: "u1", game: "g1", day: 5)],
      in: "interactions/late.ndjson")
    let places = "--workspace workspace --reports reports"
    for command in [
      "findie status --workspace workspace", "findie verify \(places)", "findie clean \(places)",
      night,
    ] {
      let result = try shell(command)
      #expect(
        ![137, 134, 139].contains(result.status), "\(command): \(result.status) \(result.error)")
      if path.hasSuffix(".lock"), command == night {
        #expect(result.error.contains(".lock"), "\(result.error)")
        #expect(result.error.contains("a pipe, a socket or a device"), "\(result.error)")
      }
    }
  }

  @Test func `a pipe in the input folder is named and not read`() throws {
    try putPipe(at: "input/interactions/pipe.ndjson")
    let result = try shell(night)
    #expect(result.status == 0, "\(result.error)")
    #expect((result.out + result.error).contains("pipe.ndjson"), "\(result.out)\(result.error)")
  }

  @Test func `too few open files are named with the remedy, and never taken for missing rights`()
    throws
  {
    for limit in 4...14 {
      for command in [night, "findie verify --workspace workspace --reports reports"] {
        let result = try shell("ulimit -n \(limit); \(command)")
        #expect(!result.error.contains("Permission denied"), "\(limit): \(result.error)")
        #expect(!result.error.contains("write access"), "\(limit): \(result.error)")
        #expect(![137, 134, 139].contains(result.status), "\(limit): \(result.status)")
        if result.error.contains("Too many open files") || result.error.contains("too many files") {
          #expect(result.error.contains("ulimit -n"), "\(limit): \(result.error)")
        }
      }
    }
  }

  @Test func `every limit of the address space gives a result or a sentence`() throws {
    for limit in stride(from: 190_000, through: 240_000, by: 1000) {
      let result = try shell("ulimit -v \(limit); findie status --workspace workspace")
      // The system's loader has status 127.
      #expect([0, 78, 127].contains(result.status), "\(limit): \(result.status) \(result.error)")
      if result.status == 78 { #expect(result.error.contains("ulimit -v"), "\(result.error)") }
    }
  }

  @Test func `a lost index of ids is built again with a warning, and the lists are the same`()
    throws
  {
    let copy = try Sandbox.withSmallWorld()
    try copy.runNight()
    let ids = sandbox.workspace.appending(path: "history/ids")
    try FileManager.default.removeItem(at: ids)
    let verified = try shell("findie verify --workspace workspace --reports reports")
    #expect(verified.status != 0)
    #expect(verified.out.contains("history/ids") || verified.error.contains("history/ids"))
    for world in [sandbox, copy] {
      try world.put(
        [SmallWorld.interaction("late", player: "u1", game: "g1", day: 5)],
        in: "interactions/late.ndjson")
    }
    let plan = try shell("findie plan nightly --input input --workspace workspace")
    #expect(plan.error.contains("ids") == false, "\(plan.error)")
    let result = try shell(night)
    #expect(result.status == 0, "\(result.error)")
    #expect(
      (result.out + result.error).contains("The index was built again"),
      "\(result.out)\(result.error)")
    try copy.runNight()
    let lists = try copy.products().filter { $0.key.hasSuffix("recommendations.ndjson") }
    #expect(try lists.allSatisfy { try sandbox.products()[$0.key] == $0.value })
    let again = try shell("findie verify --workspace workspace --reports reports")
    #expect(again.status == 0, "\(again.error)\(again.out)")
  }
}
