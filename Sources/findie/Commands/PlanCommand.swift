import ArgumentParser
import FindieNight
import FindieOperations

struct PlanCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "plan", abstract: "Show what a run would do and why, without running it.",
    discussion: """
      Examples:
        findie plan nightly --input Data/sample
        findie plan nightly --json
      """,
    subcommands: [PlanNightlyCommand.self],
    defaultSubcommand: PlanNightlyCommand.self)
}

struct PlanNightlyCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "nightly",
    abstract: "Show for each stage of the nightly pipeline whether it would run, and why.",
    discussion: """
      Accepts the options of `findie run nightly`, changes no file and needs no lock. Each stage is shown \
      with the seconds of its last run; JSON has its counts too. A stage that depends on unread files \
      "may run". The plan also lists published nights whose events have changed since.

      Examples:
        findie plan nightly --input Data/sample
        findie plan nightly --parameters my.yaml --json
        findie plan nightly || findie run nightly

      Exit status: 0 if there is nothing to do, 2 if there is work.
      """)

  @OptionGroup var options: NightOptions
  @OptionGroup var choice: NightChoice
  @OptionGroup var json: JSONFlag

  func validate() throws { try options.refuseStream() }

  func run() throws {
    var hasWork = false
    try reportingErrors {
      var night = try options.night(date: choice.date)
      night.publishing = choice.publish
      try choice.selection.apply(to: &night)
      let plan = try NightPlan(of: night)
      try Console.print(plan.answer(options: options.given), asJSON: json.json)
      hasWork = plan.hasWork
    }
    if hasWork { throw ExitCode(ExitStatus.hasWork) }
  }
}
