import Synchronization

/// The values that were decoded last from some files' bytes, so that a run decodes a file that many
/// stages read only once.
///
/// Values are found by all bytes: a file that changed is decoded again.
package final class DecodedFiles<Value: Sendable>: Sendable {
  private struct Entry: Sendable {
    let bytes: [UInt8]
    let value: Value
  }

  private let entries = Mutex<[Entry]>([])
  private let maximum: Int

  /// - Parameter maximum: the number of values that are held in memory.
  package init(maximum: Int) { self.maximum = maximum }

  /// The value of a file's bytes.
  ///
  /// - Parameter decode: called unless the value is held.
  package func value(of bytes: [UInt8], _ decode: ([UInt8]) throws -> Value) rethrows -> Value {
    if let known = entries.withLock({ $0.first { $0.bytes == bytes } }) { return known.value }
    let value = try decode(bytes)
    hold(value, of: bytes)
    return value
  }

  /// Holds the value that a file's bytes encode.
  package func hold(_ value: Value, of bytes: [UInt8]) {
    entries.withLock {
      $0 = [Entry(bytes: bytes, value: value)] + $0.prefix(maximum - 1)
    }
  }
}
