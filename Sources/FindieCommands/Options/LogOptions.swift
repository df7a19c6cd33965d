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
        + "and "
        + "metadata.", valueName: "format"))
  var logFormat = Format.text
  @Option(
    help: ArgumentHelp(
      "The minimum level: \(LogLevel.allCases.map(\.rawValue).joined(separator: ", ")). "
        + "Progress and results of stages are info, problems that do not end the run are warning. "
        + "Default: info for json; none for text, where the summary has the warnings.",
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

  private var json: JSONLog { JSONLog(level: logLevel ?? .info) }

  static func logJSON(_ error: String, status: Int32) {
    JSONLog(level: .error).write(.error, error, ["status": status])
  }

  /// Whether an invalid command line asks for a JSON log.
  static func asksForJSON(_ arguments: [String]) -> Bool {
    arguments.contains("--log-format=json")
      || zip(arguments, arguments.dropFirst()).contains { $0 == ("--log-format", "json") }
  }

  /// Shows the progress of a run.
  ///
  /// - Parameter stages: all stages of a night; nil for a command that is not a night.
  func observer(_ stages: RemainingStages? = nil) -> any RunObserver {
    switch logFormat {
    case .text: TerminalProgress(level: verbose ? .info : logLevel, stages: stages)
    case .json: LogProgress(json)
    }
  }

  /// Logs the end of a run as JSON. People read the summary instead.
  func logEnd(of manifest: RunManifest) {
    guard logFormat == .json else { return }
    json.write(
      .info, "The run is done.",
      [
        "day": manifest.day, "runId": manifest.runId, "seconds": manifest.seconds,
        "warnings": manifest.warnings.count,
      ])
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

  /// The control of a night, which ends soon after a stop was requested.
  func control(_ observer: any RunObserver) -> RunControl {
    var control = RunControl(stoppingOnSignal: observer)
    control.beginning = { endSoon($0) }
    return control
  }

  /// Logs the error that ended a command.
  func log(_ error: any Error) {
    guard logFormat == .json else { return Console.log("Error: \(error)") }
    let kind = FailureKind(of: error)
    json.write(
      .error, "\(error)", ["kind": kind.rawValue, "status": ExitStatus.status(of: kind)])
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
