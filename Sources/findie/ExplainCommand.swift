import ArgumentParser
import FindiePipelines

struct ExplainCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "explain",
    abstract: "Say why a player's list is as it is, or why a game is not on it.",
    discussion: """
      Each score is the sum of what the player's games, genres and friends, popularity, trends and \
      news add, by weights that the night's ranker learned. A game that is not listed is kept off by a \
      filter, which is named, or by its score.

      Examples:
        findie explain --user u1
        findie explain --user u1 --game steam-220
        findie explain --user u1 --json

      Ends with 66 where the published night knows no such player or game.
      """)

  @Option(help: ArgumentHelp("The player's id.", valueName: "id"))
  var user: String
  @Option(help: ArgumentHelp("A game's id. Default: the whole list.", valueName: "id"))
  var game: String?
  @OptionGroup var workspace: WorkspaceOption
  @OptionGroup var json: JSONFlag

  func run() throws {
    try obey {
      let explanation = try ServedFolder.read(workspace: workspace.url) {
        try $0.model().explanation(userId: user, gameId: game)
      }
      try Console.answer(explanation.answer, asJSON: json.json)
    }
  }
}
