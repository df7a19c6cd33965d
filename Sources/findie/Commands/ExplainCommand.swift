import ArgumentParser
import FindieOperations

struct ExplainCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "explain",
    abstract: "Explain a player's list, or why a game is not on it.",
    discussion: """
      A score is a sum of contributions: the player's games, genres and friends, popularity, trends \
      and new releases, with weights that the ranker learned. A game that is not on the list was removed \
      by a filter, which is named, or its score is too low.

      Examples:
        findie explain --user u014577d780fd
        findie explain --user u014577d780fd --game steam-113200
        findie explain --user u014577d780fd --json

      Exit status: 66 if the published night has no such player or game.
      """)

  @Option(help: ArgumentHelp("The player's id.", valueName: "id"))
  var user: String
  @Option(help: ArgumentHelp("The game's id. Default: the whole list.", valueName: "id"))
  var game: String?
  @OptionGroup var workspace: WorkspaceOption
  @OptionGroup var json: JSONFlag

  func run() throws {
    try reportingErrors {
      let explanation = try ServedFolder.read(workspace: workspace.value) {
        try $0.model().explanation(userId: user, gameId: game)
      }
      try Console.print(explanation.answer, asJSON: json.json)
    }
  }
}
