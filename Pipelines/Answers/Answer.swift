/// What a question is answered with: text for people, JSON for programs.
package struct Answer: Sendable {
  package let text: String
  /// One or more lines of JSON, with a newline at the end.
  package let json: String

  package init(text: String, json: String) {
    self.text = text
    self.json = json
  }
}

/// Nothing was published yet, or not what was asked for.
package struct NothingPublished: Error, CustomStringConvertible {
  package let description: String

  package init(_ description: String) {
    self.description = description
  }
}
