import Foundation

/// JSON with sorted keys: the same text for the same values.
///
/// - Precondition: all numbers are finite.
package func canonicalJSON(_ value: some Encodable, pretty: Bool = false) -> String {
  let encoder = JSONEncoder()
  encoder.outputFormatting =
    pretty
    ? [.sortedKeys, .withoutEscapingSlashes, .prettyPrinted]
    : [.sortedKeys, .withoutEscapingSlashes]
  do {
    return try String(decoding: encoder.encode(value), as: UTF8.self)
  } catch {
    preconditionFailure("parameters and records hold only finite numbers and text: \(error)")
  }
}

/// A value as one line of JSON with sorted keys.
package func canonicalLine(_ value: some Encodable) -> String {
  canonicalJSON(value) + "\n"
}
