import ArgumentParser
import FindieDomain
import FindieNight
import FindieText
import FindieWorkspace

struct RefreshCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "refresh",
    abstract: "Compute new lists for the players who did something since the night.",
    discussion: """
      Reads the interactions since the published night, and new and changed users, in the input and \
      in the history. Lists of these players, also of new ones, are computed with the night's models \
      and replace published/refresh.sqlite, which an app reads before findie.sqlite (see \
      docs/SERVING.md). Run it every few minutes. Each run needs all interactions since the night.

      Examples:
        findie refresh --input export
        cat today.ndjson | findie refresh --input -
      """)

  @OptionGroup var input: InputOption
  @OptionGroup var workspace: WorkspaceOption
  @OptionGroup var intake: IntakeOptions
  @OptionGroup var json: JSONFlag

  func run() throws {
    try reportingErrors {
      let night = try intake.night(workspace.value, reading: input.value)
      StopSignal.listen()
      let control = RunControl(stoppingOnSignal: TerminalProgress())
      let refresh = try Refresh(night) { total in
        control.observer.progress(
          of: "refresh", total: total, unit: "lists", isStopping: control.isStopping)
      }
      Console.clearLine()
      try Console.print(refresh.answer, asJSON: json.json)
    }
  }
}

extension Refresh {
  fileprivate var answer: Answer {
    var text =
      "Refreshed \(lists.counted("list")) of the night of \(night): "
      + "\(interactions.counted("interaction")) and \(users.counted("new or changed user")) since."
    if newPlayers > 0 {
      text += " \(newPlayers.counted("player")) \(newPlayers.verb("is")) new."
    }
    if rejected > 0 {
      text +=
        "\n! \(rejected.counted("line")) \(rejected.verb("is")) invalid: `findie validate` shows why."
    }
    return Answer(text: text, json: canonicalLine(self))
  }
}
