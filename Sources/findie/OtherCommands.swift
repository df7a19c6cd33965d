import ArgumentParser
import FindieDomain
import FindiePipelines
import Foundation

struct ValidateCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "validate",
    abstract: "Say what a night would make of an input folder, without a night.",
    discussion: """
      Examples:
        findie validate Data/sample
        zcat interactions-*.ndjson.gz | findie validate -

      Ends with 65 where a night would stop.
      """)

  @Argument(help: "The folder with the app's export; - for lines of events on standard input.")
  var directory: String
  @OptionGroup var kind: StreamOption
  @OptionGroup var parameters: ParametersOption
  @OptionGroup var contract: ContractOption
  @OptionGroup var threads: ThreadsOption
  @OptionGroup var json: JSONFlag

  func validate() throws { try kind.validate(for: directory) }

  func run() throws {
    var isBreached = false
    try obey {
      let (parameters, contract) = (try parameters.load(), try contract.load())
      let now = Timestamp(milliseconds: Clock.now)
      let validation =
        if let stream = kind.stream(for: directory) {
          try Validation(
            stream: stream, parameters: parameters, contract: contract, workers: threads.workers,
            now: now)
        } else {
          try Validation(
            input: URL(filePath: directory), parameters: parameters, contract: contract,
            workers: threads.workers, now: now)
        }
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
