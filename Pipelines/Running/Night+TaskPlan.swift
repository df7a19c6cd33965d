import FindieWorkspace
import Foundation

extension Night {
  /// The tasks of a step of the night, for several machines.
  ///
  /// Before that, it checks the workspace and the disk space, and removes players who asked to be
  /// forgotten from the history.
  ///
  /// - Parameter control: it pauses while another run holds the workspace.
  /// - Throws: `TaskFailure` if a result of an earlier step is missing.
  package func plan(
    _ step: TaskStep, _ folder: TaskFolder, _ control: RunControl
  ) throws -> TaskPlan {
    if step == .outputs { return try planOutputs(folder, control) }
    let lock = try WorkspaceLock.acquire(
      workspace.folder, day: nil, timeoutInSeconds: options.lockTimeoutInSeconds,
      elapsedSeconds: control.elapsedSeconds, pause: control.pause,
      report: { control.observer.report(.message($0)) })
    defer { lock.release() }
    var night = self
    try night.checkWorkspace()
    try night.loadForgottenPlayers()
    if step == .read { try night.checkDiskSpace() }
    try night.repairIds { control.observer.report(.warned(stage: "intake", message: $0)) }
    try night.removeForgottenPlayers()
    return try IntakeTasks(night, folder).plan(step)
  }

  /// Trains tonight's models and divides the players and the studios among tasks.
  private func planOutputs(_ folder: TaskFolder, _ control: RunControl) throws -> TaskPlan {
    var night = self
    night.options.tasks = folder
    night.options.plansOutputs = true
    night.options.selection = StageSelection(until: [OutputTasks.stage])
    _ = try NightRun(night, control).run()
    return try OutputTasks(
      from: ArtifactReader(night.artifacts.appending(path: "\(OutputTasks.stage).artifact"))
    ).plan
  }
}
