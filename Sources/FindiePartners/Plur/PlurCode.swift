/// The code of an invite: 1 to 64 ASCII letters, digits, `-` and `_`.
package struct PlurCode: Hashable, Sendable {
  package let text: String

  package init?(_ text: String) {
    guard text.wholeMatch(of: /[A-Za-z0-9_\-]{1,64}/) != nil else { return nil }
    self.text = text
  }
}
