import ArgumentParser
import FindiePipelines

struct PlanCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "plan", abstract: "Say what a pipeline would do and why, and do nothing.",
    discussion: "Example:\n  findie plan nightly --input Data/sample",
    subcommands: [PlanNightlyCommand.self],
    defaultSubcommand: PlanNightlyCommand.self)
}

struct PlanNightlyCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "nightly",
    abstract: "For each stage of the night, whether it would run, and why.",
    discussion: """
      Takes what `findie run nightly` takes, changes no file and needs no lock. Beside each stage stand \
      the seconds and counts of when it was made last. What hangs on files that were not read yet \
      "may run". Published nights whose days have other events by now are named.

      Ends with 0 where there is nothing to do, and with 2 where there is.

      Examples:
        findie plan nightly --input Data/sample
        findie plan nightly --parameters my.yaml --json
        findie plan nightly || findie run nightly
      """)

  @OptionGroup var options: NightOptions
  @OptionGroup var choice: NightChoice
  @OptionGroup var json: JSONFlag

  func validate() throws { try options.refuseStream() }

  func run() throws {
    var hasWork = false
    try obey {
      var night = try options.night(date: choice.date)
      night.publishing = choice.publish
      night.selection = try choice.selection.selection()
      let plan = try NightPlan(of: night)
      try Console.answer(plan.answer, asJSON: json.json)
      hasWork = plan.hasWork
    }
    if hasWork { throw ExitCode(ExitStatus.thereIsWork) }
  }
}
