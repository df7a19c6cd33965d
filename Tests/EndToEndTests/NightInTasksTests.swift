import Testing

/// Compares nights that are divided into tasks, as on Spark, with nights on one machine: a short
/// version of `Tests/Spark/run`, without Spark.
struct NightInTasksTests {
  private func compare(nights: Int, _ options: String...) throws {
    let result = try PythonHarness.run(
      "Tests/Spark/run",
      ["--no-spark", "--nights", "\(nights)", "--players", "150", "--games", "80"] + options)
    guard let (status, said) = result else { return }
    #expect(status == 0, "\(said)")
    #expect(said.split(separator: "\n").count { $0.contains("files equal") } == nights, "\(said)")
  }

  @Test func `nights in tasks equal nights on one machine`() throws { try compare(nights: 3) }

  /// As in a store of objects: of the files of ids, a task has the ranges that it reads. An object
  /// whose name leads out of the folder of copies is refused. Players' lists are compressed.
  @Test func `nights in tasks with copies of files equal nights on one machine`() throws {
    try compare(nights: 2, "--copies", "--lists", "zst")
  }
}
