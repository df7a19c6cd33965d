import Logging

/// Writes each event as a line for people to standard error, as the progress of a run has it.
struct TextLogHandler: LogHandler {
  var metadata = Logger.Metadata()
  var metadataProvider: Logger.MetadataProvider?
  var logLevel: Logger.Level

  init(level: Logger.Level) {
    logLevel = level
  }

  subscript(metadataKey key: String) -> Logger.Metadata.Value? {
    get { metadata[key] }
    set { metadata[key] = newValue }
  }

  func log(event: LogEvent) { Console.say("! \(event.message)") }
}
