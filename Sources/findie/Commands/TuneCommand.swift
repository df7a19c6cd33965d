import ArgumentParser
import FindieBatch
import FindieDomain
import FindieNight
import FindieOperations
import Foundation

struct TuneCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "tune",
    abstract: "Search for better model parameters, and write a parameter file.",
    discussion: """
      The test set is held out first and scored once, after all choices were made on a validation set. \
      The search covers λ, α₀, ν and the half-life of ALS at a small rank, the weight of each action with \
      a confidence interval, the rank, the λ of EASE, the shrinkage of item-kNN, and the weights of a \
      blend. Each trial is saved when it ends: a search that was stopped, or that is given more minutes, \
      continues from there.

      Examples:
        findie tune --minutes 30
        findie tune --split players --models als --output als.yaml
        findie tune --train ml-20m/train.ndjson --fold-in ml-20m/fold-in.ndjson \
      --test ml-20m/test.ndjson --minutes 60
      """)

  @Option(
    help: ArgumentHelp(
      "The total time of all trials, including those of earlier runs.", valueName: "minutes"))
  var minutes = 10.0
  @Option(help: ArgumentHelp("The parameter file to write.", valueName: "file"))
  var output = "tuned.yaml"
  @Option(
    help: ArgumentHelp(
      "Where to save the trials, one per line. Default: next to the output, as .trials.ndjson.",
      valueName: "file"))
  var trials: String?
  @Option(
    help: ArgumentHelp(
      "The models to tune, separated by commas: als, ease, knn, and the members of a blend. Default: als, "
        + "knn, blend, and ease up to 10,000 games.", valueName: "names"))
  var models: CommaList?
  @Option(help: ArgumentHelp("Compare trials by nDCG@k."))
  var k = 20
  @OptionGroup var data: EvaluationDataOptions
  @OptionGroup var json: JSONFlag

  func validate() throws {
    guard minutes > 0, minutes.isFinite else {
      throw ValidationError("--minutes must be greater than 0.")
    }
    guard (1...1000).contains(k) else { throw ValidationError("--k must be from 1 to 1000.") }
    _ = try data.models(models)
  }

  private var trialsFile: URL {
    if let trials { return URL(filePath: trials) }
    let output = URL(filePath: output)
    return output.deletingLastPathComponent().appending(
      path: output.deletingPathExtension().lastPathComponent + ".trials.ndjson")
  }

  func run() throws {
    try reportingErrors {
      let workers = data.threads.workers
      try AddressSpaceLimit.prepare(for: workers)
      let parameters = try data.parameters.load()
      let progress = TerminalProgress()
      StopSignal.listen()
      let setting = TuningSetting(
        models: try data.models(models), parameters: parameters, k: k,
        limitInSeconds: minutes * 60, output: URL(filePath: output), trials: trialsFile,
        workers: workers, observer: progress, elapsedSeconds: { Clock.elapsedSeconds },
        isStopping: { StopSignal.isRequested })
      let split = data.split ?? .random
      let report =
        if let train = data.trainFile {
          try TuningFiles(
            train: train, test: data.testFile, foldIn: data.foldInFile,
            usesActionWeights: data.weights, now: try data.now.instant()
          ).tuning(split, testDay: data.testFrom, setting)
        } else {
          try data.history().tuning(split, testDay: data.testFrom, setting)
        }
      Console.clearLine()
      try Console.print(report.answer, asJSON: json.json)
      if report.isStopped { throw Stopped() }
    }
  }
}
