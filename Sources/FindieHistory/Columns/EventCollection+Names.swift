import FindieDomain

// The names of the files that a history writes. Only such files are removed.

extension EventCollection {
  /// Whether a name is that of a day's file of any checksum: `2016-09-18-3f2a.findie`.
  static func isDayFile(_ name: some StringProtocol) -> Bool {
    let parts = name.split(separator: ".", omittingEmptySubsequences: false)
    let words = parts[0].split(separator: "-", omittingEmptySubsequences: false)
    return parts.dropFirst() == ["findie"] && words.count == 4 && isHexadecimal(words[3])
      && Day(words[..<3].joined(separator: "-")) != nil
  }

  /// Whether a name is that of a file of the index of ids: `analytics-3f2a.ids`.
  static func isIdFile(_ name: String) -> Bool {
    let parts = name.split(separator: ".", omittingEmptySubsequences: false)
    let words = parts[0].split(separator: "-", omittingEmptySubsequences: false)
    return parts.dropFirst() == ["ids"] && words.count == 2 && isHexadecimal(words[1])
      && EventCollection(rawValue: String(words[0])) != nil
  }

  /// Whether a name is that of a file of a staging: `interactions-0-2016-09-18`, `analytics-3f2a.merged`.
  static func isStagedFile(_ name: String) -> Bool {
    if name == stagedForgottenName { return true }
    let parts = name.split(separator: ".", omittingEmptySubsequences: false)
    let words = parts[0].split(separator: "-", omittingEmptySubsequences: false)
    return parts.count <= 2 && (parts.count == 1 || suffixes.contains(parts[1]))
      && EventCollection(rawValue: String(words[0])) != nil
      && words.dropFirst().allSatisfy(isHexadecimal)
  }

  static let forgottenPrefix = "forgotten-"
  /// The name of new counts in a staging.
  static let stagedForgottenName = "forgotten"

  /// Whether a name is that of a file of counts of forgotten players' events: `forgotten-3f2a.json`.
  static func isForgottenFile(_ name: String) -> Bool {
    name.hasPrefix(forgottenPrefix) && name.hasSuffix(".json")
      && isHexadecimal(name.dropFirst(forgottenPrefix.count).dropLast(".json".count))
  }

  private static let suffixes: Set<Substring> = ["ids", "index", "merged", "without"]

  private static func isHexadecimal(_ text: some StringProtocol) -> Bool {
    !text.isEmpty
      && text.utf8.allSatisfy { (0x30...0x39).contains($0) || (0x61...0x66).contains($0) }
  }
}
