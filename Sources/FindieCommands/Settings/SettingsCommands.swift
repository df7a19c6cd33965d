import ArgumentParser
import FindieNight

struct ParametersCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "parameters",
    abstract: "Print all parameters as a commented YAML file.",
    discussion: """
      Save the output, edit it, and pass it to --parameters. Parameters that a file leaves out \
      have their default values.

      Examples:
        findie parameters > my.yaml
        findie run nightly --parameters my.yaml
      """)

  @OptionGroup var parameters: ParametersOption

  func run() throws {
    try reportingErrors { try Console.out(parameters.load().yaml) }
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

  @OptionGroup var contract: ContractOption

  func run() throws {
    try reportingErrors { try Console.out(contract.load().yaml) }
  }
}
