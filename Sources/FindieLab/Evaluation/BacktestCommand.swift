import ArgumentParser
import FindieCommands
import FindieNight

struct BacktestCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "backtest",
    abstract: "Repeat the nights of the last weeks and see what players liked next.",
    discussion: """
      For the first day of each of the last weeks, models are trained and weights are learned from \
      the events before it, as a night of that day would have done. Their lists are tested on what \
      players liked in the week. The current records of games and players are used.

      Examples:
        findie-lab backtest
        findie-lab backtest --weeks 8 --date 2025-09-01 --json
      """)

  @Option(help: ArgumentHelp("The number of weeks, which end with the as-of day.", valueName: "n"))
  var weeks = 4
  @OptionGroup var history: HistoryOptions
  @OptionGroup var parameters: ParametersOption
  @OptionGroup var json: JSONFlag

  func validate() throws {
    guard (1...520).contains(weeks) else {
      throw ValidationError("--weeks must be an integer from 1 to 520.")
    }
  }

  func run() throws {
    try reportingErrors {
      let workers = history.threads.workers
      try AddressSpaceLimit.prepare(for: workers)
      let reader = try history.reader()
      StopSignal.listen()
      let setting = EvaluationSetting(
        models: .night, ks: nil, parameters: try parameters.load(), workers: workers,
        observer: TerminalProgress(), isStopping: { StopSignal.isRequested })
      let answer = try reader.backtest(weeks: weeks, setting).answer
      Console.clearLine()
      try Console.print(answer, asJSON: json.json)
    }
  }
}
