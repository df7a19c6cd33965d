import FindieWorkspace

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
    return try IntakeTasks.plan(step, of: night, in: folder)
  }

  /// Runs the stages that divided work needs, and plans that work.
  private func planOutputs(_ folder: TaskFolder, _ control: RunControl) throws -> TaskPlan {
    var night = self
    night.options.executor = .tasks(folder)
    let run = NightRun(night, control) { night in
      let stages = Nightly.stages(of: night)
      let plan = Stage<PlannedOutputs>.planOutputs(of: stages, in: folder)
      var needed = Set(plan.inputs.map(\.name))
      for stage in stages.reversed() where needed.contains(stage.name) {
        needed.formUnion(stage.inputs.map(\.name))
      }
      return stages.filter { needed.contains($0.name) } + [plan]
    }
    _ = try run.run()
    return try folder.plan(named: TaskStep.outputs.rawValue, as: TaskPlan.self)
  }
}

/// The tasks of the last step, which are written to the folder of tasks.
private struct PlannedOutputs: TransientArtifact {
  static var grain: String { "one row per task" }
  static var isIdentifiedByContent: Bool { true }

  let plan: TaskPlan

  var counts: [String: Int] { ["tasks": plan.tasks.count] }

  var content: Fingerprint? { Fingerprint(of: canonicalJSON(plan)) }
}

extension Stage<PlannedOutputs> {
  /// Plans the divided work of some stages.
  fileprivate static func planOutputs(
    of stages: [any AnyStage], in folder: TaskFolder
  ) -> Stage {
    Stage("task-plan", from: AllDivided(of: stages), parameters: NoParameters()) { _, divided in
      let plans = try divided.map { try $0().plan(in: folder) }
      let plan = TaskPlan(
        step: .outputs, tasks: plans.flatMap(\.tasks), plans: plans.flatMap(\.plans))
      try folder.write(plan, named: TaskStep.outputs.rawValue)
      return PlannedOutputs(plan: plan)
    }
  }
}
