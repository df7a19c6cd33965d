import ArgumentParser
import FindieDomain
import FindieNight
import FindieCommands
import Foundation

struct EvaluateCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "evaluate",
    abstract: "Evaluate models on held-out interactions.",
    discussion: """
      By default, part of the workspace's history is held out, and the models are trained on the \
      rest. With --train and --test, models are trained and tested on files of NDJSON, without a \
      workspace or a catalogue. A line is one interaction:

        {"id":"1","userId":"u1","gameId":"g1","action":"like","timestamp":1420070400}

      With --train, every action has weight 1 and does not age unless --weights is given, and a \
      dislike is a zero. Test players are scored from their interactions in --fold-in, or from \
      those in --train if there is no --fold-in. --lists evaluates the lists of another program: \
      games that the player already knows, or that are not in the training data, are skipped.

      Examples:
        findie-lab evaluate --parameters my.yaml --json
        findie-lab evaluate --split time --test-from 2015-12-01 --k 10,50
        findie-lab evaluate --train ml-20m/train.ndjson --fold-in ml-20m/fold-in.ndjson \
      --test ml-20m/test.ndjson --models popularity,knn,ease,als --lists other.ndjson
      """)

  @OptionGroup var data: EvaluationDataOptions
  @Option(
    help: ArgumentHelp(
      "Also evaluate another program's lists for the test players, with lines such as "
        + #"{"userId":"u1","games":["g7","g2"]}. Requires --train. May be repeated."#,
      valueName: "file"))
  var lists: [String] = []
  @Option(
    help: ArgumentHelp(
      "The models, separated by commas: \(ModelChoice.names.joined(separator: ", ")). Default: "
        + "popularity,tags,als; with --train popularity,knn,als.",
      valueName: "names"))
  var models: CommaList?
  @Option(
    help: ArgumentHelp(
      "The list lengths to evaluate, separated by commas. The first one decides the comparison. "
        + "Default: "
        + "the parameter evaluation.k; with --train 20,50,100.", valueName: "lengths"))
  var k: CommaList?
  @OptionGroup var json: JSONFlag

  func validate() throws {
    if data.train != nil, data.test == nil { throw ValidationError("--train requires --test.") }
    if data.train == nil, !lists.isEmpty { throw ValidationError("--lists requires --train.") }
    _ = try (data.models(models), lengths())
  }

  /// Nil for the default.
  private func lengths() throws -> [Int]? {
    guard let k else { return nil }
    let lengths = k.elements.map { Int($0) ?? 0 }
    guard !lengths.isEmpty, lengths.allSatisfy((1...10_000).contains),
      Set(lengths).count == lengths.count
    else {
      throw ValidationError(
        "--k must be distinct integers from 1 to 10000, such as 20,50,100.")
    }
    return lengths
  }

  func run() throws {
    try reportingErrors {
      let workers = data.history.threads.workers
      try AddressSpaceLimit.prepare(for: workers)
      let parameters = try data.parameters.load()
      let progress = TerminalProgress()
      StopSignal.listen()
      let setting = EvaluationSetting(
        models: try data.models(models) ?? (data.train == nil ? .night : .plain),
        ks: try lengths(), parameters: parameters, workers: workers, testDay: data.testFrom,
        observer: progress, isStopping: { StopSignal.isRequested })
      let evaluation =
        if let train = data.trainFile, let test = data.testFile {
          try BenchmarkFiles(
            train: train, test: test, foldIn: data.foldInFile,
            lists: lists.map { ListsFile(url: URL(filePath: $0)) }, usesActionWeights: data.weights,
            now: try data.history.now.instant()
          ).evaluation(setting)
        } else {
          try data.history.reader().evaluation(data.split ?? .random, setting)
        }
      Console.clearLine()
      try Console.print(evaluation.answer, asJSON: json.json)
    }
  }
}
