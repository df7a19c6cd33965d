import FindieText

extension [String: Int] {
  /// The counts on one line, by name: `accepted 1,200, rejected 3`.
  package var listed: String {
    sorted { $0.key < $1.key }.map { "\($0.key) \($0.value.grouped)" }.joined(separator: ", ")
  }
}
