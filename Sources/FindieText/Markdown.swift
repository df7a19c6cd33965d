/// Markdown for chats.
package enum Markdown {
  /// A text from the data on one line, shortened, with every mark, mention and link escaped.
  package static func escaped(_ text: String) -> String {
    var markdown = ""
    let scalars = Array(DisplayText.shortened(text).unicodeScalars)
    for (index, scalar) in scalars.enumerated() {
      switch scalar {
      // Within a word, a dot or a colon may make a link or an emoji.
      case ".", ":":
        let isInWord = index + 1 < scalars.count && scalars[index + 1] != " "
        markdown += (isInWord ? "\\" : "") + String(scalar)
      case "\\", "`", "*", "_", "[", "]", "<", ">", "#", "|", "~", "&", "{", "}", "!", "$":
        markdown += "\\"
        markdown.unicodeScalars.append(scalar)
      // A zero-width space breaks a mention.
      case "@": markdown += "@\u{200B}"
      // Chats do not isolate directional marks.
      case "\u{200E}", "\u{200F}", "\u{61C}": break
      default: markdown.unicodeScalars.append(scalar)
      }
    }
    let spaces = markdown.unicodeScalars.drop { $0 == " " }
    // These characters begin a list, or turn the previous line into a heading.
    guard let first = spaces.first, "+-=".unicodeScalars.contains(first) else { return markdown }
    return "\\" + String(String.UnicodeScalarView(spaces))
  }

  /// Markdown from this type as text for a terminal: without escapes and bold markers, with tables
  /// as `TextTable`.
  package static func plain(_ markdown: String) -> String {
    var lines: [String] = []
    var table: [[String]] = []
    func endTable() {
      guard let header = table.first else { return }
      var text = TextTable(header.enumerated().map { ($1, $0 == 0 ? .left : .right) })
      for row in table.dropFirst(2) { text.add(row) }
      lines.append(text.text)
      table = []
    }
    for line in markdown.split(separator: "\n", omittingEmptySubsequences: false) {
      if line.hasPrefix("| ") {
        table.append(
          line.dropFirst(2).dropLast(2)
            .split(separator: " | ", omittingEmptySubsequences: false).map(unescaped))
      } else {
        endTable()
        lines.append(unescaped(line))
      }
    }
    endTable()
    return lines.joined(separator: "\n")
  }

  private static func unescaped(_ markdown: Substring) -> String {
    var text = ""
    var characters = markdown.replacing("**", with: "").replacing("@\u{200B}", with: "@")[...]
    while let next = characters.popFirst() {
      text.append(next == "\\" ? characters.popFirst() ?? next : next)
    }
    return text
  }

  /// A table; cells are Markdown.
  package static func table(_ header: [String], _ rows: [[String]]) -> String {
    let rule = header.indices.map { $0 == 0 ? "---" : "--:" }
    return ([header, rule] + rows).map { "| \($0.joined(separator: " | ")) |\n" }.joined()
  }
}
