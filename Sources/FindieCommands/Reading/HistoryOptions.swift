package import ArgumentParser
package import FindieDomain

/// A workspace's history as of a day.
package struct HistoryOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "The as-of day, YYYY-MM-DD: only events before it are counted. Default: the day after the "
        + "newest event, at most today in UTC.",
      valueName: "day"))
  package var date: Day?
  @OptionGroup var workspace: WorkspaceOption
  @OptionGroup package var threads: ThreadsOption
  @OptionGroup package var now: NowOption

  package init() {}

  package func reader() throws -> WorkspaceReader {
    try WorkspaceReader(
      workspace.value, date: date, now: now.instant(), workers: threads.workers)
  }
}
