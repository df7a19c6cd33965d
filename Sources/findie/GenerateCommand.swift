import ArgumentParser
import FindieDomain
import FindiePipelines
import FindieSynthesis
import Foundation

struct GenerateCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "generate",
    abstract: "Invent a seeded world of players, games and days, with a planted truth beside it.",
    discussion: """
      The same parameters give the same bytes. Writes games, developers, tags, users, wishlists, \
      interactions/<day>, analytics/<day> and truth.json.

      Examples:
        findie generate --output world --players 20000 --games 2000 --days 60
        findie generate --output world --catalogue Data/sample --first-day 2016-06-21
      """)

  @Option(
    help: ArgumentHelp(
      "The folder to write to; it must be empty or not there.", valueName: "folder"))
  var output: String
  @Option(help: "The seed of everything. Default: \(WorldParameters().seed).")
  var seed: UInt64?
  @Option(help: "How many players. Default: \(WorldParameters().players).")
  var players: Int?
  @Option(help: "How many games. Default: \(WorldParameters().games).")
  var games: Int?
  @Option(help: "How many studios. Default: \(WorldParameters().developers).")
  var developers: Int?
  @Option(help: "How many days, from 14 on. Default: \(WorldParameters().days).")
  var days: Int?
  @Option(help: ArgumentHelp("The first day, YYYY-MM-DD.", valueName: "day"))
  var firstDay: Day?
  @Option(help: "The share of lines that are broken on purpose.")
  var badLineShare: Double?
  @Option(help: "The share of lines that are written twice.")
  var duplicateShare: Double?
  @Flag(help: "Write no analytics events.")
  var noAnalytics = false
  @Option(
    help: ArgumentHelp(
      "A folder with games to invent players over. Default: games are invented too.",
      valueName: "folder"))
  var catalogue: String?
  @OptionGroup var threads: ThreadsOption
  @OptionGroup var json: JSONFlag

  func run() throws {
    try obey {
      var parameters = WorldParameters()
      if let seed { parameters.seed = seed }
      if let players { parameters.players = players }
      if let games { parameters.games = games }
      if let developers { parameters.developers = developers }
      if let days { parameters.days = days }
      if let firstDay { parameters.firstDay = firstDay }
      if let badLineShare { parameters.badLineShare = badLineShare }
      if let duplicateShare { parameters.duplicateShare = duplicateShare }
      parameters.writesAnalytics = !noAnalytics
      let generation = try Generation(
        parameters, over: catalogue.map { URL(filePath: $0) }, workers: threads.workers)
      let answer = try generation.write(to: URL(filePath: output)) { bytes in
        if Console.isTerminal { Console.put("\r\u{1B}[K  \(bytes >> 20) MB written") }
      }
      if Console.isTerminal { Console.put("\r\u{1B}[K") }
      try Console.answer(answer, asJSON: json.json)
    }
  }
}
