import FindieWorkspace
import FindieDomain
import Logging

/// A log event as one line of JSON: `timestamp` (ISO 8601), `level`, `message` and `metadata`, with
/// numbers as numbers.
struct JSONLogLine: Encodable {
  private let timestamp: String
  private let level: String
  private let message: String
  private let metadata: [String: Value]

  init(_ event: LogEvent, _ metadata: Logger.Metadata) {
    timestamp = Timestamp(milliseconds: Clock.now).description
    level = event.level.rawValue
    message = "\(event.message)"
    self.metadata = metadata.mapValues { Value(value: $0) }
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
