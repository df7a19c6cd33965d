import Foundation

/// What a site allows programs to read, from its robots.txt.
///
/// The longest matching rule decides; if two are equally long, `Allow` does. `*` stands for any
/// characters, `$` for the end.
///
/// Source: RFC 9309. The rules of all groups for `findie` are used, or if there are none, those for
/// `*`.
package struct RobotRules: Hashable, Sendable {
  private struct Rule: Hashable {
    let pattern: [UInt8]
    let isAllowed: Bool
  }

  private let rules: [Rule]

  package static let allowingAll = RobotRules("")

  /// Lines that are not rules are skipped.
  package init(_ text: String) {
    var own: [Rule] = []
    var general: [Rule] = []
    var agents: Set<String> = []
    var hasOwnGroup = false
    var isInRules = false
    for line in text.trimmingPrefix("\u{FEFF}").split(whereSeparator: \.isNewline) {
      let parts = line.prefix { $0 != "#" }.split(separator: ":", maxSplits: 1)
      guard parts.count == 2 else { continue }
      let key = parts[0].trimmingCharacters(in: .whitespaces).lowercased()
      let value = parts[1].trimmingCharacters(in: .whitespaces)
      switch key {
      case "user-agent":
        if isInRules {
          agents = []
          isInRules = false
        }
        // The program's name without its version.
        agents.insert(value.lowercased().prefix { $0 != "/" && !$0.isWhitespace }.description)
        hasOwnGroup = hasOwnGroup || agents.contains("findie")
      case "allow", "disallow":
        isInRules = true
        // `Disallow:` without a path forbids nothing.
        guard !value.isEmpty else { continue }
        let rule = Rule(pattern: Self.normal(value), isAllowed: key == "allow")
        if agents.contains("findie") { own.append(rule) }
        if agents.contains("*") { general.append(rule) }
      default: continue
      }
    }
    rules = hasOwnGroup ? own : general
  }

  /// - Parameter path: of the address, with its query, such as `/search?q=a`.
  package func allow(_ path: String) -> Bool {
    let path = Self.normal(path)
    let matching = rules.filter { Self.matches($0.pattern, path) }
    let longest = matching.map(\.pattern.count).max() ?? 0
    let deciding = matching.filter { $0.pattern.count == longest }
    return deciding.isEmpty || deciding.contains(where: \.isAllowed)
  }

  /// The path with bytes above 127 encoded, and unreserved characters not encoded (RFC 9309,
  /// section 2.2.2).
  private static func normal(_ path: String) -> [UInt8] {
    let bytes = Array(path.utf8)
    var result: [UInt8] = []
    var index = 0
    while index < bytes.count {
      let byte = bytes[index]
      if byte == UInt8(ascii: "%"), index + 2 < bytes.count,
        let value = UInt8(String(decoding: bytes[index + 1...index + 2], as: UTF8.self), radix: 16)
      {
        let text = String(UnicodeScalar(value))
        let isUnreserved = value < 0x80 && text.percentEncoded == text
        result += isUnreserved ? [value] : encoded(value)
        index += 3
      } else {
        result += byte < 0x80 ? [byte] : encoded(byte)
        index += 1
      }
    }
    return result
  }

  private static func encoded(_ byte: UInt8) -> [UInt8] {
    let digits = String(byte, radix: 16, uppercase: true)
    return Array(("%" + (digits.count < 2 ? "0" : "") + digits).utf8)
  }

  /// Takes time at most proportional to the product of the lengths.
  private static func matches(_ pattern: [UInt8], _ path: [UInt8]) -> Bool {
    let isAnchored = pattern.last == UInt8(ascii: "$")
    // A rule without `$` matches any continuation.
    let pattern = isAnchored ? pattern.dropLast() : pattern + [UInt8(ascii: "*")]
    var (p, t) = (0, 0)
    var star: (pattern: Int, path: Int)?
    while t < path.count {
      if p < pattern.count, pattern[p] == UInt8(ascii: "*") {
        star = (p, t)
        p += 1
      } else if p < pattern.count, pattern[p] == path[t] {
        p += 1
        t += 1
      } else if let last = star {
        p = last.pattern + 1
        t = last.path + 1
        star = (last.pattern, last.path + 1)
      } else {
        return false
      }
    }
    return pattern[p...].allSatisfy { $0 == UInt8(ascii: "*") }
  }
}
