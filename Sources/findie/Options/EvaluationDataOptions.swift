import ArgumentParser
import FindieDomain
import FindieOperations
import Foundation

/// The interactions that `evaluate` trains and tests on: a workspace's history, or files.
struct EvaluationDataOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "Train on the interactions in this file or folder instead of a workspace.",
      valueName: "path"))
  var train: String?
  @Option(help: ArgumentHelp("Test on these interactions. Requires --train.", valueName: "path"))
  var test: String?
  @Option(
    help: ArgumentHelp(
      "The profiles of the test players: interactions that models may read, but never train on. "
        + "Requires --test.", valueName: "path"))
  var foldIn: String?
  @Flag(help: "Weight and age actions as the parameters say. Requires --train.")
  var weights = false
  @Option(
    help: ArgumentHelp(
      "How to hold out test data: random (a share of each player's games), players (some players "
        + "entirely), time (the last days), or last (each player's last game). Default: random."))
  var split: EvaluationSetting.Splitting?
  @Option(
    help: ArgumentHelp(
      "The first held-out day. Requires --split time. Default: the day that gives the held-out share.",
      valueName: "day"))
  var testFrom: Day?
  @OptionGroup var workspace: WorkspaceOption
  @Option(
    help: ArgumentHelp(
      "The as-of day, YYYY-MM-DD. Default: the day after the newest event, at most today in UTC.",
      valueName: "day"))
  var date: Day?
  @OptionGroup var parameters: ParametersOption
  @OptionGroup var threads: ThreadsOption
  @OptionGroup var now: NowOption

  func validate() throws {
    for (name, isGiven) in [("--test", test != nil), ("--weights", weights)]
    where isGiven && train == nil {
      throw ValidationError("\(name) requires --train.")
    }
    if foldIn != nil, test == nil { throw ValidationError("--fold-in requires --test.") }
    if train != nil, date != nil {
      throw ValidationError("--date applies to a workspace, and cannot be combined with --train.")
    }
    if test != nil, split != nil || testFrom != nil {
      throw ValidationError("--split and --test-from cannot be combined with --test.")
    }
    if testFrom != nil, split != .time {
      throw ValidationError("--test-from requires --split time.")
    }
  }

  var trainFile: URL? { train.map { URL(filePath: $0) } }
  var testFile: URL? { test.map { URL(filePath: $0) } }
  var foldInFile: URL? { foldIn.map { URL(filePath: $0) } }

  /// The history of the workspace.
  func history() throws -> WorkspaceReader {
    try WorkspaceReader(
      workspace.value, date: date, now: now.instant(), workers: threads.workers)
  }

  /// The models of a list of names; nil if there is no list.
  func models(_ names: CommaList?) throws -> ModelChoice? {
    guard let names else { return nil }
    do {
      return try ModelChoice(names: names.elements, hasContent: train == nil)
    } catch {
      throw ValidationError("--models: \(error).")
    }
  }
}

extension EvaluationSetting.Splitting: ExpressibleByArgument {}

/// A list of words, separated by commas.
struct CommaList: ExpressibleByArgument {
  let elements: [String]

  init?(argument: String) {
    elements = argument.split(separator: ",", omittingEmptySubsequences: false)
      .map { $0.trimmingCharacters(in: .whitespaces) }
  }
}
