import ArgumentParser
import FindieDomain
import FindieModels
import FindieNight
import FindieText
import FindiePublishing
import FindieWorkspace

struct AudienceCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "audience", abstract: "Show the players most likely to like a game.",
    discussion: """
      The players are ranked by the published night's models, as in their lists. Only players with \
      notificationsEnabled in users are shown, without those who know the game, muted one of its \
      genres, or whose platforms or price range exclude it. The game need not be released. The \
      score is a log-odds. Each line of --json and of --output is a player.

      Examples:
        findie audience undertale --limit 100
        findie audience steam-113200 --limit 5000 --output players.ndjson

      Exit status: 66 if the published night has no such game, or it is withdrawn.
      """)

  @Argument(help: "The game's id or title.")
  var game: String
  @Option(
    help: ArgumentHelp("Write the players to this file, one per line.", valueName: "file"))
  var output: String?
  @OptionGroup var list: ListOptions

  func run() throws {
    try reportingErrors {
      let answer = try ServedFolder.read(workspace: list.workspace.value) {
        try $0.model(hasAudiences: true).audienceAnswer(ofGame: game, limit: list.limit)
      }
      guard let output else { return try Console.print(answer, asJSON: list.json.json) }
      try Console.deliver(Array(answer.json.utf8), to: output)
    }
  }
}

extension ServedModel {
  /// The players most likely to like a game.
  ///
  /// - Parameter name: the game's id or title.
  /// - Throws: `NotFound`, also for a withdrawn game; `CommandFailure`.
  func audienceAnswer(ofGame name: String, limit: Int) throws -> Answer {
    let game = try catalogue.game(name, in: "The night of \(night)")
    guard let index = matrix.games.index(of: game.id), game.availability(on: night) != .withdrawn
    else {
      throw NotFound("'\(game.id)' is cancelled or removed (isActive is false).")
    }
    let audience = audience(ofGame: index, limit: limit)
    var table = TextTable(("rank", .right), ("player", .left), ("score", .right))
    for player in audience.players {
      table.add("\(player.rank)", player.userId, sixDigits(player.score))
    }
    return Answer(
      text: DisplayText.cleaned(
        "Players most likely to like \(game.title) (\(game.id)), night of \(night)")
        + "\n\n"
        + (table.isEmpty
          ? "There is no such player: only those with notificationsEnabled in users are shown."
          : table.text),
      json: String(decoding: PublishedLine(playersOf: audience).bytes, as: UTF8.self))
  }
}
