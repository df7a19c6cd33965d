import FindieBatch
import FindieDomain
import Logging

/// Writes each event as one line of JSON to standard error: `timestamp` (ISO 8601), `level`, `message`,
/// and under `metadata` what is known besides, numbers as numbers.
struct JSONLogHandler: LogHandler {
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

  func log(event: LogEvent) {
    let all = metadata.merging(event.metadata ?? [:]) { $1 }
    Console.say(
      canonicalJSON(
        Line(
          timestamp: Timestamp(milliseconds: Clock.now).description, level: event.level.rawValue,
          message: "\(event.message)", metadata: all.mapValues { Value(value: $0) })))
  }

  private struct Line: Encodable {
    let timestamp: String
    let level: String
    let message: String
    let metadata: [String: Value]
  }

  private struct Value: Encodable {
    let value: Logger.Metadata.Value

    func encode(to encoder: any Encoder) throws {
      var container = encoder.singleValueContainer()
      switch value {
      case .string(let text): try container.encode(text)
      case .stringConvertible(let value):
        switch value {
        case let number as Int: try container.encode(number)
        case let number as Int32: try container.encode(number)
        case let number as Double where number.isFinite: try container.encode(number)
        case let flag as Bool: try container.encode(flag)
        default: try container.encode(value.description)
        }
      case .dictionary(let members): try container.encode(members.mapValues { Value(value: $0) })
      case .array(let elements): try container.encode(elements.map { Value(value: $0) })
      @unknown default: try container.encode("\(value)")
      }
    }
  }
}
