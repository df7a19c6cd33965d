extension String {
  /// The text in lines of at most `width` characters, broken at spaces. Later lines are indented
  /// like the first, or like the value if it begins with a label and at least two spaces.
  ///
  /// - Parameters:
  ///   - width: at least 1.
  ///   - breakingWords: whether words longer than a line are broken; otherwise each is a line.
  package func wrapped(to width: Int, breakingWords: Bool = false) -> [String] {
    guard count > width else { return [self] }
    let label = labelWidth(atMost: width / 2)
    let indent = String(repeating: " ", count: label ?? prefix { $0 == " " }.count)
    var lines: [String] = []
    var line = String(prefix(indent.count))
    func end() {
      lines.append(line)
      line = indent
    }
    for word in dropFirst(indent.count).split(separator: " ") {
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

  /// The width of a label with the spaces after it; nil if the text does not begin with a label or
  /// if it is wider than `limit`.
  private func labelWidth(atMost limit: Int) -> Int? {
    guard let start = firstIndex(where: { $0 != " " }),
      let gap = self[start...].firstRange(of: "  "),
      let value = self[gap.lowerBound...].firstIndex(where: { $0 != " " })
    else { return nil }
    let width = distance(from: startIndex, to: value)
    return width <= limit ? width : nil
  }
}
