import ArgumentParser
import FindieBatch
import FindieNight
import FindieText
import FindieWorkspace
import Glibc

@main
struct Findie: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "findie",
    abstract: "Turns player events into game recommendations, lists and reports, once a night.",
    discussion: """
      Examples:
        findie run nightly --input Data/sample
        findie plan nightly --input Data/sample
        findie recommend u014577d780fd
        findie similar undertale
        findie report developer dev-facepunch-studios --format html --output studio.html

      The environment variable FINDIE_WORKSPACE is the default of --workspace.

      Exit statuses:
        0   success
        1   failed
        2   there is work to do (plan, backfill --dry-run)
        64  invalid command line, or a name that several games or studios have
        65  too many invalid lines, or a damaged input file
        66  no input, or the requested item does not exist
        69  another run is using the workspace, or a partner cannot be reached
        70  internal error in findie
        73  cannot write, or the disk is full
        75  stopped; run the same command again to continue
        78  invalid parameters, or FINDIE_KEY is missing
      """,
    version: Versions.findie,
    subcommands: [
      RunCommand.self, PlanCommand.self, StatusCommand.self, LogCommand.self,
      BackfillCommand.self, IngestCommand.self, SyncCommand.self, MatchCommand.self,
      QuarantineCommand.self, HistoryCommand.self,
      RecommendCommand.self, SimilarCommand.self, TrendingCommand.self,
      NewReleasesCommand.self, ExplainCommand.self, ExportCommand.self, ReportCommand.self,
      ForgetCommand.self, CleanCommand.self, VerifyCommand.self,
      BackupCommand.self, RestoreCommand.self,
      SteamLoginCommand.self, NotifyCommand.self, PlurCommand.self, AlgorithmCommand.self,
      EvaluateCommand.self, DiffCommand.self, ReproduceCommand.self, ValidateCommand.self,
      DoctorCommand.self,
      GenerateCommand.self,
      ParametersCommand.self, ContractCommand.self,
    ])

  /// - Throws: a usage error that suggests a command for a word that is none. The parser would report the
  ///   options that follow it.
  private static func checkCommandNames(_ words: some Sequence<String>) throws {
    var commands = configuration.subcommands
    for word in words {
      if commands.isEmpty || word.hasPrefix("-") || word == "help" { return }
      let names = commands.compactMap { $0.configuration.commandName }
      guard let index = names.firstIndex(of: word) else {
        let suggestion = NearestName.suggestion(for: word, among: names)
        throw ValidationError(
          "There is no command '\(word)'"
            + (suggestion.isEmpty
              ? ". The commands are \(names.joined(separator: ", "))." : suggestion))
      }
      commands = commands[index].configuration.subcommands
    }
  }

  /// Runs the command. A usage error is logged as JSON if the command line asks for a JSON log.
  static func main() {
    // A write beyond `ulimit -f` then fails with an error instead of ending the program.
    signal(SIGXFSZ, SIG_IGN)
    do {
      try checkCommandNames(CommandLine.arguments.dropFirst())
      var command = try parseAsRoot()
      try TextTable.$maximumWidth.withValue(Console.width()) { try command.run() }
    } catch {
      let status = exitCode(for: error)
      if status == .success {
        // Help and the version: the parser would not notice that they cannot be written.
        exit(printing: fullMessage(for: error))
      }
      if status == .validationFailure, LogOptions.asksForJSON(CommandLine.arguments) {
        LogOptions.logJSON(message(for: error), status: status.rawValue)
        exit(withError: status)
      }
      if error is ValidationError {
        // Thrown by a command that runs: the usage line would be that of `findie`.
        Console.log("Error: \(message(for: error))")
        exit(withError: status)
      }
      let text = fullMessage(for: error)
      if !text.isEmpty { Console.log(text) }
      exit(withError: status)
    }
  }

  private static func exit(printing text: String) -> Never {
    do {
      if !text.isEmpty { try Console.out(text + "\n") }
      exit(withError: nil)
    } catch {
      Console.log("Error: \(error)")
      exit(withError: ExitCode(ExitStatus.status(of: .cannotWrite)))
    }
  }
}
