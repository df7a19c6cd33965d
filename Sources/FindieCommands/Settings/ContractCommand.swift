import ArgumentParser
import FindieNight

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
