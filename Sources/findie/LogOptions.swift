public import ArgumentParser
import FindieBatch
import FindiePipelines
public import Logging

/// What is said on standard error, and how.
struct LogOptions: ParsableArguments {
  enum Format: String, ExpressibleByArgument, CaseIterable {
    case text, json
  }

  @Option(
    help: ArgumentHelp(
      "text: lines for people; json: one JSON object a line, with timestamp, level, message and "
        + "metadata.", valueName: "format"))
  var logFormat = Format.text
  @Option(
    help: ArgumentHelp(
      "The least that is said: \(Logger.Level.allCases.map(\.rawValue).joined(separator: ", ")). "
        + "Progress and what stages made are info, what went wrong without ending the run is warning.",
      valueName: "level"))
  var logLevel = Logger.Level.info

  /// For what has no observer.
  var log: Logger { LogOptions.logger(logFormat, level: logLevel) }

  private static func logger(_ format: Format, level: Logger.Level) -> Logger {
    let handler =
      switch format {
      case .text:
        ConsoleLogHandler(level: max(level, .warning)) { event, _ in "! \(event.message)" }
      case .json: ConsoleLogHandler(level: level) { canonicalJSON(JSONLogLine($0, $1)) }
      }
    return Logger(label: "findie") { _ in handler }
  }

  static func sayForPrograms(_ error: String, status: Int32) {
    logger(.json, level: .error).error(
      "\(error)", metadata: ["status": .stringConvertible(status)])
  }

  /// Whether a command line that cannot be read asks for lines for programs.
  static func isForPrograms(_ arguments: [String]) -> Bool {
    arguments.contains("--log-format=json")
      || zip(arguments, arguments.dropFirst()).contains { $0 == ("--log-format", "json") }
  }

  /// What shows a run's progress.
  var observer: any RunObserver {
    switch logFormat {
    case .text: TerminalProgress(level: logLevel)
    case .json: LogProgress(log)
    }
  }

  /// The end of a night, for programs; people read the table.
  func say(_ manifest: RunManifest) {
    guard logFormat == .json else { return }
    log.info(
      "the night is done",
      metadata: [
        "night": "\(manifest.day)", "runId": "\(manifest.runId)",
        "seconds": .stringConvertible(manifest.seconds),
        "warnings": .stringConvertible(manifest.warnings.count),
      ])
  }

  /// Has a night end soon after a stop was asked for, with the words of one that stopped by itself.
  func endSoon(_ giveUp: @escaping @Sendable () -> Bool) {
    let options = self
    StopSignal.endSoon {
      guard giveUp() else { return false }
      options.say(Stopped())
      return true
    }
  }

  /// The end of a command that failed.
  func say(_ error: any Error) {
    guard logFormat == .json else { return Console.say("findie: \(error)") }
    let kind = FailureKind(of: error)
    log.error(
      "\(error)",
      metadata: [
        "kind": "\(kind.rawValue)", "status": .stringConvertible(ExitStatus.status(of: kind)),
      ])
  }
}

extension Logger.Level: @retroactive ExpressibleByArgument {}
