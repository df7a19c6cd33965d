import Foundation

/// The targets of Package.swift and what each depends on, read from its text.
struct PackageManifest {
  /// Modules by target, those of other packages among them.
  let dependencies: [String: Set<String>]

  init(_ text: String) throws {
    let text = String(
      text.split(separator: "\n").map { SwiftText.withoutLineComment($0) }
        .joined(separator: "\n"))
    // let yaml = Target.Dependency.product(name: "Yams", package: "Yams")
    var products: [Substring: String] = [:]
    for match in text.matches(of: /let (\w+) = Target\.Dependency\.product\(name: "(\w+)"/) {
      products[match.1] = String(match.2)
    }
    var found: [String: Set<String>] = [:]
    for match in text.matches(of: /\.(?:target|executableTarget|testTarget)\(/) {
      let body = Self.untilClosed(text[match.range.upperBound...])
      guard let name = try /name:\s*"([\w-]+)"/.firstMatch(in: body) else { continue }
      let list = try /dependencies:\s*\[([^\]]*)\]/.firstMatch(in: body)?.1 ?? ""
      found[String(name.1)] = Set(
        list.split(separator: ",").map { $0.trimmingCharacters(in: .whitespacesAndNewlines) }
          .filter { !$0.isEmpty }
          .map { $0.hasPrefix("\"") ? String($0.dropFirst().dropLast()) : products[$0[...]] ?? $0 })
    }
    // tests(of: "FindieStore", with: ["FindieDomain"], products: [sqlite])
    for match in text.matches(of: /\btests\(/) {
      let body = Self.untilClosed(text[match.range.upperBound...])
      guard let module = try /of:\s*"(\w+)"/.firstMatch(in: body)?.1 else { continue }
      let others = try /with:\s*\[([^\]]*)\]/.firstMatch(in: body)?.1 ?? ""
      found[module + "Tests"] = Set(others.matches(of: /"(\w+)"/).map { String($0.1) })
        .union([String(module), "FindieTestSupport"])
    }
    dependencies = found
  }

  /// The text up to the parenthesis that closes the one before it.
  private static func untilClosed(_ text: Substring) -> Substring {
    var depth = 1
    for index in text.indices {
      if text[index] == "(" { depth += 1 }
      if text[index] == ")" { depth -= 1 }
      if depth == 0 { return text[..<index] }
    }
    return text
  }
}
