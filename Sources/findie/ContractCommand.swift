import ArgumentParser
import FindiePipelines

struct ContractCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "contract",
    abstract: "Print the data contract as a commented file.",
    discussion: "Example:\n  findie contract > my-contract.yaml")

  @OptionGroup var contract: ContractOption

  func run() throws {
    try obey { try Console.out(contract.load().yaml) }
  }
}
