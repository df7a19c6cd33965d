import FindieNight
import ArgumentParser

struct ExplainCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "explain",
    abstract: "Explain a player's list, or why a game is not on it.",
    discussion: """
      A score is a sum of contributions: the player's games, genres and friends, popularity, \
      trends and new releases, with weights that the ranker learned. A game that is not on the \
      list was removed by a filter, which is named, or its score is too low.

      Examples:
        findie explain u014577d780fd
        findie explain u014577d780fd undertale
        findie explain u014577d780fd --json

      Exit status: 66 if the published night has no such player or game.
      """)

  @Argument(help: "The player's id.")
  var player: String
  @Argument(help: "The game's id or title. Default: the whole list.")
  var game: String?
  @OptionGroup var workspace: WorkspaceOption
  @OptionGroup var json: JSONFlag

  func run() throws {
    try reportingErrors {
      let explanation = try ServedFolder.read(workspace: workspace.value) {
        try $0.model().explanation(userId: player, game: game)
      }
      try Console.print(explanation.answer, asJSON: json.json)
    }
  }
}
