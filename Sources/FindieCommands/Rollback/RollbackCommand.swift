import ArgumentParser
import FindieDomain
import FindieNight
import FindieText
import FindieWorkspace

struct RollbackCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "rollback",
    abstract: "Publish an earlier night again, at once.",
    discussion: """
      Points published/current to an earlier retained night, by default the one before, and \
      removes refresh.sqlite. The files of the night are checked first. Then its lists and its \
      findie.sqlite lose what must not be shown again: players who asked to be forgotten, \
      personal lists of players who have refused them since, and games that were withdrawn \
      since. The models of the night have forgotten players until a run carries out the request.

      To undo a rollback, name the later night. The next run warns, and compares its lists with \
      those of the restored night. Reports do not change. Run findie refresh afterwards to add \
      what players did since.

      Examples:
        findie rollback
        findie rollback 2026-02-08 --workspace /srv/findie
        findie rollback 2026-02-10    # undo

      Exit status: 1 if the night is damaged, 66 if it is not retained, 69 while a run or a refresh \
      is active, 78 if FINDIE_KEY is missing.
      """)

  @Argument(help: "The night to publish. Default: the newest one before the current night.")
  var day: Day?
  @OptionGroup var workspace: WorkspaceOption
  @OptionGroup var now: NowOption
  @OptionGroup var threads: ThreadsOption
  @OptionGroup var json: JSONFlag

  func run() throws {
    try reportingErrors {
      var night = try Night(
        workspace: workspace.value, workers: threads.workers, clock: RunClock(now: now.instant()))
      night.key = Secrets.key
      let (day, record) = try night.rollBack(to: day)
      try Console.print(Self.answer(day, record), asJSON: json.json)
    }
  }

  private static func answer(_ day: Day, _ record: Rollback) -> Answer {
    var text = "The night of \(day) is the current night."
    let removed = [
      (record.players, "forgotten player"), (record.refusals, "refused list"),
      (record.games, "withdrawn game"),
    ].filter { $0.0 > 0 }.map { $0.counted($1) }
    if !removed.isEmpty { text += " Removed from it: \(removed.joined(separator: ", "))." }
    return Answer(text: text, json: canonicalLine(Printed(night: day, rollback: record)))
  }

  private struct Printed: Encodable {
    let night: Day
    let rollback: Rollback
  }
}
