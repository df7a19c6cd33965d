import FindieBatch
import Testing

struct ReasonTests {
  @Test func `short values are told whole`() {
    #expect(
      Reason(.parameter, "factors.rank", from: "32", to: "64").sentence
        == "parameter factors.rank changed: 32 → 64")
    #expect(
      Reason(.parameter, "factors.rank", from: "32").sentence
        == "parameter factors.rank changed: 32 → none")
  }

  @Test func `of long values the part is told in which they differ`() {
    let start = String(repeating: "a", count: 100)
    let sentence = Reason(.program, from: start + "Haswell", to: start + "SkylakeX").sentence
    #expect(sentence == "the program changed: …aaaaaaaaaaaaHaswell → …aaaaaaaaaaaaSkylakeX")
  }

  @Test func `what is told of long values has an end`() {
    let (ones, twos) = (String(repeating: "1", count: 100), String(repeating: "2", count: 100))
    let shown = (ones.prefix(59) + "…", twos.prefix(59) + "…")
    #expect(
      Reason(.program, from: ones, to: twos).sentence
        == "the program changed: \(shown.0) → \(shown.1)")
  }
}
