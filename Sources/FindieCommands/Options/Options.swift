public import ArgumentParser
public import FindieDomain
import FindieFiles
package import FindieHistory
import FindieNight
package import FindieWorkers
package import FindieWorkspace
import Foundation
import Glibc

extension Day: ExpressibleByArgument {
  public init?(argument: String) {
    self.init(argument)
  }
}

extension Genre: ExpressibleByArgument {}

package struct WorkspaceOption: ParsableArguments {
  @Option(
    help:
      "The folder of the history, the store and the published nights. Default: FINDIE_WORKSPACE.")
  var workspace = Self.defaultPath

  private static var defaultPath: String {
    Console.environment("FINDIE_WORKSPACE") ?? "Data/warehouse"
  }

  package func validate() throws { try refuseEmptyPath(workspace, "--workspace") }

  var url: URL { URL(filePath: workspace) }

  /// The option for another command; empty for the default.
  var given: String {
    givenOption("--workspace", workspace, default: Self.defaultPath)
  }

  package var value: Workspace { Workspace(url, option: given) }

  func value(_ reports: ReportsOption) -> Workspace {
    Workspace(url, reports: reports.url, option: given, reportsOption: reports.given)
  }

  package init() {}
}

struct ReportsOption: ParsableArguments {
  @Option(help: "The folder of reports, with a subfolder for each night.")
  var reports = Self.defaultPath

  private static let defaultPath = "Reports"

  func validate() throws { try refuseEmptyPath(reports, "--reports") }

  /// The option for another command; empty for the default.
  var given: String { givenOption("--reports", reports, default: Self.defaultPath) }

  var url: URL { URL(filePath: reports) }
}

/// Refuses an empty path, which is usually an unset variable in a script and would mean the current
/// folder.
func refuseEmptyPath(_ path: String, _ option: String) throws {
  if path.isEmpty {
    throw ValidationError("\(option) is empty. Name a folder, or use . for the current folder.")
  }
}

/// Secrets come from the environment, so that none appears on a command line or in a file.
package enum Secrets {
  package static var key: String? { ProcessInfo.processInfo.environment["FINDIE_KEY"] }
}

package struct ThreadsOption: ParsableArguments {
  @Option(help: "The number of threads. It does not affect the results. Default: all processors.")
  var threads: Int?

  package func validate() throws {
    if let threads, !(1...1024).contains(threads) {
      throw ValidationError("--threads must be from 1 to 1024.")
    }
  }

  package var workers: Workers { threads.map { Workers(threads: $0) } ?? Self.all }

  /// One thread for each processor.
  static var all: Workers {
    let processors = ProcessInfo.processInfo.activeProcessorCount
    return Workers(threads: AddressSpaceLimit.threads(processors: processors))
  }

  package init() {}
}

package struct JSONFlag: ParsableArguments {
  @Flag(help: "Print JSON.")
  package var json = false

  package init() {}
}

extension EventCollection: ExpressibleByArgument {}

struct StreamOption: ParsableArguments {
  @Option(
    name: .customLong("as"),
    help: ArgumentHelp(
      "The kind of events on standard input. Default: interactions.", valueName: "collection"))
  var collection: EventCollection?

  /// Standard input, if `path` is -.
  func stream(for path: String) -> StandardInput? {
    guard path == "-" else { return nil }
    return StandardInput(of: collection ?? .interactions) {
      if StopSignal.isRequested { throw Stopped() }
      return try DurableFile.read(
        upTo: 1 << 18, fromDescriptor: STDIN_FILENO, of: URL(filePath: "/dev/stdin"))
    }
  }

  func validate(for path: String) throws {
    if collection != nil, path != "-" {
      throw ValidationError(
        "--as applies only to standard input (-). The name of a file determines its kind.")
    }
  }
}

struct InputOption: ParsableArguments {
  @Option(help: "The folder of the app's export, or - for event lines on standard input.")
  var input = "Data/inbox"
  @OptionGroup var kind: StreamOption

  func validate() throws {
    try refuseEmptyPath(input, "--input")
    try kind.validate(for: input)
  }

  var value: NightInput {
    kind.stream(for: input).map { .stream($0) } ?? .folder(URL(filePath: input))
  }
}

package struct NowOption: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "The current time, ISO 8601. A run rejects events more than a day later. Default: the clock.",
      valueName: "time"))
  var now: String?

  package func validate() throws { _ = try instant() }

  package func instant() throws -> Timestamp {
    guard let now else { return Timestamp(milliseconds: Clock.now) }
    guard let instant = Timestamp(iso8601: now) else {
      throw ValidationError("--now must be a time such as 2026-03-01T03:00:00Z, not '\(now)'.")
    }
    return instant
  }

  package init() {}
}

/// How input files are read.
struct IntakeOptions: ParsableArguments {
  @OptionGroup var parameters: ParametersOption
  @OptionGroup var contract: ContractOption
  @OptionGroup var threads: ThreadsOption
  @OptionGroup var now: NowOption
  @Flag(help: "Checksum every input file, even if its size and modification time are unchanged.")
  var rehash = false
  @OptionGroup var links: LinksOption

  /// A night that reads some input by these options.
  func night(_ workspace: Workspace, reading input: NightInput) throws -> Night {
    var night = Night(
      workspace: workspace, input: input, parameters: try parameters.load(),
      contract: try contract.load(), workers: threads.workers,
      clock: RunClock(now: try now.instant()))
    night.options.rereadsInput = rehash
    night.options.followsLinks = links.followLinks
    night.key = Secrets.key
    return night
  }
}

struct LinksOption: ParsableArguments {
  @Flag(help: "Follow symbolic links that lead out of the input folder.")
  var followLinks = false
}

/// A list of words, separated by commas.
package struct CommaList: ExpressibleByArgument {
  package let elements: [String]

  package init?(argument: String) {
    elements = argument.split(separator: ",", omittingEmptySubsequences: false)
      .map { $0.trimmingCharacters(in: .whitespaces) }
  }
}

/// An option for a command line; empty if the value is the default.
private func givenOption(_ name: String, _ value: String, default defaultValue: String) -> String {
  guard value != defaultValue else { return "" }
  let isPlain = value.allSatisfy { $0.isLetter || $0.isNumber || "/._-+:@%,=".contains($0) }
  return isPlain
    ? "\(name) \(value)" : "\(name) '\(value.replacing("'", with: #"'\''"#))'"
}

/// Where a run writes its metrics, besides the workspace.
struct MetricsOption: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "Also write the run's metrics to this file, for example in the folder of node_exporter's "
        + "textfile collector. The workspace's runs/metrics.prom is always written.",
      valueName: "file"))
  var metrics: String?

  func apply(to night: inout Night) {
    night.metricsFile = metrics.map { URL(filePath: $0) }
  }
}
