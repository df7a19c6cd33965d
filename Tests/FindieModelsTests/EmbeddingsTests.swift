import FindieDomain
import FindieModels
import FindieModelsTestSupport
import FindieTestSupport
import Testing

/// Games' vectors, compared with their definition in Double.
struct EmbeddingsTests {
  private func catalogue(_ vectors: [GameVector]) -> Catalogue {
    Catalogue(
      games: (0..<12).map { game(numbered("g", $0)) }, developers: [], tags: [], packedUsers: [],
      packedWishlists: [], packedVectors: PackedRecords(vectors), annotations: [], promotions: [])
  }

  @Test(arguments: [1, 2, 3] as [UInt64])
  func `vectors are directions from the mean direction`(seed: UInt64) throws {
    var generator = SeededGenerator(seed: seed)
    let given = (0..<9).map { _ in
      (0..<4).map { _ in Float.random(in: -5...9, using: &generator) }
    }
    // Games 3 to 11, and one that is not in the catalogue.
    let vectors =
      given.enumerated().map { GameVector(gameId: numbered("g", $0 + 3), $1) }
      + [GameVector(gameId: "x", [9, 9, 9, 9])]
    let found = try #require(Embeddings(catalogue(vectors))).vectors
    func unit(_ row: [Double]) -> [Double] {
      row.map { $0 / dot(row, row).squareRoot() }
    }
    let units = given.map { unit($0.map { Double($0) }) }
    let mean = (0..<4).map { column in units.reduce(0) { $0 + $1[column] } / 9 }
    for row in 0..<12 {
      let expected =
        row < 3 ? [0, 0, 0, 0] : unit(zip(units[row - 3], mean).map { $0 - $1 })
      #expect(zip(found.doubles(row), expected).allSatisfy { abs($0 - $1) < 1e-6 })
    }
  }

  @Test func `vectors of another length than most do not count`() throws {
    let found = try #require(
      Embeddings(
        catalogue([
          GameVector(gameId: numbered("g", 0), [1, 0]),
          GameVector(gameId: numbered("g", 1), [0, 1]),
          GameVector(gameId: numbered("g", 2), [1, 1, 1]),
        ]))
    ).vectors
    #expect(found.columns == 2)
    #expect(found.doubles(2) == [0, 0])
    #expect(abs(dot(found.doubles(0), found.doubles(1)) + 1) < 1e-6)
  }

  @Test func `a catalogue whose vectors name no game has none, and equal vectors say nothing`()
    throws
  {
    #expect(Embeddings(catalogue([])) == nil)
    #expect(Embeddings(catalogue([GameVector(gameId: "x", [1])])) == nil)
    let equal = (0..<4).map { GameVector(gameId: numbered("g", $0), [0.1, 0.7]) }
    #expect(
      try #require(Embeddings(catalogue(equal))).vectors.elements.allSatisfy { $0 == 0 })
  }

  @Test func `a vector's text is that of its bytes, of any length`() throws {
    // Python: base64.b64encode(struct.pack("<2f", 1, -0.5))
    #expect(
      PackedRecord(GameVector(gameId: "g", [1, -0.5])).record.vector == ModelVector([1, -0.5]))
    guard case .text("AACAPwAAAL8=") = ModelVector([1, -0.5]).fieldValue else {
      Issue.record("another text")
      return
    }
    for length in 0...50 {
      let vector = GameVector(gameId: "g", (0..<length).map { Float($0) / 7 })
      #expect(PackedRecord(vector).length == length && PackedRecord(vector).record == vector)
    }
    #expect(ModelVector(fieldValue: .text("AACAPw=")) == nil)
    #expect(ModelVector(fieldValue: .text("AACA")) == nil)
  }
}
