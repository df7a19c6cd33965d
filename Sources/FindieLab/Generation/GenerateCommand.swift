import ArgumentParser
import FindieDomain
import FindieCommands
import Foundation

struct GenerateCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "generate",
    abstract: "Generate players, games and events from a seed, with known effects planted in them.",
    discussion: """
      The same options give the same bytes. Writes games, developers, tags, users, wishlists, \
      interactions/<day> and analytics/<day>, and the planted effects in truth.json.

      Examples:
        findie-lab generate --output world --players 20000 --games 2000 --days 60
        findie-lab generate --output world --players 5000 --fashions
        findie-lab generate --output world --null --effects likes missing --growth 0.003
      """)

  @Option(
    help: ArgumentHelp(
      "The folder to write to. It must be empty or absent.", valueName: "folder"))
  var output: String
  @Option(help: "The random seed. Default: \(WorldParameters().seed).")
  var seed: UInt64?
  @Option(help: "The number of players. Default: \(WorldParameters().players).")
  var players: Int?
  @Option(help: "The number of games. Default: \(WorldParameters().games).")
  var games: Int?
  @Option(help: "The number of studios. Default: \(WorldParameters().developers).")
  var developers: Int?
  @Option(help: "The number of days, at least 14. Default: \(WorldParameters().days).")
  var days: Int?
  @Option(help: ArgumentHelp("The first day, YYYY-MM-DD.", valueName: "day"))
  var firstDay: Day?
  @Option(help: "The share of interactions that are written twice, 0 to 1. Default: 0.")
  var duplicateShare: Double?
  @Flag(
    help: ArgumentHelp(
      "Release games on Fridays, and bring other games into fashion each day, so that what is "
        + "popular changes from day to day."))
  var fashions = false
  @Flag(help: "Do not write analytics events.")
  var noAnalytics = false
  @OptionGroup(title: "Null worlds") var null: NullOptions
  @OptionGroup var json: JSONFlag

  func run() throws {
    try reportingErrors {
      var parameters = WorldParameters()
      if let seed { parameters.seed = seed }
      if let players { parameters.players = players }
      if let games { parameters.games = games }
      if let developers { parameters.developers = developers }
      if let days { parameters.days = days }
      if let firstDay { parameters.firstDay = firstDay }
      if let duplicateShare { parameters.duplicateShare = duplicateShare }
      parameters.writesAnalytics = !noAnalytics
      parameters.hasFashions = fashions
      if null.null { parameters.null = null.world }
      let answer = try Generation(parameters).write(to: URL(filePath: output)) { bytes in
        guard Console.isLive else { return }
        Console.clearLine()
        Console.write("  \(bytes >> 20) MB written")
      }
      Console.clearLine()
      try Console.print(answer, asJSON: json.json)
    }
  }
}

/// The options of worlds that test how often verdicts are wrong.
struct NullOptions: ParsableArguments {
  @Flag(
    help: ArgumentHelp(
      "Plant nothing: players have no taste, all games are equally good, and what happens changes "
        + "by chance only. The other options need this one."))
  var null = false
  @Option(parsing: .upToNextOption, help: "The effects to plant.")
  var effects: [NullWorld.Effect] = []
  @Option(help: "The standard deviation of the logarithm of a day's activity.")
  var daySpread = NullWorld().daySpread
  @Option(help: "The correlation of a day's activity with that of the day before.")
  var dayCorrelation = NullWorld().dayCorrelation
  @Option(help: "The weekday pattern: 0 is none, 1 is usual.")
  var weekdayStrength = NullWorld().weekdayStrength
  @Option(help: "The growth of sessions per day: 0.003 is about 0.3%.")
  var growth = NullWorld().growth
  @Option(help: "How much players differ: the standard deviation of the logit of their like rates.")
  var playerSpread = NullWorld().playerSpread

  func validate() throws {
    guard null || world == NullWorld() else { throw ValidationError("Add --null.") }
  }

  /// The world that the options describe, with or without `--null`.
  var world: NullWorld {
    var world = NullWorld()
    (world.effects, world.growth, world.playerSpread) = (effects, growth, playerSpread)
    (world.daySpread, world.dayCorrelation) = (daySpread, dayCorrelation)
    world.weekdayStrength = weekdayStrength
    return world
  }
}

extension NullWorld.Effect: ExpressibleByArgument {}
