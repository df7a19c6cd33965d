import ArgumentParser
import FindieDomain
import FindiePipelines
import Foundation

struct EvaluateCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "evaluate",
    abstract: "Judge popularity, tag similarity and ALS on a held-out split of the history.",
    discussion: "Example:\n  findie evaluate --parameters my.yaml --json")

  @OptionGroup var workspace: WorkspaceOption
  @Option(
    help: ArgumentHelp("The as-of day. Default: the day after the newest event.", valueName: "day"))
  var date: Day?
  @OptionGroup var parameters: ParametersOption
  @OptionGroup var threads: ThreadsOption
  @OptionGroup var json: JSONFlag

  func run() throws {
    try obey {
      let parameters = try parameters.load()
      let reader = try WorkspaceReader(
        workspace: workspace.url, date: date, workers: threads.workers)
      try Console.answer(reader.evaluation(parameters: parameters), asJSON: json.json)
    }
  }
}

struct ValidateCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "validate",
    abstract: "Say what a night would make of an input folder, without a night.",
    discussion: "Example:\n  findie validate Data/sample\n\nEnds with 65 where a night would stop.")

  @Argument(help: "The folder with the app's export.")
  var directory: String
  @OptionGroup var parameters: ParametersOption
  @OptionGroup var contract: ContractOption
  @OptionGroup var threads: ThreadsOption
  @OptionGroup var json: JSONFlag

  func run() throws {
    var isBreached = false
    try obey {
      let validation = try Validation(
        input: URL(filePath: directory), parameters: try parameters.load(),
        contract: try contract.load(), workers: threads.workers,
        now: Timestamp(milliseconds: Clock.now))
      try Console.answer(validation.answer, asJSON: json.json)
      isBreached = validation.breach != nil
    }
    if isBreached { throw ExitCode(ExitStatus.status(of: .badData)) }
  }
}

struct DoctorCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "doctor",
    abstract: "Say which BLAS answers and how fast, which versions run, and what to mend.",
    discussion: "Example:\n  findie doctor --json")

  @OptionGroup var workspace: WorkspaceOption
  @OptionGroup var json: JSONFlag

  func run() throws {
    try obey {
      let doctor = Doctor(workspace: workspace.url) { Clock.elapsedSeconds }
      try Console.answer(doctor.answer, asJSON: json.json)
    }
  }
}

struct ParametersCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "parameters",
    abstract: "Print the night's numbers as a commented parameter file.",
    discussion: "Example:\n  findie parameters > my.yaml")

  @OptionGroup var parameters: ParametersOption

  func run() throws {
    try obey { try Console.out(parameters.load().yaml) }
  }
}
