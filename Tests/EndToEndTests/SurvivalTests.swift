import Testing

/// Injects faults into nights: a short version of `Tests/Faults/run`.
struct SurvivalTests {
  @Test func `a night that is interrupted anywhere has the same result when it is run again`()
    throws
  {
    guard
      let (status, said) = try PythonHarness.run(
        "Tests/Faults/run", "--kills", "6", "--faults", "24")
    else { return }
    #expect(status == 0, "\(said)")
    // Eight kinds of faults at one call of each of three nights.
    #expect(said.contains("30 faults tried, 30 passed"), "\(said)")
    print(said)
  }

  /// A short version of `Tests/Faults/kill_publish.py`.
  @Test func `readers always have a complete night with its own recipe`() throws {
    guard let (status, said) = try PythonHarness.run("Tests/Faults/kill_publish.py", "--kills", "8")
    else { return }
    #expect(status == 0 && said.contains("8 kills ("), "\(said)")
    print(said)
  }
}
