import CLineScanner
import FindieDomain
import FindieHistory
import FindieIngest
import FindieTestSupport
import Testing

struct LineTemplatesTests {
  private func templates(_ collection: EventCollection = .interactions) -> LineTemplates {
    LineTemplates(collection, limits: IngestLimits(), latest: now)
  }

  /// Bytes with the padding that the scanner reads behind them.
  private func padded(_ text: String) -> (bytes: [UInt8], end: Int) {
    let bytes = Array(text.utf8)
    return (bytes + Array(repeating: 0x0A, count: Int(FINDIE_SCAN_PADDING)), bytes.count)
  }

  @Test func `nothing is taken before a line was learned`() {
    var templates = templates()
    var rows = LineRows(.interactions)
    let (bytes, end) = padded(line("a") + "\n")
    #expect(templates.scan(bytes.span, from: 0, to: end, into: &rows) == 0)
    #expect(rows.count == 0)
  }

  @Test func `lines are taken up to one of another form, by whichever form each has`() {
    var templates = templates()
    templates.learn(from: line("a").utf8.span)
    let wrapped = #"{"id":"w","data":"# + line("x") + "}"
    templates.learn(from: wrapped.utf8.span)
    let taken = [line("a"), wrapped, line("b"), wrapped].joined(separator: "\n") + "\n"
    let (bytes, end) = padded(taken + "{}\n" + line("c") + "\n")
    var rows = LineRows(.interactions)
    #expect(templates.scan(bytes.span, from: 0, to: end, into: &rows) == taken.utf8.count)
    let found = (0..<rows.count).map { ScannedRow(rows, $0).id }
    #expect(found == ["a", "w", "b", "w"])
    #expect((0..<rows.count).map { rows.shape($0) } == [.plain, .wrapped, .plain, .wrapped])
  }

  @Test func `rows are full at their capacity, and the scan goes on where it stopped`() {
    var templates = templates()
    templates.learn(from: line("a").utf8.span)
    let count = LineRows.capacity * 2 + 3
    let (bytes, end) = padded((0..<count).map { line("\($0)") + "\n" }.joined())
    var rows = LineRows(.interactions)
    var ids: [String] = []
    var position = 0
    while position < end {
      let next = templates.scan(bytes.span, from: position, to: end, into: &rows)
      #expect(next > position)
      position = max(next, position + 1)
      ids += (0..<rows.count).map { ScannedRow(rows, $0).id }
      rows.removeAll()
    }
    #expect(ids == (0..<count).map { "\($0)" })
  }

  @Test func `a line whose end stands behind the end of the bytes is not taken`() {
    var templates = templates()
    templates.learn(from: line("a").utf8.span)
    let text = line("a") + "\n" + line("b")
    let (bytes, end) = padded(text)
    var rows = LineRows(.interactions)
    #expect(
      templates.scan(bytes.span, from: 0, to: end, into: &rows) == line("a").utf8.count + 1)
    // Nor where less of it is there.
    for cut in line("a").utf8.count + 1..<end {
      #expect(
        templates.scan(bytes.span, from: line("a").utf8.count + 1, to: cut, into: &rows)
          == line("a").utf8.count + 1)
    }
  }

  @Test func `a line of exactly the limit is taken, one byte more is not`() {
    var limits = IngestLimits()
    limits.eventLineBytes = line("a").utf8.count
    var templates = LineTemplates(.interactions, limits: limits, latest: now)
    templates.learn(from: line("a").utf8.span)
    let (bytes, end) = padded(line("b") + "\n" + line("cc") + "\n")
    var rows = LineRows(.interactions)
    #expect(
      templates.scan(bytes.span, from: 0, to: end, into: &rows) == line("b").utf8.count + 1)
  }

  @Test(arguments: [
    // Keys with escapes, objects, lists of numbers, a field twice, not enough fields.
    #"{"i\u0064":"a","userId":"u","gameId":"g","action":"like","timestamp":1756720800}"#,
    #"{"id":"a","userId":"u","gameId":"g","action":"like","timestamp":1756720800,"x":{}}"#,
    #"{"id":"a","userId":"u","gameId":"g","action":"like","timestamp":1756720800,"x":[1]}"#,
    #"{"id":"a","id":"a","userId":"u","gameId":"g","action":"like","timestamp":1756720800}"#,
    #"{"userId":"u","gameId":"g","action":"like","timestamp":1756720800}"#,
    #"{"id":"a","timestamp":null,"data":{"userId":"u","gameId":"g","action":"like","timestamp":1}}"#,
    #"{"document":{"name":"n","fields":{}},"readTime":"2025-01-01T00:00:00Z"}"#, "", "{", "[]",
  ])
  func `a form that is not plain is not learned`(line: String) {
    #expect(LineOutline(of: line.utf8.span, in: .interactions) == nil)
  }

  @Test func `lines of ever new forms are seldom learned, and a form that comes back is`() {
    var templates = templates()
    var rows = LineRows(.interactions)
    func strange(_ number: Int) -> String {
      line("a").dropLast() + #","x\#(number)":1}"#
    }
    func offer(_ text: String) -> Bool {
      let (bytes, end) = padded(text + "\n")
      let next = templates.scan(bytes.span, from: 0, to: end, into: &rows)
      rows.removeAll()
      if next == 0 { templates.learn(from: text.utf8.span) }
      return next == end
    }
    for number in 0..<20_000 { #expect(!offer(strange(number))) }
    // 1 + 2 + 4 … + 1,024 lines for the first eleven, and 1,024 for each after them.
    #expect(templates.outlineCount < 32)
    let firstTaken = (0..<5000).firstIndex { _ in offer(line("b")) }
    #expect((firstTaken ?? .max) <= 1100)
    for _ in 0..<100 { #expect(offer(line("c"))) }
  }
}
