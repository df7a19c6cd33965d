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

  @Test func `no flipped bit of an artifact reaches what is made from it`() throws {
    let pipeline = try Pipeline()
    try pipeline.run()
    let file = pipeline.artifact("multiples")
    let bytes = [UInt8](try Data(contentsOf: file))
    var unnoticed: [Int] = []
    for place in bytes.indices {
      var flipped = bytes
      flipped[place] ^= 1 << (place % 3)
      try Data(flipped).write(to: file)
      do {
        let values: [Int] = try ArtifactReader(file).numbers("values")
        if values != [10, 20, 30] { unnoticed.append(place) }
      } catch is ArtifactDamage {}
    }
    #expect(unnoticed == [])
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
}
