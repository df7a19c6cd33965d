import FindieDomain
import FindiePartners
import Testing

struct ItchCollectionTests {
  private func collection(_ text: String) throws -> ItchCollection {
    try ItchCollection(csv: Array(text.utf8))
  }

  @Test func `columns are found by name, and quotes are read`() throws {
    let collection = try self.collection(
      """
      \u{FEFF}Name,URL,"Game ID", created_at \r
      "One, ""two""\nthree",https://ada.itch.io/undertow,11,2024-01-02 03:04:05\r
      , https://ben.itch.io/x ,,\r
      Only an id,,12,never\r
      Nothing,https://example.com/a,abc,\r
      \r
      Again,https://ada.itch.io/undertow?a,11,\r
      Short
      """)
    #expect(collection.entries.map(\.gameId) == ["11", nil, "12"])
    #expect(
      collection.entries.map { $0.address?.url }
        == ["https://ada.itch.io/undertow", "https://ben.itch.io/x", nil])
    #expect(collection.entries[0].addedAt == Timestamp(iso8601: "2024-01-02T03:04:05Z"))
    #expect(collection.entries[2].addedAt == nil)
    #expect(collection.skippedRows == [4, 6])
  }

  @Test(arguments: ["", "title\nUndertow", "\n\n", "\0"])
  func `a file without a column of ids or addresses is refused`(text: String) {
    let failure = #expect(throws: Unreadable.self) { try collection(text) }
    #expect(failure?.why.hasPrefix("the first line names no column") == true)
  }

  @Test func `a file that is too large is refused`() {
    let failure = #expect(throws: Unreadable.self) {
      try ItchCollection(csv: Array(repeating: 44, count: ItchCollection.maximumBytes + 1))
    }
    #expect(failure?.why == "it has more than 8 MB")
  }

  @Test func `a quote that is not closed is named by its line`() {
    let failure = #expect(throws: Unreadable.self) { try collection("id\n1\n\"2\n3") }
    #expect(failure?.why == "the quote that begins in line 3 is not closed")
  }
}
