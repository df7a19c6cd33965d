import FindieBatch
import Foundation
import Testing

/// A file on the disk that is not what it was.
struct DamageTests {
  /// A pipeline that ran, whose `report` must be made again from `multiples` as they lie on disk.
  private func pipelineThatReadsMultiples() throws -> Pipeline {
    let pipeline = try Pipeline()
    try pipeline.run()
    pipeline.power = 3
    return pipeline
  }

  private let right = [60, 1000, 8000, 27000]

  @Test func `a removed artifact is made again`() throws {
    let pipeline = try pipelineThatReadsMultiples()
    try FileManager.default.removeItem(at: pipeline.artifact("multiples"))
    #expect(try pipeline.run()["multiples"] == 1)
    #expect(pipeline.reason("multiples") == "never made")
    #expect(try pipeline.numbers("report") == right)
  }

  @Test func `an emptied artifact is made again and called damaged`() throws {
    let pipeline = try pipelineThatReadsMultiples()
    try Data().write(to: pipeline.artifact("multiples"))
    #expect(try pipeline.run()["multiples"] == 1)
    #expect(pipeline.reason("multiples") == "its artifact is damaged")
  }

  @Test func `an artifact that was cut off in its data is made again and called damaged`() throws {
    let pipeline = try pipelineThatReadsMultiples()
    let bytes = try Data(contentsOf: pipeline.artifact("multiples"))
    try bytes.dropLast(20).write(to: pipeline.artifact("multiples"))
    #expect(try pipeline.run()["multiples"] == 1)
    #expect(pipeline.reason("multiples") == "its artifact is damaged")
    #expect(try pipeline.numbers("report") == right)
  }

  @Test func `each flipped bit of an artifact is found`() throws {
    let pipeline = try Pipeline()
    try pipeline.run()
    let file = pipeline.artifact("multiples")
    let bytes = [UInt8](try Data(contentsOf: file))
    for place in bytes.indices {
      var flipped = bytes
      flipped[place] ^= 1 << (place % 8)
      try Data(flipped).write(to: file)
      #expect(throws: ArtifactDamage.self, "byte \(place)") { try ArtifactReader(file) }
    }
  }

  @Test func `an artifact cut off anywhere is damaged and nothing worse`() throws {
    let pipeline = try Pipeline()
    try pipeline.run()
    let file = pipeline.artifact("multiples")
    let bytes = try Data(contentsOf: file)
    for count in bytes.indices {
      try bytes.prefix(count).write(to: file)
      #expect(throws: ArtifactDamage.self) { try ArtifactReader(file) }
    }
  }

  @Test func `a flipped bit in a stage with an effect is found without a reader`() throws {
    let pipeline = try Pipeline()
    try pipeline.run()
    var bytes = try Data(contentsOf: pipeline.artifact("report"))
    bytes[bytes.count - 20] ^= 1
    try bytes.write(to: pipeline.artifact("report"))
    #expect(try pipeline.run()["report"] == 1)
    #expect(pipeline.reason("report")?.contains("its data does not match its checksum") == true)
  }

  @Test func `a flipped bit in data that nothing reads tonight is found all the same`() throws {
    let pipeline = try Pipeline()
    try pipeline.run()
    var bytes = try Data(contentsOf: pipeline.artifact("multiples"))
    bytes[bytes.count - 20] ^= 1
    try bytes.write(to: pipeline.artifact("multiples"))
    #expect(try pipeline.plan().verdicts["multiples"] == .run)
    #expect(try pipeline.run() == ["source": 1, "multiples": 1])
    #expect(
      pipeline.reason("multiples")
        == "its artifact is damaged: its data does not match its checksum")
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
      Issue.record("it was taken")
    } catch {
      #expect("\(error)".contains("findie 9.1 made it. Install that version"))
      #expect("\(error)".contains(pipeline.artifact("numbers").path))
    }
    #expect(try Data(contentsOf: pipeline.artifact("numbers")) == before)
  }

  @Test func `a flipped format is damage and no newer artifact`() throws {
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
