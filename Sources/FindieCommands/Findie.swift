package import ArgumentParser
import FindieWorkspace
import FindieNight
import FindieText
import Glibc

/// The commands that a team runs.
package struct Findie: ParsableCommand {
  package static let configuration = CommandConfiguration(
    commandName: "findie",
    abstract: "Turns player events into game recommendations, lists and reports, once a night.",
    discussion: """
      Examples:
        findie run nightly --input Data/sample
        findie plan nightly --input Data/sample
        findie recommend u014577d780fd
        findie similar undertale
        findie report studio "Facepunch Studios" --output facepunch

      The environment variable FINDIE_WORKSPACE is the default of --workspace. FINDIE_SETTINGS is \
      the folder of the settings files that no option names, such as nightly.yaml; its default is \
      Pipelines.

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
    groupedSubcommands: [
      CommandGroup(
        name: "Run and watch",
        subcommands: [
          RunCommand.self, PlanCommand.self, StatusCommand.self, LogCommand.self,
          ValidateCommand.self, IngestCommand.self, BackfillCommand.self, ReproduceCommand.self,
          RollbackCommand.self, QuarantineCommand.self, ShardCommand.self,
        ]),
      CommandGroup(
        name: "Look at lists and reports",
        subcommands: [
          RecommendCommand.self, SimilarCommand.self, TrendingCommand.self, PopularCommand.self,
          NewReleasesCommand.self, SearchCommand.self, ExplainCommand.self, AudienceCommand.self,
          RefreshCommand.self,
          ReportCommand.self, ExportCommand.self,
        ]),
      CommandGroup(
        name: "Partners",
        subcommands: [
          SyncCommand.self, MatchCommand.self, NotifyCommand.self, AlertCommand.self,
          PlurCommand.self, AlgorithmCommand.self, SteamLoginCommand.self,
        ]),
      CommandGroup(
        name: "Maintain",
        subcommands: [
          DoctorCommand.self, VerifyCommand.self, HistoryCommand.self, CleanCommand.self,
          ForgetCommand.self, PlayerCommand.self, BackupCommand.self, RestoreCommand.self,
          ParametersCommand.self,
          ContractCommand.self,
        ]),
    ])

  package init() {}
}
