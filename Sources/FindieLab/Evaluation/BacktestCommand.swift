import ArgumentParser
import FindieCommands
import FindieNight
import FindieWorkspace
import Foundation

struct BacktestCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "backtest",
    abstract: "Repeat the nights of the last weeks and see what players liked next.",
    discussion: """
      For the first day of each of the last weeks, models are trained and weights are learned from \
      the events before it, as a night of that day would have done. Their lists are tested on what \
      players liked in the week. The current records of games and players are used.

      --lists also tests lists of another program on the last week's players. Train it on `findie \
      export interactions --anonymous --before DAY`, where DAY is the week's first day. With \
      FINDIE_KEY set, the file may use the export's anonymous ids.

      Examples:
        findie-lab backtest
        findie-lab backtest --weeks 8 --date 2025-09-01 --json
        findie-lab backtest --against other.yaml
        findie-lab backtest --date 2025-09-08 --lists mine.ndjson
      """)

  @Option(
    help: ArgumentHelp(
      "The number of weeks, which end with the as-of day. Default: 4; with --lists 1.",
      valueName: "n"))
  var weeks: Int?
  @Option(
    help: ArgumentHelp(
      "Also test another program's lists of the last week's players, with lines such as "
        + #"{"userId":"u1","games":["g7","g2"]}. May be repeated."#, valueName: "file"))
  var lists: [String] = []
  @Option(
    help: ArgumentHelp("Also test the lists by another parameter file.", valueName: "file"))
  var against: String?
  @OptionGroup var history: HistoryOptions
  @OptionGroup var parameters: ParametersOption
  @OptionGroup var json: JSONFlag

  func validate() throws {
    guard (1...520).contains(weeks ?? 1) else {
      throw ValidationError("--weeks must be an integer from 1 to 520.")
    }
    if !lists.isEmpty, weeks ?? 1 > 1 {
      throw ValidationError("--lists tests one week: leave --weeks out.")
    }
  }

  func run() throws {
    try reportingErrors {
      let workers = history.threads.workers
      try AddressSpaceLimit.prepare(for: workers)
      let reader = try history.reader()
      StopSignal.listen()
      let setting = EvaluationSetting(
        models: .night, ks: nil, parameters: try parameters.load(), workers: workers,
        observer: TerminalProgress(), isStopping: { StopSignal.isRequested })
      let key = try Secrets.key.map {
        try PlayerKey($0, for: "A test of lists by anonymous ids", mayBeNew: true)
      }
      let rivals = BacktestRivals(
        lists: lists.map { ListsFile(url: URL(filePath: $0), key: key) },
        parameters: try against.map {
          (file: $0, values: try NightParameters(file: URL(filePath: $0)))
        })
      let answer = try reader.backtest(
        weeks: weeks ?? (lists.isEmpty ? 4 : 1), setting, rivals
      ).answer
      Console.clearLine()
      try Console.print(answer, asJSON: json.json)
    }
  }
}
