import FindieText
import Testing

struct TextTableTests {
  @Test func `columns are as wide as their widest cell, numbers to the right`() {
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

  @Test func `no line ends in a space`() {
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

  @Test func `a row with another number of cells is a programming error`() async {
    await #expect(processExitsWith: .failure) {
      var table = TextTable(("a", .left))
      table.add("x", "y")
    }
  }

  @Test func `a table may have any number of columns`() {
    var table = TextTable([("model", .left)] + [5, 10].map { ("@\($0)", .right) })
    table.add(["ALS", "0.1", "0.25"])
    #expect(table.text == "model   @5   @10\n─────  ───  ────\nALS    0.1  0.25")
  }

  @Test func `a table that is too wide narrows its widest column of text, and loses nothing`() {
    var table = TextTable(("stage", .left), ("seconds", .right), ("counts", .left))
    table.add("matrix", "1.5", "games 12, players 34, positives 56")
    table.add("a-stage-with-a-long-name", "2", "")
    TextTable.$maximumWidth.withValue(40) {
      #expect(
        table.text == """
          stage           seconds  counts
          ──────────────  ───────  ───────────────
          matrix              1.5  games 12,
                                   players 34,
                                   positives 56
          a-stage-with-a        2
          -long-name
          """)
    }
    #expect(table.text.split(separator: "\n").map(\.count).max() == 24 + 2 + 7 + 2 + 34)
  }

  @Test(arguments: [20, 30, 50, 80])
  func `every line fits, if the numbers do`(width: Int) {
    var table = TextTable(("a", .left), ("n", .right), ("b", .left))
    table.add(String(repeating: "word ", count: 30), "12", String(repeating: "x", count: 90))
    TextTable.$maximumWidth.withValue(width) {
      #expect(table.text.split(separator: "\n").allSatisfy { $0.count <= max(width, 22) })
      #expect(table.text.count { $0 == "x" } == 90)
    }
  }
}
