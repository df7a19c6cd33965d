import Testing

/// A short form of each script in `Benchmarks`, without the other programs.
struct BenchmarkTests {
  @Test(arguments: [
    ["run", "select", "ease"], ["ingest"], ["top", "factors"], ["quality"], ["lists"],
    ["nights past", "nights coming"],
  ])
  func `each benchmark can be run`(names: [String]) throws {
    let result = try PythonHarness.run("Benchmarks/check", names)
    guard let (status, said) = result else { return }
    #expect(status == 0, "\(said)")
    for name in names { #expect(said.contains(try Regex("ran +\(name) ")), "\(said)") }
  }
}
