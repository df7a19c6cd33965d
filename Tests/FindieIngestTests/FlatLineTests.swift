import FindieDomain
import FindieHistory
import FindieIngest
import FindieTestSupport
import Testing

/// Usual lines are read by a faster parser than all others. An unknown key with an escape makes a
/// line unusual and changes nothing else, so both parsers must agree with and without it.
struct FlatLineTests {
  @Test(arguments: 0..<20)
  func `both parsers agree about lines with random changes`(seed: Int) throws {
    var generator = SeededGenerator(seed: UInt64(seed))
    var accepted = 0
    for collection in EventCollection.allCases {
      var decoder = EventDecoder(
        collection, limits: IngestLimits(), latest: now)
      let lines = Self.lines(of: collection)
      for _ in 0..<4_000 {
        var line = lines.randomElement(using: &generator) ?? []
        for _ in 0..<Int.random(in: 0...3, using: &generator) {
          Self.change(&line, &generator)
        }
        guard let unusual = Self.withEscape(line) else { continue }
        let outcome = decoder.outcome(of: line, collection)
        if case .success = outcome { accepted += 1 }
        try #require(
          outcome == decoder.outcome(of: unusual, collection),
          "\(String(decoding: line, as: UTF8.self))")
      }
    }
    #expect(accepted > 1_000)
  }

  private static func lines(of collection: EventCollection) -> [[UInt8]] {
    let lines =
      switch collection {
      case .interactions:
        [
          #"{"id":"i1","userId":"u1","gameId":"g1","action":"like","timestamp":1756720800}"#,
          #"{"id":"i1","userId":"u1","gameId":"g1","action":"superLike","#
            + #""timestamp":"2025-09-01T10:00:00.250Z","sessionId":"s1","cardPosition":4,"#
            + #""viewDuration":2.5,"userGenrePreferences":["rpg","x"],"gameGenres":["indie"],"#
            + #""gameTags":[]}"#,
          #" { "id" : "ä" , "x" : true, "y" : null, "userId" : "u" , "action" : "skip" , "#
            + #""gameId" : "g" , "timestamp" : 1756720800000 , "gameTags" : [ "a" , "" , "ö" ] } "#,
        ]
      case .analytics:
        [
          #"{"eventId":"e1","gameId":"g1","developerId":"d1","eventType":"externalLinkClick","#
            + #""timestamp":1756720800,"anonymousUserId":"h1","userGenrePreferences":["rpg"],"#
            + #""sessionId":"s1","deviceType":"iPad","appVersion":"1.2","shop":"steam","#
            + #""surface":"feed","listId":"l1","campaign":"c1","country":"fr"}"#,
          #"{"id":"outer","data":{"eventId":"inner","gameId":"g","eventType":"gameView","#
            + #""timestamp":1756720800,"anonymousUserId":"h"}}"#,
        ]
      }
    return lines.map { Array($0.utf8) }
  }

  /// Replaces, removes, inserts or repeats some bytes.
  private static func change(_ line: inout [UInt8], _ generator: inout SeededGenerator) {
    guard let index = line.indices.randomElement(using: &generator) else { return }
    let end = min(line.count, index + Int.random(in: 1...12, using: &generator))
    let piece: [UInt8] =
      pieces.randomElement(using: &generator).map { Array($0.utf8) } ?? [0xC2, 0x80]
    switch Int.random(in: 0..<5, using: &generator) {
    case 0: line[index] = UInt8.random(in: .min ... .max, using: &generator)
    case 1: line.removeSubrange(index..<end)
    case 2: line.insert(contentsOf: piece, at: index)
    case 3: line.replaceSubrange(index..<end, with: piece)
    default: line.insert(contentsOf: line[index..<end], at: index)
    }
    // A line ends at its newline.
    line.removeAll { $0 == 0x0A }
  }

  private static let pieces = [
    "{", "}", "[", "]", ",", ":", "\"", "\\", " ", "\t", "null", "true", "false", "-0", "1e9",
    "1.5",
    "18446744073709551615", "1e999", "01",
    "0.1000000000000000055511151231257827", "123456789012345678901234567890e-20", "-1.5", "00.5",
    "1.", ".5", "-", "123456789.123456", "0.000000000000001", "999999999999999999", "1 2", "\"x\"y",
    ".", "\u{1}",
    "\u{7F}", "\u{80}", "ä", "[[]]", "{}", "}{",
    ",\"id\":\"i2\"", ",\"id\":null", ",\"gameTags\":[1]", ",\"gameTags\":null", "\"timestamp\":",
    ",\"x\":\"y\"", ",\"x\":[\"y\"]", ",\"x\":{}", String(repeating: "a", count: 300),
  ]

  /// The line with an unknown key whose name has an escape; nil if the key would change an empty
  /// object.
  private static func withEscape(_ line: [UInt8]) -> [UInt8]? {
    guard let start = line.firstIndex(of: UInt8(ascii: "{")) else { return nil }
    let rest = line[(start + 1)...]
    guard rest.first(where: { ![0x20, 0x09, 0x0D].contains($0) }) == UInt8(ascii: "\"") else {
      return nil
    }
    return line[...start] + Array(#""\u007a\u007a":0,"#.utf8) + rest
  }
}

/// The outcome of a line.
private enum LineOutcome: Equatable {
  case success([[UInt8]], [Int64], LineShape)
  case ignored(LineShape)
  case fault(LineFault)
}

extension EventDecoder {
  fileprivate mutating func outcome(
    of line: [UInt8], _ collection: EventCollection
  ) -> LineOutcome {
    let buffer = line + [UInt8](repeating: 0x22, count: 64)
    var batch = EventBatch(collection)
    do throws(LineFault) {
      switch try decode(buffer.span, 0..<line.count, offset: 0, into: &batch) {
      case .ignored(let shape): return .ignored(shape)
      case .event(let shape):
        let texts = batch.collection.textColumns.indices.map { Array(batch.text($0, 0).utf8) }
        // The batch has its row until it is emptied.
        let numbers = batch.collection.numberColumns.indices.map {
          unsafe Int64(batch.numbers[$0][0].bitPattern)
        }
        return unsafe .success(
          [Array(batch.id(0).utf8), [batch.kinds[0]]] + texts,
          [batch.milliseconds[0]] + numbers, shape)
      }
    } catch {
      return .fault(error)
    }
  }
}
