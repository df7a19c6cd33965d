/// Markdown for chats.
package enum Markdown {
  /// A text from the data on one line, shortened, with every mark, mention and link escaped.
  package static func escaped(_ text: String) -> String {
    var markdown = ""
    let scalars = Array(DisplayText.shortened(text).unicodeScalars)
    for (index, scalar) in scalars.enumerated() {
      switch scalar {
      // Within a word, a dot may make a link.
      case "." where index + 1 < scalars.count && scalars[index + 1] != " ": markdown += "\\."
      case "\\", "`", "*", "_", "[", "]", "<", ">", "#", "|", "~", "&", ":", "{", "}", "!", "$":
        markdown += "\\"
        markdown.unicodeScalars.append(scalar)
      // A space of no width breaks a mention.
      case "@": markdown += "@\u{200B}"
      // A chat does not isolate marks of direction.
      case "\u{200E}", "\u{200F}", "\u{61C}": break
      default: markdown.unicodeScalars.append(scalar)
      }
    }
    let spaces = markdown.unicodeScalars.drop { $0 == " " }
    // These characters begin a list, or turn the previous line into a heading.
    guard let first = spaces.first, "+-=".unicodeScalars.contains(first) else { return markdown }
    return "\\" + String(String.UnicodeScalarView(spaces))
  }

  /// A table; cells are Markdown.
  package static func table(_ header: [String], _ rows: [[String]]) -> String {
    let rule = header.indices.map { $0 == 0 ? "---" : "--:" }
    return ([header, rule] + rows).map { "| \($0.joined(separator: " | ")) |\n" }.joined()
  }
}
