import FindieText

extension String {
  /// The text with its first letter in upper case.
  var capitalizedFirst: String { prefix(1).uppercased() + dropFirst() }

  /// The text with its first letter in lower case.
  var lowercasedFirst: String { prefix(1).lowercased() + dropFirst() }
}

extension [String] {
  /// `a`, `a and b`, `a, b and c`.
  var listed: String {
    count < 2 ? joined() : dropLast().joined(separator: ", ") + " and " + self[count - 1]
  }
}

extension Double {
  /// A change as people read it, such as `−3.1%`.
  var signedPercent: String { (self < 0 ? "−" : "+") + abs(self).percent() }
}
