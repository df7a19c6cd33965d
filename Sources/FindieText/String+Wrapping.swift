extension String {
  /// The text in lines of at most `width` characters, broken at spaces. The lines after the first are
  /// indented like it.
  ///
  /// - Parameters:
  ///   - width: at least 1.
  ///   - breakingWords: whether longer words are broken too; otherwise they are on lines of their own.
  package func wrapped(to width: Int, breakingWords: Bool = false) -> [String] {
    guard count > width else { return [self] }
    let indent = String(prefix { $0 == " " })
    var lines: [String] = []
    var line = indent
    func end() {
      lines.append(line)
      line = indent
    }
    for word in split(separator: " ") {
      if line.count > indent.count, line.count + 1 + word.count > width { end() }
      if line.count > indent.count { line += " " }
      var rest = word
      while breakingWords, line.count + rest.count > width, line.count < width {
        let fits = rest.prefix(width - line.count)
        line += fits
        rest = rest.dropFirst(fits.count)
        end()
      }
      line += rest
    }
    if line.count > indent.count || lines.isEmpty { lines.append(line) }
    return lines
  }
}
