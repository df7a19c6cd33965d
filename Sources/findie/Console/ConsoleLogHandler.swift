import Logging

/// Writes each log event as one line to standard error.
struct ConsoleLogHandler: LogHandler {
  typealias Line = @Sendable (_ event: LogEvent, _ metadata: Logger.Metadata) -> String

  var metadata = Logger.Metadata()
  var metadataProvider: Logger.MetadataProvider?
  var logLevel: Logger.Level
  private let line: Line

  /// - Parameter line: formats an event and its metadata.
  init(level: Logger.Level, line: @escaping Line) {
    logLevel = level
    self.line = line
  }

  subscript(metadataKey key: String) -> Logger.Metadata.Value? {
    get { metadata[key] }
    set { metadata[key] = newValue }
  }

  func log(event: LogEvent) {
    Console.log(line(event, metadata.merging(event.metadata ?? [:]) { $1 }))
  }
}
