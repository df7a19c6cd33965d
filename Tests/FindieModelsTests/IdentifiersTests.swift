import FindieModels
import Testing

struct IdentifiersTests {
  @Test func `ids are distinct and in byte order`() {
    let ids = Identifiers(["b", "a", "B", "a", "é", "a10", "a2"])
    #expect(ids.ids == ["B", "a", "a10", "a2", "b", "é"])
  }

  @Test func `an id's index is its position`() {
    let ids = Identifiers(["c", "a", "b"])
    #expect(ids.index(of: "c") == 2)
    #expect(ids.index(of: "d") == nil)
    #expect(ids[0] == "a")
  }

  @Test func `ids with different bytes are different, even if Swift's strings are equal`() {
    let (composed, decomposed) = ("caf\u{E9}", "cafe\u{301}")
    #expect(composed == decomposed)
    let ids = Identifiers([composed, decomposed])
    #expect(ids.count == 2)
    #expect(ids.index(of: decomposed) == 0)
    #expect(ids.index(of: composed) == 1)
  }
}

struct SplitMix64Tests {
  @Test func `random numbers are those of the published algorithm`() {
    // The first two outputs of Vigna's splitmix64.c with the state 1234567.
    var generator = SplitMix64(seed: 1_234_567)
    #expect(generator.next() == 6_457_827_717_110_365_317)
    #expect(generator.next() == 3_203_168_211_198_807_973)
  }

  @Test func `uniform numbers are between 0 and 1, with mean one half`() {
    var generator = SplitMix64(seed: 1)
    let numbers = (0..<20_000).map { _ in generator.nextUniform() }
    #expect(numbers.allSatisfy { $0 > 0 && $0 < 1 })
    // The mean's deviation is 1 / √(12 · 20 000) = 0.002; five of them.
    #expect(abs(numbers.reduce(0, +) / 20_000 - 0.5) < 0.01)
  }

  @Test func `normal numbers have mean zero and variance one`() {
    var generator = SplitMix64(seed: 2)
    let numbers = (0..<20_000).map { _ in generator.nextNormal() }
    let mean = numbers.reduce(0, +) / 20_000
    let variance = numbers.reduce(0) { $0 + ($1 - mean) * ($1 - mean) } / 20_000
    // Deviations are 1 / √20 000 = 0.007 and √(2 / 20 000) = 0.01; five of each.
    #expect(abs(mean) < 0.035)
    #expect(abs(variance - 1) < 0.05)
  }
}
