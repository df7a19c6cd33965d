import ArgumentParser
import FindieDomain
import FindiePipelines
import Foundation

struct EvaluateCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "evaluate",
    abstract: "Judge models by what is hidden from them: of the history, or of a public benchmark.",
    discussion: """
      Without --train, a part of the workspace's history is held out. With --train and --test, models \
      are trained on interactions in a file or folder of NDJSON and judged by those of another, without \
      a workspace or a catalogue. A line is one interaction:

        {"id":"1","userId":"u1","gameId":"g1","action":"like","timestamp":1420070400}

      All actions then weigh 1 and nothing ages, unless --weights is given; a dislike is a zero. Players \
      of the test are scored from their rows of --fold-in, which never train, or without one from their \
      rows of the training. A blend is made of the models named beside it; its weights are chosen on a \
      part of the training. Lists of other programs are judged beside the models by --lists: games that \
      the player knows already, or the training does not, are passed over in them.

      Examples:
        findie evaluate --parameters my.yaml --json
        findie evaluate --split time --test-from 2016-06-01 --k 10,50
        findie evaluate --train ml-20m/train.ndjson --fold-in ml-20m/fold-in.ndjson \
      --test ml-20m/test.ndjson --models popularity,knn,ease,als,blend --lists other.ndjson
      """)

  @Option(
    help: ArgumentHelp(
      "Interactions to train on, instead of a workspace: a file, or a folder.", valueName: "path"))
  var train: String?
  @Option(help: ArgumentHelp("Interactions to be found, with --train.", valueName: "path"))
  var test: String?
  @Option(
    help: ArgumentHelp(
      "What models are told of the test's players, with --train.", valueName: "path"))
  var foldIn: String?
  @Option(
    help: ArgumentHelp(
      "Another program's lists of the test's players, to be judged beside the models, with --train; "
        + #"lines such as {"userId":"u1","games":["g7","g2"]}. May be given several times."#,
      valueName: "file"))
  var lists: [String] = []
  @Flag(help: "Weigh and age actions as the parameters say, with --train.")
  var weights = false

  @Option(
    help: ArgumentHelp(
      "How the history is split: random (a share of each player's games), players (players that "
        + "never train), time, or last (each player's last game). Default: random."))
  var split: EvaluationSetting.Splitting?
  @Option(
    help: ArgumentHelp(
      "The first day that is held out, with --split time. Default: as fits the held-out share.",
      valueName: "day"))
  var testFrom: Day?

  @Option(
    help: ArgumentHelp(
      "Which models, with commas: \(ModelChoice.names.joined(separator: ", ")). Default: "
        + "popularity,tags,als; with --train popularity,knn,als.",
      valueName: "names"))
  var models: CommaList?
  @Option(
    help: ArgumentHelp(
      "How long the judged lists are, with commas; the first decides the verdict. Default: "
        + "evaluation.k of the parameters, with --train 20,50,100.", valueName: "lengths"))
  var k: CommaList?

  @OptionGroup var workspace: WorkspaceOption
  @Option(
    help: ArgumentHelp("The as-of day. Default: the day after the newest event.", valueName: "day"))
  var date: Day?
  @OptionGroup var parameters: ParametersOption
  @OptionGroup var threads: ThreadsOption
  @OptionGroup var now: NowOption
  @OptionGroup var json: JSONFlag

  func validate() throws {
    if (train == nil) != (test == nil) {
      throw ValidationError("--train and --test belong together.")
    }
    for (name, isGiven) in [
      ("--fold-in", foldIn != nil), ("--lists", !lists.isEmpty), ("--weights", weights),
    ] where train == nil && isGiven {
      throw ValidationError("\(name) is for --train and --test.")
    }
    if train != nil, split != nil || testFrom != nil || date != nil {
      throw ValidationError("--split, --test-from and --date are for a workspace's history.")
    }
    if testFrom != nil, split != .time {
      throw ValidationError("--test-from is for --split time.")
    }
    _ = try (chosenModels(), lengths())
  }

  private func chosenModels() throws -> ModelChoice {
    let isPlain = train != nil
    guard let models else { return isPlain ? .plain : .night }
    do {
      return try ModelChoice(names: models.elements, hasContent: !isPlain)
    } catch {
      throw ValidationError("--models: \(error).")
    }
  }

  /// Nil where nothing was said.
  private func lengths() throws -> [Int]? {
    guard let k else { return nil }
    let lengths = k.elements.map { Int($0) ?? 0 }
    guard !lengths.isEmpty, lengths.allSatisfy((1...10_000).contains),
      Set(lengths).count == lengths.count
    else {
      throw ValidationError(
        "--k must be different whole numbers from 1 to 10000, such as 20,50,100.")
    }
    return lengths
  }

  func run() throws {
    try obey {
      try NoAddresses.prepare(for: threads.workers)
      let parameters = try parameters.load()
      let progress = TerminalProgress()
      defer { progress.clear() }
      StopSignal.listen()
      let setting = EvaluationSetting(
        models: try chosenModels(), ks: try lengths(), parameters: parameters,
        workers: threads.workers, testDay: testFrom, observer: progress,
        isStopping: { StopSignal.isAsked })
      let judgement =
        if let train, let test {
          try BenchmarkFiles(
            train: URL(filePath: train), test: URL(filePath: test),
            foldIn: foldIn.map { URL(filePath: $0) },
            lists: lists.map { ListsFile(URL(filePath: $0)) }, weighsActions: weights,
            now: try now.instant()
          ).evaluation(setting)
        } else {
          try WorkspaceReader(
            workspace: workspace.url, date: date, now: now.instant(), workers: threads.workers
          ).evaluation(split ?? .random, setting)
        }
      progress.clear()
      try Console.answer(judgement.answer, asJSON: json.json)
    }
  }
}

extension EvaluationSetting.Splitting: ExpressibleByArgument {}

/// Words with commas between them.
struct CommaList: ExpressibleByArgument {
  let elements: [String]

  init?(argument: String) {
    elements = argument.split(separator: ",", omittingEmptySubsequences: false)
      .map { $0.trimmingCharacters(in: .whitespaces) }
  }
}
