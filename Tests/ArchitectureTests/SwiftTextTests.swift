import Foundation
import Testing

/// The reader of sources: without it, every rule would pass.
struct SwiftTextTests {
  @Test func `a comment is not code`() {
    #expect(SwiftText.code(of: "a // try?\nb /* as! */ c") == "a        \nb           c")
  }

  @Test func `the text of a literal is not code`() {
    #expect(SwiftText.code(of: #"f("try? \" as!") + g"#) == "f(" + blanks(13) + ") + g")
    #expect(SwiftText.code(of: ##"f(#"a"b try?"#) + g"##) == "f(" + blanks(12) + ") + g")
  }

  private func blanks(_ count: Int) -> String { String(repeating: " ", count: count) }

  @Test func `an interpolation is code`() {
    #expect(SwiftText.code(of: #""a \(try! b("c")) d""#).contains(/\( ?try! b\(   \)\)/))
  }

  @Test func `lines keep their numbers`() {
    let source = "let a = \"\"\"\n  try?\n  \"\"\"\nlet b = 1"
    #expect(SwiftText.code(of: source).lines.last == "let b = 1")
    #expect(SwiftText.code(of: source).lines.count == source.lines.count)
  }

  @Test func `a finding shows file, line and text`() throws {
    let file = Package.File(module: "r", path: "r/a.swift", text: "a\n  b()", code: "a\n  b()")
    #expect(try file.findings(of: NSRegularExpression(pattern: #"b\("#)) == ["r/a.swift:2: b()"])
  }

  @Test func `the targets of a manifest are found with their dependencies`() throws {
    let manifest = try PackageManifest(
      """
      let yaml = Target.Dependency.product(name: "Yams", package: "Yams")
      .target(name: "A"), // .target(name: "C")
      .executableTarget(name: "B", dependencies: [
          "A", yaml,
        ], exclude: ["x"]),
      """)
    #expect(manifest.dependencies == ["A": [], "B": ["A", "Yams"]])
  }
}
