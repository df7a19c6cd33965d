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
    #expect(!said.contains(". 0 of "), "No list was reused: \(said)")
    print(said)
  }
}
