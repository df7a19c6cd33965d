import Testing

/// Compares incremental nights with nights that compute everything again: a short version of
/// `Tests/Incremental/run`.
struct IncrementalCampaignTests {
  @Test func `nights in a world that changes every day equal nights that compute everything`()
    throws
  {
    let result = try PythonHarness.run(
      "Tests/Incremental/run", "--nights", "5", "--kills", "5", "--players", "150", "--games", "80",
      "--seed", "5")
    guard let (status, said) = result else { return }
    #expect(status == 0, "\(said)")
    #expect(said.contains("5 nights") && said.contains(": 5 passed"), "\(said)")
    #expect(!said.contains("5 with training"), "Every night trained models: \(said)")
    print(said)
  }

  /// A short version of `Tests/ClosedWeeks/run`.
  @Test func `reports of closed weeks equal reports that are rendered as a whole`() throws {
    let result = try PythonHarness.run(
      "Tests/ClosedWeeks/run", "--nights", "6", "--players", "150", "--games", "80", "--seed", "5")
    guard let (status, said) = result else { return }
    #expect(status == 0, "\(said)")
    #expect(said.contains("6 nights: "), "\(said)")
  }

  /// A short version of `Tests/Incremental/mutations`.
  @Test func `a night after a change equals one that computes everything`() throws {
    let result = try PythonHarness.run(
      "Tests/Incremental/mutations", "--players", "120", "--games", "60", "--only", "genres",
      "viewDetails-of-a-liked-game", "lost-trained-items", "published-anyway", "another-build")
    guard let (status, said) = result else { return }
    #expect(status == 0, "\(said)")
    #expect(said.contains("5 kinds of changes") && said.contains(": 0 wrongly reused"), "\(said)")
  }
}
