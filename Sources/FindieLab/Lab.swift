package import ArgumentParser
import FindieCommands
import FindieNight

/// The commands for those who measure and develop findie.
package struct Lab: ParsableCommand {
  package static let configuration = CommandConfiguration(
    commandName: "findie-lab",
    abstract: "Generates worlds of events, evaluates models, and measures speed.",
    discussion: """
      Examples:
        findie-lab generate --output world --players 20000 --games 2000 --days 60
        findie-lab evaluate --split time --test-from 2015-12-01 --k 10,50
        findie-lab backtest --weeks 8
        findie-lab bench top --help

      The exit statuses are those of findie.
      """,
    version: Versions.findie,
    subcommands: [
      GenerateCommand.self, EvaluateCommand.self, BacktestCommand.self, BenchCommand.self,
    ])

  package init() {}
}
