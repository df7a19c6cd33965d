import FindieDomain
import FindiePipelines
import Foundation
import Testing

/// What people read.
struct TextTests {
  @Test func `columns are as wide as what stands in them, numbers to the right`() {
    var table = TextTable(("game", .left), ("likes", .right))
    table.add("Celeste", "1,234")
    table.add("Ori", "7")
    #expect(
      table.text == """
        game     likes
        ───────  ─────
        Celeste  1,234
        Ori          7
        """)
  }

  @Test func `a table without rows is its headings`() {
    let table = TextTable(("game", .left), ("likes", .right))
    #expect(table.isEmpty)
    #expect(table.text == "game  likes\n────  ─────")
  }

  @Test func `a cell that is wider than its heading widens the column`() {
    var table = TextTable(("a", .right), ("b", .left))
    table.add(String(repeating: "x", count: 200), "y")
    let heading = table.text.split(separator: "\n").first.map(String.init)
    #expect(heading == String(repeating: " ", count: 199) + "a  b")
  }

  @Test func `no line ends in a blank`() {
    var table = TextTable(("a", .left), ("wide heading", .left))
    table.add("x", "")
    #expect(!table.text.split(separator: "\n").contains { $0.hasSuffix(" ") })
  }

  @Test(arguments: ["\n", "\r\n", "\t", "\u{1B}[2J", "\u{0}", "\u{7F}", "\u{9B}31m", "\u{85}"])
  func `a control character breaks no line and reaches no terminal`(hostile: String) {
    var table = TextTable(("title", .left))
    table.add("a\(hostile)b")
    #expect(table.text.split(separator: "\n").count == 3)
    #expect(
      table.text.unicodeScalars.filter { $0.properties.generalCategory == .control }.map(\.value)
        .allSatisfy { $0 == 0x0A })
  }

  @Test func `a row with another number of cells is a caller's bug`() async {
    await #expect(processExitsWith: .failure) {
      var table = TextTable(("a", .left))
      table.add("x", "y")
    }
  }

  @Test(arguments: [
    (0, "0"), (7, "7"), (999, "999"), (1000, "1,000"), (1_234_567, "1,234,567"), (-1, "-1"),
    (-999, "-999"), (-1_000, "-1,000"), (Int.max, "9,223,372,036,854,775,807"),
    (123_456, "123,456"),
  ])
  func `thousands are grouped`(number: Int, text: String) {
    #expect(NightSummary.grouped(number) == text)
  }

  @Test func `every validation rule has its sentence`() {
    let names =
      Game.rules.map(\.name) + User.rules.map(\.name) + Developer.rules.map(\.name)
      + FindieDomain.Tag.rules.map(\.name) + Wishlist.rules.map(\.name)
    #expect(Set(names) == Set(ruleSentences.keys))
    #expect(ruleSentences.values.allSatisfy { !$0.isEmpty })
  }

  @Test(arguments: [
    (0.0, "0.0000"), (0.16204, "0.1620"), (0.99996, "1.0000"), (-0.0234, "-0.0234"),
    (-0.00001, "0.0000"), (12.5, "12.5000"), (1e12, "1000000000000.0"), (-3.5e+19, "-3.5e+19"),
  ])
  func `a measure has four decimals`(of: (number: Double, text: String)) {
    #expect(fourDecimals(of.number) == of.text)
  }

  @Test func `a table may have as many columns as a question asks for`() {
    var table = TextTable([("model", .left)] + [5, 10].map { ("@\($0)", .right) })
    table.add(["ALS", "0.1", "0.25"])
    #expect(table.text == "model   @5   @10\n─────  ───  ────\nALS    0.1  0.25")
  }
}
