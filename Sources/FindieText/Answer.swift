/// The output of a command: text for people, JSON for programs.
package struct Answer: Sendable {
  package let text: String
  /// One or more lines of JSON, with a newline at the end.
  package let json: String

  package init(text: String, json: String) {
    self.text = text
    self.json = json
  }
}
