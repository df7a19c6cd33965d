import FindieHistory
import Testing

struct EventBatchTests {
  private func row(_ id: String, texts: String, into batch: inout EventBatch) {
    batch.begin(id: id.utf8.span, kind: 0, milliseconds: 0, offset: 0)
    for column in batch.collection.textColumns.indices {
      batch.set(text: "\(texts)\(column)".utf8.span, of: column)
    }
  }

  @Test func `texts are copied, also those that repeat the row before`() {
    var batch = EventBatch(.interactions)
    for (id, texts) in [("a", "x"), ("b", "x"), ("c", ""), ("d", "x")] {
      row(id, texts: texts, into: &batch)
    }
    #expect((0..<4).map { batch.id($0) } == ["a", "b", "c", "d"])
    #expect((0..<4).map { batch.text(2, $0) } == ["x2", "x2", "2", "x2"])
  }

  @Test func `a row after a removed one does not repeat it`() {
    var batch = EventBatch(.interactions)
    row("a", texts: "x", into: &batch)
    row("b", texts: "y", into: &batch)
    batch.removeLast()
    row("c", texts: "y", into: &batch)
    #expect(batch.count == 2)
    #expect([batch.text(0, 0), batch.text(0, 1)] == ["x0", "y0"])
    #expect(batch.id(1) == "c")
  }

  @Test func `texts larger than a block of memory are stored whole`() {
    var batch = EventBatch(.interactions)
    let long = String(repeating: "ミ", count: 100_000)
    for number in 0..<3 {
      row("\(number)", texts: long + "\(number)", into: &batch)
    }
    #expect(batch.text(0, 1) == long + "10")
    batch.removeAll()
    #expect(batch.count == 0)
    row("z", texts: "", into: &batch)
    #expect(batch.text(3, 0) == "3")
  }
}
