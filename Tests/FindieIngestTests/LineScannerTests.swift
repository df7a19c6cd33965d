import CLineScanner
import FindieDomain
import FindieHistory
import FindieIngest
import FindieTestSupport
import Testing

struct LineScannerTests {
  let lines: TemporaryLines

  init() throws { lines = try TemporaryLines() }

  @Test(arguments: EventCollection.allCases)
  func `usual lines of any form are taken after one of them, as the decoder reads them`(
    collection: EventCollection
  ) throws {
    var maker = EventLineMaker(seed: 11, collection)
    var taken: [[UInt8]] = []
    var rows: [ScannedRow] = []
    for _ in 0..<300 {
      let form = maker.form()
      let template = try #require(TemporaryLines.template(of: maker.line(form), collection))
      for _ in 0..<4 {
        let line = Array(maker.line(form).utf8)
        let row = TemporaryLines.scanned(line, form.lineEnd, by: template, collection)
        rows.append(try #require(row, "\(String(decoding: line, as: UTF8.self))"))
        taken.append(line)
      }
    }
    #expect(try lines.decoded(taken, collection) == rows)
  }

  @Test(arguments: EventCollection.allCases)
  func `what the scanner takes of odd values, the decoder reads the same`(
    collection: EventCollection
  ) throws {
    var maker = EventLineMaker(seed: 12, collection)
    var taken: [[UInt8]] = []
    var rows: [ScannedRow] = []
    var tried = 0
    for _ in 0..<60 {
      let form = maker.form()
      let template = try #require(TemporaryLines.template(of: maker.line(form), collection))
      for value in EventLineMaker.oddValues {
        let key = maker.pick(form.keys)
        let line = Array(maker.line(form, odd: (key, value)).utf8)
        tried += 1
        guard let row = TemporaryLines.scanned(line, form.lineEnd, by: template, collection) else {
          continue
        }
        taken.append(line)
        rows.append(row)
      }
    }
    try expectSame(taken, rows, collection)
    // About a quarter are taken: neither none nor all.
    #expect(taken.count > tried / 8 && taken.count < tried * 3 / 4, "\(taken.count) of \(tried)")
  }

  @Test(arguments: EventCollection.allCases)
  func `what the scanner takes of damaged lines, the decoder reads the same`(
    collection: EventCollection
  ) throws {
    var maker = EventLineMaker(seed: 13, collection)
    var taken: [[UInt8]] = []
    var rows: [ScannedRow] = []
    var tried = 0
    for _ in 0..<200 {
      let form = maker.form()
      let template = try #require(TemporaryLines.template(of: maker.line(form), collection))
      for _ in 0..<100 {
        let line = damaged(Array(maker.line(form).utf8), &maker)
        guard !line.contains(0x0A) else { continue }
        tried += 1
        guard let row = TemporaryLines.scanned(line, form.lineEnd, by: template, collection) else {
          continue
        }
        taken.append(line)
        rows.append(row)
      }
    }
    try expectSame(taken, rows, collection)
    #expect(taken.count > tried / 10 && taken.count < tried * 9 / 10, "\(taken.count) of \(tried)")
  }

  @Test(arguments: EventCollection.allCases)
  func `lines learned from odd lines that the decoder takes are read the same`(
    collection: EventCollection
  ) throws {
    var maker = EventLineMaker(seed: 14, collection)
    var learned: [(line: String, form: EventLineMaker.Form)] = []
    for _ in 0..<40 {
      for value in EventLineMaker.oddValues {
        let form = maker.form()
        learned.append((maker.line(form, odd: (maker.pick(form.keys), value)), form))
      }
    }
    learned.removeAll { $0.line.utf8.contains(0x0A) }
    let accepted = try lines.decoded(learned.map { Array($0.line.utf8) }, collection)
    var taken: [[UInt8]] = []
    var rows: [ScannedRow] = []
    for (place, row) in accepted.enumerated() where row != nil {
      guard let template = TemporaryLines.template(of: learned[place].line, collection) else {
        continue
      }
      for line in [learned[place].line, maker.line(learned[place].form)].map({ Array($0.utf8) }) {
        guard let row = TemporaryLines.scanned(line, by: template, collection) else { continue }
        taken.append(line)
        rows.append(row)
      }
    }
    try expectSame(taken, rows, collection)
    #expect(taken.count > accepted.count / 4, "\(taken.count) of \(accepted.count)")
  }

  @Test func `hostile lines are never taken but as the decoder reads them`() throws {
    let hostile = try TemporaryLines.hostile()
    let accepted = try lines.decoded(hostile, .interactions)
    var learned = 0
    for (place, row) in accepted.enumerated() where row != nil {
      let text = String(decoding: hostile[place], as: UTF8.self)
      guard let template = TemporaryLines.template(of: text, .interactions) else { continue }
      learned += 1
      for (other, line) in hostile.enumerated() {
        let scanned = TemporaryLines.scanned(line, by: template, .interactions)
        if scanned != nil { #expect(scanned == accepted[other], "line \(other + 1)") }
      }
    }
    #expect(learned > 30)
  }

  @Test(
    .enabled(if: findie_scan_has(FINDIE_SCAN_AVX2)), arguments: EventCollection.allCases)
  func `wide loads and plain words take the same lines`(collection: EventCollection) throws {
    var maker = EventLineMaker(seed: 15, collection)
    var taken = 0
    for _ in 0..<100 {
      let form = maker.form()
      let template = try #require(TemporaryLines.template(of: maker.line(form), collection))
      for turn in 0..<100 {
        let odd = (maker.pick(form.keys), maker.pick(EventLineMaker.oddValues))
        var line = Array(maker.line(form, odd: turn % 2 == 0 ? odd : nil).utf8)
        if turn % 3 == 0 { line = damaged(line, &maker) }
        let wide = TemporaryLines.scanned(
          line, form.lineEnd, by: template, collection, with: FINDIE_SCAN_AVX2)
        let plain = TemporaryLines.scanned(
          line, form.lineEnd, by: template, collection, with: FINDIE_SCAN_PORTABLE)
        #expect(wide == plain, "\(String(decoding: line, as: UTF8.self))")
        if wide != nil { taken += 1 }
      }
    }
    #expect(taken > 2000)
  }

  private func expectSame(
    _ taken: [[UInt8]], _ rows: [ScannedRow], _ collection: EventCollection
  ) throws {
    for (place, row) in try lines.decoded(taken, collection).enumerated() where row != rows[place] {
      Issue.record(
        """
        \(String(decoding: taken[place], as: UTF8.self))
        scanned: \(rows[place])
        decoded: \(row.map { "\($0)" } ?? "rejected")
        """)
    }
  }

  /// A line with one to three bytes flipped, cut, put in or taken out.
  private func damaged(_ line: [UInt8], _ maker: inout EventLineMaker) -> [UInt8] {
    let pieces: [[UInt8]] = [
      [0x22], [0x5C], [0x7B], [0x7D], [0x5B], [0x5D], [0x2C], [0x3A], [0x20], [0x09], [0x0D],
      [0x00],
      [0x7F], [0x80], [0xC2, 0x85], [0xC3, 0xA9], [0xE3, 0x83, 0x9F], [0xED, 0xA0, 0x80], [0xFF],
      [0x30], [0x39], [0x2E], [0x65], [0x2D], [0x61], [0xEF, 0xBB, 0xBF],
    ]
    var line = line
    for _ in 0..<maker.pick([1, 1, 2, 3]) where !line.isEmpty {
      let place = Int.random(in: 0..<line.count, using: &maker.generator)
      switch Int.random(in: 0..<7, using: &maker.generator) {
      case 0: line[place] ^= UInt8(1) << UInt8.random(in: 0..<8, using: &maker.generator)
      case 1: line.remove(at: place)
      case 2: line.insert(contentsOf: maker.pick(pieces), at: place)
      case 3: line.replaceSubrange(place...place, with: maker.pick(pieces))
      case 4: line.swapAt(place, Int.random(in: 0..<line.count, using: &maker.generator))
      case 5: line.append(contentsOf: maker.pick(pieces))
      default: if maker.pick([false, false, false, true]) { line.removeSubrange(place...) }
      }
    }
    return line
  }
}
