import ArgumentParser
import FindiePipelines

@main
struct Findie: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "findie",
    abstract: "Findie's nightly batch: what players did, by morning turned into lists and reports.",
    discussion: """
      Examples:
        findie run nightly --input Data/sample
        findie plan nightly --input Data/sample
        findie recommend --user u014577d780fd
        findie report developer --developer dev-valve --format html --output valve.html

      Exit statuses: 0 done · 1 failed · 2 there is work (plan) · 64 usage · 65 bad data over the limit · 66 no input · \
      69 another night holds the workspace · 70 our bug · 73 cannot write, disk full · \
      75 stopped, run again · 78 bad parameters.
      """,
    version: Versions.findie,
    subcommands: [
      RunCommand.self, PlanCommand.self, StatusCommand.self, LogCommand.self,
      BackfillCommand.self, IngestCommand.self,
      QuarantineCommand.self, HistoryCommand.self,
      RecommendCommand.self, SimilarCommand.self, TrendingCommand.self,
      NewReleasesCommand.self, ExplainCommand.self, ExportCommand.self, ReportCommand.self,
      ForgetCommand.self, CleanCommand.self, VerifyCommand.self,
      EvaluateCommand.self,
      TuneCommand.self, DiffCommand.self, ReproduceCommand.self, ValidateCommand.self,
      DoctorCommand.self,
      GenerateCommand.self,
      ParametersCommand.self, ContractCommand.self,
    ])

  /// As every command line's, but that a wrong one is a line of the log where that is for programs.
  static func main() {
    do {
      var command = try parseAsRoot()
      try command.run()
    } catch {
      let status = exitCode(for: error)
      guard status == .validationFailure, LogOptions.isForPrograms(CommandLine.arguments) else {
        exit(withError: error)
      }
      LogOptions.sayForPrograms(message(for: error), status: status.rawValue)
      exit(withError: status)
    }
  }
}
