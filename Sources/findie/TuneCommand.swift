import ArgumentParser
import FindieBatch
import FindieDomain
import FindiePipelines
import Foundation

struct TuneCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "tune",
    abstract: "Search for better numbers within a time, and write them as a parameter file.",
    discussion: """
      A test is cut from the history first and looked at once, at the end. All is chosen by a second \
      cut of what is left: λ, α₀, ν and half-life of ALS at a small rank, what each action weighs, with \
      an interval, the rank, the numbers of EASE and item-kNN, and the weights of a blend. Trials are \
      kept in a file as they end: a search that was stopped goes on from there, and one that is given \
      more minutes too.

      Examples:
        findie tune --minutes 30
        findie tune --split players --models als --output als.yaml
        findie tune --train ml-20m/train.ndjson --fold-in ml-20m/fold-in.ndjson \
      --test ml-20m/test.ndjson --minutes 60
      """)

  @Option(
    help: ArgumentHelp(
      "How long trials may take in all, those of earlier runs too.", valueName: "minutes"))
  var minutes = 10.0
  @Option(help: ArgumentHelp("The parameter file to write.", valueName: "file"))
  var output = "tuned.yaml"
  @Option(
    help: ArgumentHelp(
      "Where trials are kept, a line each. Default: beside the output, .trials.ndjson.",
      valueName: "file"))
  var trials: String?
  @Option(
    help: ArgumentHelp(
      "How test and validation are cut: random (a share of each player's games), players (players "
        + "that never train), time, or last (each player's last game). Default: random."))
  var split: EvaluationSetting.Splitting?
  @Option(
    help: ArgumentHelp(
      "The first day of the test, with --split time. Default: as fits the held-out share.",
      valueName: "day"))
  var testFrom: Day?
  @Option(
    help: ArgumentHelp(
      "What is tuned, with commas: als, ease, knn, and what joins them in a blend. Default: als, knn, "
        + "ease up to 10,000 games, and blend.", valueName: "names"))
  var models: CommaList?
  @Option(help: ArgumentHelp("Trials are compared by the nDCG of the first k games."))
  var k = 20

  @Option(
    help: ArgumentHelp(
      "Interactions to tune on, instead of a workspace: a file, or a folder.", valueName: "path"))
  var train: String?
  @Option(
    help: ArgumentHelp(
      "Interactions to be found at the end, with --train. Default: cut from it.", valueName: "path")
  )
  var test: String?
  @Option(
    help: ArgumentHelp(
      "What models are told of the test's players, with --test.", valueName: "path"))
  var foldIn: String?
  @Flag(help: "Weigh and age actions, with --train.")
  var weights = false

  @OptionGroup var workspace: WorkspaceOption
  @Option(
    help: ArgumentHelp("The as-of day. Default: the day after the newest event.", valueName: "day"))
  var date: Day?
  @OptionGroup var parameters: ParametersOption
  @OptionGroup var threads: ThreadsOption
  @OptionGroup var now: NowOption
  @OptionGroup var json: JSONFlag

  func validate() throws {
    guard minutes > 0, minutes.isFinite else {
      throw ValidationError("--minutes must be a number above 0.")
    }
    guard (1...1000).contains(k) else { throw ValidationError("--k must be from 1 to 1000.") }
    if train == nil, test != nil || weights {
      throw ValidationError("\(weights ? "--weights" : "--test") is for --train.")
    }
    if foldIn != nil, test == nil { throw ValidationError("--fold-in is for --train and --test.") }
    if train != nil, date != nil { throw ValidationError("--date is for a workspace's history.") }
    if test != nil, split != nil || testFrom != nil {
      throw ValidationError("--split and --test-from are for a test that is not given by --test.")
    }
    if testFrom != nil, split != .time {
      throw ValidationError("--test-from is for --split time.")
    }
    _ = try chosenModels()
  }

  /// Nil where nothing was said.
  private func chosenModels() throws -> ModelChoice? {
    guard let models else { return nil }
    do {
      return try ModelChoice(names: models.elements, hasContent: train == nil)
    } catch {
      throw ValidationError("--models: \(error).")
    }
  }

  private var trialsFile: URL {
    if let trials { return URL(filePath: trials) }
    let output = URL(filePath: output)
    return output.deletingLastPathComponent().appending(
      path: output.deletingPathExtension().lastPathComponent + ".trials.ndjson")
  }

  func run() throws {
    try obey {
      try NoAddresses.prepare(for: threads.workers)
      let parameters = try parameters.load()
      let progress = TerminalProgress()
      defer { progress.clear() }
      StopSignal.listen()
      let setting = TuningSetting(
        models: try chosenModels(), parameters: parameters, k: k,
        limitInSeconds: minutes * 60, output: URL(filePath: output), trials: trialsFile,
        workers: threads.workers, observer: progress, elapsedSeconds: { Clock.elapsedSeconds },
        isStopping: { StopSignal.isAsked })
      let report =
        if let train {
          try TuningFiles(
            train: URL(filePath: train), test: test.map { URL(filePath: $0) },
            foldIn: foldIn.map { URL(filePath: $0) }, weighsActions: weights,
            now: try now.instant()
          ).tuning(split ?? .random, testDay: testFrom, setting)
        } else {
          try WorkspaceReader(
            workspace: workspace.url, date: date, now: now.instant(), workers: threads.workers
          )
          .tuning(split ?? .random, testDay: testFrom, setting)
        }
      progress.clear()
      try Console.answer(report.answer, asJSON: json.json)
      if report.isStopped { throw Stopped() }
    }
  }
}
