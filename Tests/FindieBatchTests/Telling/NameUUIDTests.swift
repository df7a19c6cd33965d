import FindieBatch
import Testing

struct NameUUIDTests {
  @Test func `the example of RFC 9562 is met`() {
    // Appendix A.4.
    let dns = "6ba7b810-9dad-11d1-80b4-00c04fd430c8"
    #expect(
      NameUUID.text(of: "www.example.com", in: dns) == "2ed6657d-e927-568b-95e1-2665a8aea6a2")
  }

  /// As `uuid.uuid5(uuid.NAMESPACE_URL, name)` of Python says.
  @Test(arguments: [
    ("findie", "189dc906-8eb8-55ad-a9b1-85be34553752"),
    ("", "1b4db7eb-4057-5ddf-91e0-36dec72071f5"),
    ("/srv/findie 2026-03-01T03:00:00Z 12.5 ä", "97182506-9e09-55b4-a7a1-70a7c8788345"),
  ])
  func `names have the identifiers that Python gives them`(name: String, uuid: String) {
    #expect(NameUUID.text(of: name, in: NameUUID.url) == uuid)
  }
}
