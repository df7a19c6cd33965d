import FindiePartners
import Testing

struct IGDBQueryTests {
  @Test func `a query is paged by id`() {
    #expect(
      IGDBQuery.page(
        ["uid", "game.name"], where: ["external_game_source = 1", "uid = (\"4\")"], after: 8104)
        == "fields uid,game.name; where external_game_source = 1 & uid = (\"4\") & id > 8104; "
        + "sort id asc; limit 500;")
  }

  @Test func `a search has neither pages nor an order`() {
    #expect(
      IGDBQuery.search(["name"], for: "Undertow", rows: 10)
        == #"fields name; search "Undertow"; limit 10;"#)
  }

  @Test(arguments: [
    (#"Say "No"; fields *"#, #""Say \"No\"; fields *""#), (#"a\"#, #""a\\""#),
    (#"\" | where id = 1"#, #""\\\" | where id = 1""#),
    ("a\r\nb\tc\u{0}d\u{2028}e", #""a  b c d e""#),
    ("ōkami é 東方", #""ōkami é 東方""#), ("", #""""#),
  ])
  func `a text cannot end its quotation`(text: String, quoted: String) {
    #expect(IGDBQuery.quoted(text) == quoted)
  }
}
