import FindieAnalytics
import FindieDomain
import FindieHistory
import FindieRanking
import FindieReports
import FindieWorkspace

/// The tasks that compute the lists and the studios' reports of a night on several machines.
package struct OutputTasks: JSONArtifact {
  package static var grain: String { "one row per task" }
  package static var formatVersion: Int { 1 }

  let lists: ListTasks
  let reports: ReportTasks

  package var counts: [String: Int] {
    ["lists": lists.shards.count, "reports": reports.studios.count]
  }

  /// What the tasks are given, below the folder of tasks.
  private var plans: [String] { [lists.model] + lists.shards + [reports.model] }

  /// Whether what the tasks are given is in the folder of tasks.
  fileprivate func isStillThere(in folder: TaskFolder) -> Bool {
    plans.allSatisfy { folder.hasFile($0) }
  }

  /// For the program that runs the tasks.
  var plan: TaskPlan {
    TaskPlan(step: .outputs, tasks: lists.tasks + reports.tasks, plans: plans)
  }
}

/// What a night's lists and reports are computed from.
struct OutputSources: StageGroup {
  let data: ModelData
  let models: TrainedModels
  let choice: ListChoice
  let byGame: Stage<HistoryByGame>
  let studios: Stage<StudioCounting>
  let activity: Stage<Activity>
  let positions: Stage<PositionEffects>
  let partners: Stage<NightPartners>
}

extension Stage<OutputTasks> {
  /// Divides the players and the studios among tasks on several machines.
  static func divideOutputs(
    from sources: OutputSources, in folder: TaskFolder, _ night: Night
  ) -> Stage {
    Stage(
      OutputTasks.stage, from: sources, parameters: night.parameters,
      isStillThere: { $0.isStillThere(in: folder) }
    ) { _, sources in
      let (data, choice) = (sources.data, sources.choice)
      let models = ListModels(sources.models, data, ServedSettings(night.parameters))
      return OutputTasks(
        lists: try ListTasks(
          by: models, models.recommender(data, choice), data, choice, in: folder,
          workers: night.workers),
        reports: try ReportTasks(
          StudioSources(
            data.catalogue.records, sources.activity.adding(sources.byGame.events.forgotten),
            prices: night.parameters.prices.compared(sources.partners.data.prices)),
          sources.positions, sources.studios.totals, night, before: data.history.day, in: folder))
    }
  }
}

extension OutputTasks {
  static let stage = "output-tasks"
}
