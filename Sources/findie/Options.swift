public import ArgumentParser
import FindieBatch
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

  func validate() throws { try refuseNoFolder(workspace, "--workspace") }

  var url: URL { URL(filePath: workspace) }
}

struct ReportsOption: ParsableArguments {
  @Option(help: "The folder with a folder of reports a night.")
  var reports = "Reports"

  func validate() throws { try refuseNoFolder(reports, "--reports") }

  var url: URL { URL(filePath: reports) }
}

/// An empty path would be the current folder: a variable that nobody set, and no wish.
private func refuseNoFolder(_ path: String, _ option: String) throws {
  if path.isEmpty { throw ValidationError("\(option) is empty; name a folder, . for this one.") }
}

/// What the environment alone tells: a secret stands in no command and no file.
enum Secrets {
  static var key: String? { value("FINDIE_KEY") }
  static var lineageURL: String? { value("FINDIE_OPENLINEAGE_URL") }
  static var lineageKey: String? { value("FINDIE_OPENLINEAGE_KEY") }

  private static func value(_ name: String) -> String? {
    ProcessInfo.processInfo.environment[name]
  }
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

extension StandardInput.Collection: ExpressibleByArgument {}

struct StreamOption: ParsableArguments {
  @Option(
    name: .customLong("as"),
    help: ArgumentHelp(
      "What the lines of standard input are. Default: interactions.", valueName: "collection"))
  var collection: StandardInput.Collection?

  /// Standard input, where `path` says so.
  func stream(for path: String) -> StandardInput? {
    guard path == "-" else { return nil }
    return StandardInput(of: collection ?? .interactions) {
      if StopSignal.isAsked { throw Stopped() }
      return try FileHandle.standardInput.read(upToCount: 1 << 18)
    }
  }

  func validate(for path: String) throws {
    if collection != nil, path != "-" {
      throw ValidationError("--as is for standard input: a file's name says what it holds.")
    }
  }
}

struct InputOption: ParsableArguments {
  @Option(help: "The folder with the app's export; - for lines of events on standard input.")
  var input = "Data/inbox"
  @OptionGroup var kind: StreamOption

  func validate() throws {
    try refuseNoFolder(input, "--input")
    try kind.validate(for: input)
  }

  var url: URL { URL(filePath: input) }
  var stream: StandardInput? { kind.stream(for: input) }
}

struct NowOption: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "The time to take for now, ISO 8601. What reads events rejects those of more than a day later.",
      valueName: "time"))
  var now: String?

  func validate() throws { _ = try instant() }

  func instant() throws -> Timestamp {
    guard let now else { return Timestamp(milliseconds: Clock.now) }
    guard let instant = Timestamp(iso8601: now) else {
      throw ValidationError("--now must be a time such as 2026-03-01T03:00:00Z, not '\(now)'.")
    }
    return instant
  }
}

/// How files are taken in, by a night or without one.
struct IntakeOptions: ParsableArguments {
  @OptionGroup var parameters: ParametersOption
  @OptionGroup var contract: ContractOption
  @OptionGroup var threads: ThreadsOption
  @OptionGroup var now: NowOption
  @Flag(help: "Read all files again, also those that look unchanged by size and time.")
  var rehash = false
}
