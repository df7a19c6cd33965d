import FindieText
import Testing

struct CSVTableTests {
  private func row(_ cells: [CSVTable.Cell]) -> String {
    var table = CSVTable(header: cells.map { _ in "h" })
    _ = table.takeRows()
    table.append(cells)
    return String(decoding: table.document, as: UTF8.self)
  }

  @Test func `cells are separated by commas and lines end in CRLF`() {
    #expect(row([.text("a"), .integer(-2), .digits("0.5"), .empty]) == "a,-2,0.5,\r\n")
  }

  @Test(arguments: [
    ("a,b", "\"a,b\""), ("a\"b", "\"a\"\"b\""), ("=1+1", "'=1+1"), ("  @x", "'  @x"),
    ("-1,\"", "\"'-1,\"\"\""), ("a=b", "a=b"), ("", ""),
    ("\u{FF1D}1+1", "'\u{FF1D}1+1"), ("\u{FF0B}1", "'\u{FF0B}1"), ("\u{FF0D}1", "'\u{FF0D}1"),
    ("\u{FF20}x", "'\u{FF20}x"), ("\u{3000} =x", "'\u{3000} =x"), ("1\u{FF1D}1", "1\u{FF1D}1"),
  ])
  func `special characters are quoted and formulas neutralized`(text: String, cell: String) {
    #expect(row([.text(text)]) == cell + "\r\n")
  }

  @Test func `cells that are added one by one make the same row`() {
    var table = CSVTable(header: ["a", "b", "c", "d", "e"])
    var other = table
    table.append([.text("9 x"), .integer(-3), .digits("0.25"), .empty, .empty])
    other.add(.text("9 x"))
    other.add(-3)
    other.add(0.250_04, places: 4)
    other.addEmpty(2)
    other.endRow()
    #expect(other == table)
  }

  @Test func `a row with too few cells is a programming error`() async {
    await #expect(processExitsWith: .failure) {
      var table = CSVTable(header: ["a", "b"])
      table.add(1)
      table.endRow()
    }
  }

  @Test func `a title is cleaned`() {
    #expect(row([.title("a\nb\u{202E}")]) == "a b\r\n")
  }
}
