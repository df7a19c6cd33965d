import ArgumentParser
import FindieNight
import FindieWorkspace

/// The log on standard error.
struct LogOptions: ParsableArguments {
  enum Format: String, ExpressibleByArgument, CaseIterable {
    case text, json
  }

  @Option(
    help: ArgumentHelp(
      "text for people, or json for programs: one object per line with timestamp, level, message "
        + "and metadata.", valueName: "format"))
  var logFormat = Format.text
  @Option(
    help: ArgumentHelp(
      "The minimum level: debug, info, warning or error. Progress and results of stages are info, "
        + "problems that do not end the run are warning. Default: info for json; none for text, "
        + "where the summary has the warnings.",
      valueName: "level"))
  var logLevel: LogLevel?
  @Flag(help: "Show each stage as it ends: short for --log-level info.")
  var verbose = false

  func validate() throws {
    if verbose, logLevel != nil {
      throw ValidationError("--verbose and --log-level cannot be combined.")
    }
  }

  /// Whether people see a night's warnings in its summary only.
  var isQuiet: Bool { logFormat == .text && logLevel == nil && !verbose }

  private var json: JSONLog { JSONLog(minimum: logLevel ?? .info) }

  /// Whether an invalid command line asks for a JSON log.
  static func asksForJSON(_ arguments: [String]) -> Bool {
    arguments.contains("--log-format=json")
      || zip(arguments, arguments.dropFirst()).contains { $0 == ("--log-format", "json") }
  }

  /// Shows the progress of a run.
  ///
  /// - Parameter stages: the number of stages of a night; nil for a command that is not a night.
  func observer(stages: Int? = nil) -> any RunObserver {
    switch logFormat {
    case .text: TerminalProgress(level: verbose ? .info : logLevel, stages: stages)
    case .json: LogProgress(json)
    }
  }

  /// Logs the end of a run as JSON. People read the summary instead.
  func logEnd(of manifest: RunManifest) {
    guard logFormat == .json else { return }
    json.log(.info, "The run is done.") {
      ($0.day, $0.runId) = (manifest.day, manifest.runId)
      ($0.seconds, $0.warnings) = (manifest.seconds, manifest.warnings.count)
    }
  }

  /// Ends the process soon after a stop was requested, with the same message as a regular stop.
  func endSoon(_ giveUp: @escaping @Sendable () -> Bool) {
    let options = self
    StopSignal.endSoon {
      guard giveUp() else { return false }
      options.log(Stopped())
      return true
    }
  }

  /// The control of a night: it ends soon after a stop was requested.
  func control(_ observer: any RunObserver) -> RunControl {
    var control = RunControl(stoppingOnSignal: observer)
    control.beginning = { endSoon($0) }
    return control
  }

  /// Logs the error that ended a command.
  func log(_ error: any Error) {
    guard logFormat == .json else { return Console.log("Error: \(error)") }
    let kind = FailureKind(of: error)
    json.log(.error, "\(error)") {
      ($0.kind, $0.status) = (kind.rawValue, ExitStatus.status(of: kind))
    }
  }
}

extension RunControl {
  /// A run of this process, which SIGINT and SIGTERM stop.
  init(stoppingOnSignal observer: any RunObserver) {
    self.init(observer: observer, elapsedSeconds: { Clock.elapsedSeconds })
    isStopping = { StopSignal.isRequested }
    pause = { try Clock.pause($0) }
  }
}
