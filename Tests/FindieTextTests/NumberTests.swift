import FindieText
import Testing

struct NumberTests {
  @Test(arguments: [
    (0, "0"), (7, "7"), (999, "999"), (1000, "1,000"), (1_234_567, "1,234,567"), (-1, "-1"),
    (-999, "-999"), (-1_000, "-1,000"), (Int.max, "9,223,372,036,854,775,807"),
    (123_456, "123,456"),
  ])
  func `thousands are grouped`(number: Int, text: String) {
    #expect(number.grouped == text)
  }

  @Test(arguments: [
    (0.0, 1, "0.0"), (0.25, 1, "0.3"), (-0.25, 1, "-0.3"), (1234.56, 1, "1,234.6"),
    (-0.001, 2, "0.00"), (99.96, 1, "100.0"), (2.5, 0, "3"), (0.05, 2, "0.05"),
  ])
  func `a number for people has all its decimals, rounded half away from zero`(
    number: Double, places: Int, text: String
  ) {
    #expect(number.fixed(places) == text)
  }

  @Test(arguments: [
    (0.0, 4, "0"), (0.25, 4, "0.25"), (0.05, 2, "0.05"), (-0.00001, 4, "0"),
    (1234.5, 4, "1234.5"), (0.12345, 4, "0.1235"), (-12.5, 2, "-12.5"), (100, 2, "100"),
  ])
  func `a number for programs has no zeros at the end`(
    number: Double, places: Int, text: String
  ) {
    #expect(number.decimal(places) == text)
  }

  @Test func `a fraction is read as a percentage`() {
    #expect(0.1234.percent() == "12.3%")
    #expect(1.0.percent(0) == "100%")
    #expect(0.005.percent(1, sign: " %") == "0.5 %")
  }

  @Test func `a count has its noun`() {
    #expect(
      [0, 1, 2, 1000].map { $0.counted("day") } == ["0 days", "1 day", "2 days", "1,000 days"])
    #expect(
      ["entry", "survey", "doubtful match"].map { 2.counted($0) }
        == ["2 entries", "2 surveys", "2 doubtful matches"])
    #expect(["is", "was", "has", "stays"].map { 1.verb($0) } == ["is", "was", "has", "stays"])
    #expect(["is", "was", "has", "stays"].map { 2.verb($0) } == ["are", "were", "have", "stay"])
  }

  @Test(arguments: [
    (0, "0 bytes"), (999, "999 bytes"), (1000, "1.0 kB"), (9_949, "9.9 kB"), (9_950, "10 kB"),
    (999_499, "999 kB"), (999_500, "1.0 MB"), (1_440_000_000, "1.4 GB"),
    (12_000_000_000_000_000, "12,000 TB"),
  ])
  func `a file size has two digits or more`(bytes: Int, text: String) {
    #expect(FileSize(bytes).description == text)
  }

  @Test func `a number without a decimal form is a programming error`() async {
    await #expect(processExitsWith: .failure) { _ = Double.nan.fixed(1) }
  }

  @Test(arguments: [
    (1e12, "1000000000000.0"), (-1e308, "-1e+308"), (0x1p62, "4.611686018427388e+18"),
  ])
  func `a number of a trillion or more is written in its shortest form`(
    number: Double, text: String
  ) {
    #expect(number.fixed(2) == text && number.decimal(2) == text)
    #expect((-0.0).fixed(2) == "0.00" && Double.leastNonzeroMagnitude.decimal(2) == "0")
  }
}
