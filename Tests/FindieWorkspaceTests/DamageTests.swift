import FindieWorkspace
import Foundation
import Testing

/// Damaged artifact files.
struct DamageTests {
  /// A pipeline that ran, and whose `report` must be rebuilt from the stored `multiples`.
  private func pipelineThatReadsMultiples() throws -> Pipeline {
    let pipeline = try Pipeline()
    try pipeline.run()
    pipeline.power = 3
    return pipeline
  }

  private let right = [60, 1000, 8000, 27000]

  @Test func `a removed artifact is rebuilt`() throws {
    let pipeline = try pipelineThatReadsMultiples()
    try FileManager.default.removeItem(at: pipeline.artifact("multiples"))
    #expect(try pipeline.run()["multiples"] == 1)
    #expect(pipeline.reason("multiples") == "never built")
    #expect(try pipeline.numbers("report") == right)
  }

  @Test func `an emptied artifact is rebuilt and reported as damaged`() throws {
    let pipeline = try pipelineThatReadsMultiples()
    try Data().write(to: pipeline.artifact("multiples"))
    #expect(try pipeline.run()["multiples"] == 1)
    #expect(pipeline.reason("multiples") == "its artifact is damaged")
  }

  @Test func `an artifact with truncated data is rebuilt and reported as damaged`() throws {
    let pipeline = try pipelineThatReadsMultiples()
    let bytes = try Data(contentsOf: pipeline.artifact("multiples"))
    try bytes.dropLast(20).write(to: pipeline.artifact("multiples"))
    #expect(try pipeline.run()["multiples"] == 1)
    #expect(pipeline.reason("multiples") == "its artifact is damaged")
    #expect(try pipeline.numbers("report") == right)
  }

  @Test func `each flipped bit of an artifact is detected`() throws {
    let pipeline = try Pipeline()
    try pipeline.run()
    let file = pipeline.artifact("multiples")
    let bytes = [UInt8](try Data(contentsOf: file))
    for index in bytes.indices {
      var flipped = bytes
      flipped[index] ^= 1 << (index % 8)
      try Data(flipped).write(to: file)
      #expect(throws: ArtifactDamage.self, "byte \(index)") { try ArtifactReader(file) }
    }
  }

  @Test func `an artifact truncated anywhere is damaged`() throws {
    let pipeline = try Pipeline()
    try pipeline.run()
    let file = pipeline.artifact("multiples")
    let bytes = try Data(contentsOf: file)
    for count in bytes.indices {
      try bytes.prefix(count).write(to: file)
      #expect(throws: ArtifactDamage.self) { try ArtifactReader(file) }
    }
  }

  @Test func `a flipped bit in a stage with an effect is detected without a reader`() throws {
    let pipeline = try Pipeline()
    try pipeline.run()
    var bytes = try Data(contentsOf: pipeline.artifact("report"))
    bytes[bytes.count - 20] ^= 1
    try bytes.write(to: pipeline.artifact("report"))
    #expect(try pipeline.run()["report"] == 1)
    #expect(pipeline.reason("report")?.contains("the data does not match its checksum") == true)
  }

  @Test func `a flipped bit in data that no stage reads in this run is detected`() throws {
    let pipeline = try Pipeline()
    try pipeline.run()
    var bytes = try Data(contentsOf: pipeline.artifact("multiples"))
    bytes[bytes.count - 20] ^= 1
    try bytes.write(to: pipeline.artifact("multiples"))
    #expect(try pipeline.plan().verdicts["multiples"] == .run)
    #expect(try pipeline.run() == ["source": 1, "multiples": 1])
    #expect(
      pipeline.reason("multiples")
        == "its artifact is damaged: the data does not match its checksum")
    #expect(try pipeline.run() == ["source": 1])
  }

  @Test func `an artifact of a newer format is refused with the version to install`() throws {
    let pipeline = try Pipeline()
    pipeline.program = "findie 9.1"
    let new = Stage<NumbersInFormat2>("numbers", parameters: [Int]()) { _ in
      NumbersInFormat2(Numbers([2]))
    }
    try pipeline.run([new])
    let before = try Data(contentsOf: pipeline.artifact("numbers"))
    pipeline.program = "findie 8.0"
    let old = Stage<Numbers>("numbers", parameters: [Int]()) { _ in Numbers([1]) }
    do {
      try pipeline.run([old])
      Issue.record("it was accepted")
    } catch {
      #expect("\(error)".contains("It was written by findie 9.1. Install that version"))
      #expect("\(error)".contains(pipeline.artifact("numbers").path))
    }
    #expect(try Data(contentsOf: pipeline.artifact("numbers")) == before)
  }

  @Test func `a changed format number is damage, not a newer artifact`() throws {
    let pipeline = try Pipeline()
    try pipeline.run()
    let file = pipeline.artifact("multiples")
    let text = String(decoding: try Data(contentsOf: file), as: UTF8.self)
    #expect(text.contains(#""formatVersion":1"#))
    try Data(text.replacing(#""formatVersion":1"#, with: #""formatVersion":9"#).utf8)
      .write(to: file)
    #expect(try pipeline.run()["multiples"] == 1)
  }
}
