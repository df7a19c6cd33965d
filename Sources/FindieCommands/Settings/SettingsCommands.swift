import ArgumentParser
import FindieNight
import FindieWorkspace
import Foundation

struct ParametersCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "parameters",
    abstract: "Print all parameters as a commented YAML file.",
    discussion: """
      Save the output, edit it, and pass it to --parameters of other commands. Parameters that a \
      file leaves out have their default values.

      Examples:
        findie parameters > my.yaml
        findie run nightly --parameters my.yaml
      """)

  // Not the default file of other commands: if that is invalid, this command still helps.
  @Option(
    help: ArgumentHelp("Print the values of this file instead of the defaults.", valueName: "file"))
  var parameters: String?

  func run() throws {
    try reportingErrors {
      let file = parameters.map { URL(filePath: $0) }
      try Console.out((file.map { try NightParameters(file: $0) } ?? NightParameters()).yaml)
    }
  }
}

struct ContractCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "contract",
    abstract: "Print the data contract as a commented YAML file.",
    discussion: """
      The contract says which fields an input line must have, their types and ranges, and what \
      happens if a line violates it. Save the output, edit it, and pass it to --contract.

      Examples:
        findie contract > my-contract.yaml
        findie run nightly --contract my-contract.yaml
      """)

  @Option(
    help: ArgumentHelp("Print the values of this file instead of the defaults.", valueName: "file"))
  var contract: String?

  func run() throws {
    try reportingErrors {
      let file = contract.map { URL(filePath: $0) }
      try Console.out((file.map { try DataContract(file: $0) } ?? DataContract()).yaml)
    }
  }
}
