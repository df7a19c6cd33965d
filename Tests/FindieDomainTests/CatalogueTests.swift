import FindieDomain
import Testing

@Suite struct CatalogueTests {
  private func tag(_ id: String, _ name: String, updatedAt: Int64? = nil) -> FindieDomain.Tag {
    var tag = FindieDomain.Tag(id: id, name: name)
    tag.updatedAt = updatedAt.map { Timestamp(milliseconds: $0) }
    return tag
  }

  @Test func `records are sorted by the bytes of their ids`() {
    // UTF-8: "B" is 42, "a" is 61, "é" is c3 a9, so it comes last.
    let catalogue = Catalogue(tags: ["é", "a", "B"].map { tag($0, "") })
    #expect(catalogue.tags.map(\.id) == ["B", "a", "é"])
  }

  @Test func `of two versions the newer stays whatever the order`() {
    let old = tag("a", "old", updatedAt: 1)
    let new = tag("a", "new", updatedAt: 2)
    #expect(Catalogue(tags: [old, new]).tags == [new])
    #expect(Catalogue(tags: [new, old]).tags == [new])
  }

  @Test func `of equally new versions the last stays`() {
    let catalogue = Catalogue(tags: [tag("b", ""), tag("a", "first"), tag("a", "second")])
    #expect(catalogue.tags.map(\.name) == ["second", ""])
  }

  @Test func `a version without a time is older than any`() {
    let dated = tag("a", "dated", updatedAt: -1)
    #expect(Catalogue(tags: [dated, tag("a", "undated")]).tags == [dated])
  }

  @Test func `two spellings of one letter are two ids`() {
    let catalogue = Catalogue(tags: [tag("e\u{301}", "two scalars"), tag("\u{e9}", "one scalar")])
    #expect(catalogue.tags.count == 2)
  }

  @Test func `the order of ids is that of their bytes, wherever they differ`() {
    let beginning = "0123456789abcdef"
    let ids = [
      "", "\0", "a", "a\0", "a\0b", "ab", "aé", "é", "\u{10FFFF}", beginning, beginning + "\0",
      beginning + "g", beginning + "h0", "01234567", "01234567\0", "012345678",
    ]
    let sorted = ids.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
    #expect(Catalogue(tags: ids.reversed().map { tag($0, "") }).tags.map(\.id) == sorted)
    #expect((ids + ids).distinctSortedByBytes == sorted)
  }

  @Test func `a cached text is the text of its bytes`() {
    let cache = TextCache()
    // More texts than the cache has indices, so that some have the same.
    let texts = (0..<50_000).map { "a text of the catalogue \($0)" } + ["", "short"]
    for text in texts + texts { #expect(cache.text(text.utf8.span) { text } == text) }
  }
}
