/// A secret text, such as a key or a token. It prints as `•••` and cannot be encoded, so that no log,
/// error or record contains it by accident.
package struct Secret: Hashable, Sendable, CustomStringConvertible, CustomReflectable {
  /// The text itself. Only the transport uses it, to build a request.
  let revealed: String

  package init(_ text: String) {
    revealed = text
  }

  package var description: String { "•••" }

  package var customMirror: Mirror { Mirror(self, children: []) }
}

extension Sequence<Secret> {
  /// Whether `bytes` contain one of the secrets.
  func occur(in bytes: some Collection<UInt8>) -> Bool {
    let text = String(decoding: bytes, as: UTF8.self)
    return contains { !$0.revealed.isEmpty && text.contains($0.revealed) }
  }
}
