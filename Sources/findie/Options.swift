public import ArgumentParser
public import FindieDomain
import FindiePipelines
import FindieWorkers
import Foundation

extension Day: ExpressibleByArgument {
  public init?(argument: String) {
    self.init(argument)
  }
}

extension Genre: ExpressibleByArgument {}

struct WorkspaceOption: ParsableArguments {
  @Option(help: "The folder of history, store and published nights.")
  var workspace = "Data/warehouse"

  var url: URL { URL(filePath: workspace) }
}

struct ThreadsOption: ParsableArguments {
  @Option(help: "How many threads work at once; changes no byte of what is made. Default: all.")
  var threads: Int?

  func validate() throws {
    if let threads, !(1...1024).contains(threads) {
      throw ValidationError("--threads must be from 1 to 1024.")
    }
  }

  var workers: Workers {
    Workers(threads: threads ?? ProcessInfo.processInfo.activeProcessorCount)
  }
}

struct ParametersOption: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "The file of the night's numbers. Default: Pipelines/nightly.yaml where it is there.",
      valueName: "file"))
  var parameters: String?

  private static let usual = "Pipelines/nightly.yaml"

  /// - Throws: `ParameterProblems`.
  func load() throws -> NightParameters {
    guard let path = parameters else {
      guard FileManager.default.fileExists(atPath: ParametersOption.usual) else {
        return NightParameters()
      }
      return try NightParameters(file: URL(filePath: ParametersOption.usual))
    }
    return try NightParameters(file: URL(filePath: path))
  }
}

struct ContractOption: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "The file of the data contract. Default: Pipelines/contract.yaml where it is there.",
      valueName: "file"))
  var contract: String?

  private static let usual = "Pipelines/contract.yaml"

  /// - Throws: `ContractProblems`.
  func load() throws -> DataContract {
    guard let path = contract else {
      guard FileManager.default.fileExists(atPath: ContractOption.usual) else {
        return DataContract()
      }
      return try DataContract(file: URL(filePath: ContractOption.usual))
    }
    return try DataContract(file: URL(filePath: path))
  }
}

struct JSONFlag: ParsableArguments {
  @Flag(help: "JSON on standard output, for programs.")
  var json = false
}

struct LimitOption: ParsableArguments {
  @Option(help: "How many games to show at most.")
  var limit = 20

  func validate() throws {
    if limit < 1 { throw ValidationError("--limit must be at least 1.") }
  }
}
