/// Markdown as chats show it.
enum Markdown {
  /// A hostile text, shortened, on one line: no mark, mention, link or direction of writing gets out of
  /// it.
  static func escaped(_ text: String) -> String {
    var markdown = ""
    let scalars = Array(DisplayText.shortened(text).unicodeScalars)
    for (place, scalar) in scalars.enumerated() {
      switch scalar {
      // Within a word it may be an address.
      case "." where place + 1 < scalars.count && scalars[place + 1] != " ": markdown += "\\."
      case "\\", "`", "*", "_", "[", "]", "<", ">", "#", "|", "~", "&", ":", "{", "}", "!", "$":
        markdown += "\\"
        markdown.unicodeScalars.append(scalar)
      // A name that calls somebody is broken by a space of no width.
      case "@": markdown += "@\u{200B}"
      // Nothing keeps a chat's line apart from the marks of a direction.
      case "\u{200E}", "\u{200F}", "\u{61C}": break
      default: markdown.unicodeScalars.append(scalar)
      }
    }
    let spaces = markdown.unicodeScalars.drop { $0 == " " }
    // A list, or a heading by a line beneath, needs its sign at the line's beginning.
    guard let first = spaces.first, "+-=".unicodeScalars.contains(first) else { return markdown }
    return "\\" + String(String.UnicodeScalarView(spaces))
  }

  /// A table; cells are Markdown.
  static func table(_ header: [String], _ rows: [[String]]) -> String {
    let rule = header.indices.map { $0 == 0 ? "---" : "--:" }
    return ([header, rule] + rows).map { "| \($0.joined(separator: " | ")) |\n" }.joined()
  }
}
