import FindieWorkspace
import FindieDomain
import FindieModels
import FindieNight
import FindieCommands
import FindieRanking
import FindieStore
import FindieLab
import FindieTestSupport
import FindieWorkers
import Foundation

/// A published night over generated data, for tests of commands that read it.
struct ServedWorld: Sendable {
  let folder: TemporaryFolder
  let store: PublishedStore
  let model: ServedModel

  static let shared = Result { try ServedWorld() }

  init() throws {
    folder = try TemporaryFolder()
    var world = WorldParameters()
    (world.seed, world.players, world.games, world.developers, world.days) = (7, 300, 150, 20, 30)
    world.writesAnalytics = false
    let input = folder.url.appending(path: "input")
    _ = try Generation(world).write(to: input) { _ in }

    var parameters = NightParameters()
    (parameters.als.rank, parameters.als.iterations) = (8, 4)
    // With so few games, the limit on top positions changes several lists.
    parameters.recommendations.topPositions.maximumShare = 0.05
    let night = Night(
      workspace: Workspace(
        folder.url.appending(path: "workspace"), reports: folder.url.appending(path: "reports")),
      input: .folder(input),
      parameters: parameters, workers: Workers(threads: 2),
      clock: RunClock(now: Timestamp(milliseconds: 4_000_000_000_000)))
    _ = try NightRun(night, RunControl(observer: Nobody(), elapsedSeconds: { 0 })).run()
    (store, model) = try ServedFolder.read(workspace: night.workspace) {
      ($0.store, try $0.model())
    }
  }

  var workspace: Workspace { Workspace(folder.url.appending(path: "workspace")) }
  var published: URL { workspace.current.resolvingSymlinksInPath() }

  /// The published lines of a list.
  func lines(_ list: String) throws -> [Substring] {
    try String(contentsOf: published.appending(path: "\(list).ndjson"), encoding: .utf8)
      .split(separator: "\n")
  }

  private struct Nobody: RunObserver {
    func report(_ event: RunEvent) {}
  }
}
