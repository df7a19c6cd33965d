import Foundation

/// A secret text, such as a key or a token. It prints as `•••` and cannot be encoded, so that no
/// log, error or record contains it by accident.
package struct Secret: Hashable, Sendable, CustomStringConvertible, CustomReflectable {
  /// The text itself. Only the transport uses it, to build a request.
  let revealed: String

  package init(_ text: String) {
    revealed = text
  }

  package var description: String { "•••" }

  package var customMirror: Mirror { Mirror(self, children: []) }

  /// The text as it is, and as in a query or a form.
  fileprivate var forms: Set<String> {
    revealed.isEmpty ? [] : [revealed, revealed.percentEncoded]
  }
}

extension Sequence<Secret> {
  /// Whether `bytes` contain one of the secrets, plain or percent-encoded.
  func occur(in bytes: Data) -> Bool {
    contains { $0.forms.contains { bytes.range(of: Data($0.utf8)) != nil } }
  }

  /// The text with `•••` instead of each secret.
  func removed(from text: String) -> String {
    // The longest first, since one may contain another.
    let forms = flatMap(\.forms).sorted { $0.utf8.count > $1.utf8.count }
    return forms.reduce(text) { text, form in text.replacing(form, with: "•••") }
  }
}
