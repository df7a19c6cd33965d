import Testing

/// Compares nights that are divided into tasks, as on Spark, with nights on one machine: a short
/// version of `Tests/Spark/run`, without Spark.
struct NightInTasksTests {
  @Test func `nights in tasks equal nights on one machine`() throws {
    let result = try PythonHarness.run(
      "Tests/Spark/run", "--no-spark", "--nights", "4", "--players", "150", "--games", "80")
    guard let (status, said) = result else { return }
    #expect(status == 0, "\(said)")
    #expect(said.split(separator: "\n").count { $0.contains("files equal") } == 4, "\(said)")
  }
}
