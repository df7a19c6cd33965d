import ArgumentParser
import FindieDomain
import FindiePipelines
import Foundation

struct RecommendCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "recommend", abstract: "Show one player's published list, with the reasons.",
    discussion: """
      Examples:
        findie recommend --user u014577d780fd --limit 10
        findie recommend --user u014577d780fd --since today.ndjson

      With --refresh or --since the list is made again by what the night learned; what is published \
      stays.
      """)

  @Option(help: "The player's id.")
  var user: String
  @Flag(help: "Make the list again by what the night learned.")
  var refresh = false
  @Option(
    help: ArgumentHelp(
      "What the player did since the night, an interaction a line; - for standard input. Asks for "
        + "--refresh.",
      valueName: "file"))
  var since: String?
  @OptionGroup var limit: LimitOption
  @OptionGroup var workspace: WorkspaceOption
  @OptionGroup var json: JSONFlag

  func run() throws {
    try obey {
      let new = try since.map { try NewInteractions(URL(filePath: $0 == "-" ? "/dev/stdin" : $0)) }
      let lists = try PublishedLists(workspace: workspace.url, isRefreshing: refresh || new != nil)
      try Console.answer(
        lists.recommendations(user: user, since: new?.interactions ?? [], limit: limit.limit),
        asJSON: json.json)
    }
  }
}

struct SimilarCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "similar", abstract: "Show the games most like one game.",
    discussion: "Example:\n  findie similar --game steam-105600")

  @Option(help: "The game's id.")
  var game: String
  @OptionGroup var limit: LimitOption
  @OptionGroup var workspace: WorkspaceOption
  @OptionGroup var json: JSONFlag

  func run() throws {
    try obey {
      let lists = try PublishedLists(workspace: workspace.url)
      try Console.answer(lists.similar(to: game, limit: limit.limit), asJSON: json.json)
    }
  }
}

struct TrendingCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "trending", abstract: "Show what rises.",
    discussion: "Example:\n  findie trending --genre rpg --json")

  @Option(help: "One genre, such as rpg; without it, all games.")
  var genre: Genre?
  @OptionGroup var limit: LimitOption
  @OptionGroup var workspace: WorkspaceOption
  @OptionGroup var json: JSONFlag

  func run() throws {
    try obey {
      let lists = try PublishedLists(workspace: workspace.url)
      try Console.answer(lists.trending(genre: genre, limit: limit.limit), asJSON: json.json)
    }
  }
}

struct NewReleasesCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "new-releases", abstract: "Show what came out lately, or what is announced.",
    discussion: """
      Examples:
        findie new-releases --limit 10
        findie new-releases --early-access
        findie new-releases --announced
      """)

  @Flag(help: "Only games in early access.")
  var earlyAccess = false
  @Flag(help: "The games that are announced, by date, instead of those that came out.")
  var announced = false
  @OptionGroup var limit: LimitOption
  @OptionGroup var workspace: WorkspaceOption
  @OptionGroup var json: JSONFlag

  func run() throws {
    try obey {
      let lists = try PublishedLists(workspace: workspace.url)
      try Console.answer(
        announced
          ? lists.announced(limit: limit.limit)
          : lists.newReleases(status: earlyAccess ? .earlyAccess : nil, limit: limit.limit),
        asJSON: json.json)
    }
  }

  func validate() throws {
    if earlyAccess, announced {
      throw ValidationError("--early-access and --announced ask for different lists; give one")
    }
  }
}
