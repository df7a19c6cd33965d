import FindieNight
import FindieText
import ArgumentParser
import FindieDomain
import Foundation

/// Which published lists to show, and how.
struct ListOptions: ParsableArguments {
  @Option(help: "The maximum number of games or players to show.")
  var limit = 20
  @OptionGroup var workspace: WorkspaceOption
  @OptionGroup var json: JSONFlag

  func validate() throws {
    if limit < 1 { throw ValidationError("--limit must be at least 1.") }
  }

  /// Prints a part of the published lists.
  func print(refreshed: Bool = false, _ answer: (ListAnswers) throws -> Answer) throws {
    let lists = try ListAnswers(workspace: workspace.value, isRefreshing: refreshed)
    try Console.print(answer(lists), asJSON: json.json)
  }
}

struct RecommendCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "recommend", abstract: "Show a player's recommendations, with reasons.",
    discussion: """
      By default this shows the list of the last refresh, else the published one. With --refresh or --since, the list is computed \
      again with the published model. The published list does not change. Interactions before the \
      night's day are not used: the night has them.

      Examples:
        findie recommend u014577d780fd --limit 10
        findie recommend u014577d780fd --since today.ndjson
        findie recommend u014577d780fd --rows
      """)

  @Argument(help: "The player's id.")
  var player: String
  @Flag(help: "Compute the list again with the published model.")
  var refresh = false
  @Flag(help: "Show the player's rows, such as games like one that the player liked.")
  var rows = false
  @Option(
    help: ArgumentHelp(
      "The player's interactions since the run, one per line; - for standard input. Implies "
        + "--refresh.",
      valueName: "file"))
  var since: String?
  @OptionGroup var list: ListOptions

  func run() throws {
    try reportingErrors {
      let new = try since.map { try NewInteractions(URL(filePath: $0 == "-" ? "/dev/stdin" : $0)) }
      try list.print(refreshed: refresh || new != nil) {
        if let since, let unused = new?.unused(of: player, since: $0.day) {
          Console.log("! \(since): \(unused)")
        }
        return try $0.recommendations(
          user: player, since: new?.interactions ?? [], limit: list.limit, showsRows: rows)
      }
    }
  }
}

struct SimilarCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "similar", abstract: "Show the games that are most similar to a game.",
    discussion: """
      Examples:
        findie similar undertale
        findie similar steam-113200 --limit 5 --json
      """)

  @Argument(help: "The game's id or title.")
  var game: String
  @OptionGroup var list: ListOptions

  func run() throws {
    try reportingErrors { try list.print { try $0.similar(to: game, limit: list.limit) } }
  }
}

struct TrendingCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "trending", abstract: "Show the games that are trending.",
    discussion: """
      Examples:
        findie trending
        findie trending --genre rpg --json
      """)

  @Option(help: "A genre, such as rpg. Default: all genres.")
  var genre: Genre?
  @OptionGroup var list: ListOptions

  func run() throws {
    try reportingErrors { try list.print { try $0.trending(genre: genre, limit: list.limit) } }
  }
}

struct PopularCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "popular", abstract: "Show the games that most players liked lately.",
    discussion: """
      Examples:
        findie popular
        findie popular --genre rpg --json
      """)

  @Option(help: "A genre, such as rpg. Default: all genres.")
  var genre: Genre?
  @OptionGroup var list: ListOptions

  func run() throws {
    try reportingErrors { try list.print { try $0.popular(genre: genre, limit: list.limit) } }
  }
}

struct SearchCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "search", abstract: "Find games by words of title, studio, tags and description.",
    discussion: """
      Games with all words are found, also if the last one is only the beginning of a word. Case and \
      accents do not matter. Matches in titles and popular games come first. docs/SERVING.md has the SQL \
      statement for an app.

      Examples:
        findie search "hollow kn"
        findie search puzzle co-op --limit 5 --json
      """)

  @Argument(help: "Words.")
  var words: [String]
  @OptionGroup var list: ListOptions

  func run() throws {
    try reportingErrors {
      try list.print { try $0.search(words.joined(separator: " "), limit: list.limit) }
    }
  }
}

struct NewReleasesCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "new-releases", abstract: "Show new releases or announced games.",
    discussion: """
      Examples:
        findie new-releases --limit 10
        findie new-releases --early-access
        findie new-releases --announced
      """)

  @Flag(help: "Show only games in early access.")
  var earlyAccess = false
  @Flag(help: "Show announced games by date, instead of new releases.")
  var announced = false
  @OptionGroup var list: ListOptions

  func validate() throws {
    if earlyAccess, announced {
      throw ValidationError("--early-access and --announced cannot be combined.")
    }
  }

  func run() throws {
    try reportingErrors {
      try list.print {
        try announced
          ? $0.announced(limit: list.limit)
          : $0.newReleases(status: earlyAccess ? .earlyAccess : nil, limit: list.limit)
      }
    }
  }
}
