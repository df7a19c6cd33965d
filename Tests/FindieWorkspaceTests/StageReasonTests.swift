import FindieWorkspace
import Testing

struct StageReasonTests {
  @Test func `short values are shown whole`() {
    #expect(
      StageReason(.parameterChanged, "factors.rank", from: "32", to: "64").sentence
        == "parameter factors.rank changed: 32 → 64")
    #expect(
      StageReason(.parameterChanged, "factors.rank", from: "32").sentence
        == "parameter factors.rank changed: 32 → none")
  }

  @Test func `long values are cut to the part where they differ`() {
    let start = String(repeating: "a", count: 100)
    let sentence = StageReason(.programChanged, from: start + "Haswell", to: start + "SkylakeX")
      .sentence
    #expect(sentence == "the program changed: …aaaaaaaaaaaaHaswell → …aaaaaaaaaaaaSkylakeX")
  }

  @Test func `the end of long values is cut off`() {
    let (ones, twos) = (String(repeating: "1", count: 100), String(repeating: "2", count: 100))
    let shown = (ones.prefix(59) + "…", twos.prefix(59) + "…")
    #expect(
      StageReason(.programChanged, from: ones, to: twos).sentence
        == "the program changed: \(shown.0) → \(shown.1)")
  }
}
