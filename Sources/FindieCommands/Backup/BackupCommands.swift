import ArgumentParser
import FindieNight
import FindieWorkspace
import Foundation

struct BackupCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "backup",
    abstract: "Copy the workspace and its reports to a folder, also while a night runs.",
    discussion: """
      Each backup is a folder of its own, named by the time, with all files and their checksums. \
      Files that did not change are hard links to those of the backup before, so that a backup \
      takes the space of what changed. Each of them is read first and compared with its checksum; \
      a damaged one is named and copied again. Remove old backups with rm -r.

      Later requests to forget players are also stored in the folder, so that no restored backup \
      brings them back.

      Examples:
        findie backup /mnt/backup/findie
        findie backup /mnt/backup/findie --workspace /srv/findie --reports /srv/reports --json

      Exit status: 66 if there is no workspace, 69 if another backup is running, 73 if the folder \
      cannot be written.
      """)

  @Argument(help: "The folder of the backups, on another disk.")
  var folder: String
  @OptionGroup var workspace: WorkspaceOption
  @OptionGroup var reports: ReportsOption
  @OptionGroup var threads: ThreadsOption
  @OptionGroup var now: NowOption
  @OptionGroup var json: JSONFlag

  func validate() throws { try refuseEmptyPath(folder, "The folder") }

  func run() throws {
    try reportingErrors {
      StopSignal.listen()
      let night = Night(
        workspace: workspace.value(reports), workers: threads.workers,
        clock: RunClock(now: try now.instant()))
      let result = try Backup(
        of: night, to: URL(filePath: folder), isStopping: { StopSignal.isRequested }
      ).run()
      try Console.print(result.answer, asJSON: json.json)
    }
  }
}

struct RestoreCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "restore",
    abstract: "Restore a workspace and its reports from a backup.",
    discussion: """
      Checks every file of the backup first. With --replace, the restored workspace takes the place \
      of the lost one, with its folders of reports and backups. Files that are in the workspace are \
      moved to a folder in it, and nothing is removed. Without --replace, it is a separate \
      workspace: name an empty folder for it, and one for its reports.

      Players who asked to be forgotten are removed again by the next run. If the list of the lost \
      workspace cannot be read, requests since the backup may be missing. The next run then waits \
      until you send them again with `findie forget --from FILE --complete`, or say that there were \
      none with `findie forget --complete`.

      Examples:
        findie restore /mnt/backup/findie --replace   # the newest backup
        findie restore /mnt/backup/findie/2026-11-25T031500Z --replace
        findie restore /mnt/backup/findie --workspace drill --reports drill/reports

      Exit status: 1 if the backup is damaged, if the workspace, backup or reports belong to \
      another workspace, or if the newest backup is not known, since one is dated in the future; 66 \
      if there is no backup, 69 while a run is active.
      """)

  @Argument(help: "A backup, or the folder of the backups for the newest one.")
  var backup: String
  @Flag(help: "Take the place of the workspace that was lost, and move its files aside.")
  var replace = false
  @OptionGroup var workspace: WorkspaceOption
  @OptionGroup var reports: ReportsOption
  @OptionGroup var threads: ThreadsOption
  @OptionGroup var now: NowOption
  @OptionGroup var json: JSONFlag

  func validate() throws { try refuseEmptyPath(backup, "The backup") }

  func run() throws {
    try reportingErrors {
      StopSignal.listen()
      let result = try Restoring(
        URL(filePath: backup), to: workspace.value(reports), replaces: replace,
        workers: threads.workers, now: now.instant(), isStopping: { StopSignal.isRequested }
      ).run()
      try Console.print(result.answer, asJSON: json.json)
    }
  }
}
