import FindieAnalytics
import FindieDomain

/// A JSON object on one line, written straight to bytes: most of a studio's document is such lines.
///
/// ```swift
/// var line = JSONLine()
/// line.add("likes", 12)
/// line.json.inline   // {"likes":12}
/// ```
struct JSONLine {
  private var bytes: [UInt8] = [UInt8(ascii: "{")]
  private var isFirst = true

  init() {
    bytes.reserveCapacity(1024)
  }

  private mutating func key(_ key: String) {
    if !isFirst { bytes.append(UInt8(ascii: ",")) }
    isFirst = false
    bytes.append(UInt8(ascii: "\""))
    bytes.append(contentsOf: key.utf8)
    bytes.append(UInt8(ascii: "\""))
    bytes.append(UInt8(ascii: ":"))
  }

  mutating func add(_ key: String, _ count: Int) {
    self.key(key)
    Digits.append(count, to: &bytes)
  }

  /// A number to some decimals, in the digits of a `Figure`.
  mutating func add(_ key: String, _ number: Double, places: Int) {
    self.key(key)
    Digits.append(number, places: places, to: &bytes)
  }

  mutating func add(_ key: String, _ bool: Bool) {
    self.key(key)
    bytes.append(contentsOf: (bool ? "true" : "false").utf8)
  }

  /// Text of any kind.
  mutating func add(_ key: String, _ text: String) {
    self.key(key)
    JSONValue.append(text, to: &bytes)
  }

  mutating func addNull(_ key: String) {
    self.key(key)
    bytes.append(contentsOf: "null".utf8)
  }

  mutating func add(_ key: String, _ counts: some Sequence<Int>) {
    list(key, counts) { Digits.append($0, to: &$1) }
  }

  /// Names of ours, which need no escaping.
  mutating func add(_ key: String, names: some Sequence<String>) {
    list(key, names) { name, bytes in
      bytes.append(UInt8(ascii: "\""))
      bytes.append(contentsOf: name.utf8)
      bytes.append(UInt8(ascii: "\""))
    }
  }

  mutating func add(_ key: String, lines: some Sequence<JSONLine>) {
    list(key, lines) { line, bytes in
      bytes.append(contentsOf: line.bytes)
      bytes.append(UInt8(ascii: "}"))
    }
  }

  mutating func list<Element>(
    _ key: String, _ elements: some Sequence<Element>, _ write: (Element, inout [UInt8]) -> Void
  ) {
    self.key(key)
    bytes.append(UInt8(ascii: "["))
    var isFirst = true
    for element in elements {
      if !isFirst { bytes.append(UInt8(ascii: ",")) }
      isFirst = false
      write(element, &bytes)
    }
    bytes.append(UInt8(ascii: "]"))
  }

  /// A value, which `write` writes.
  mutating func value(_ key: String, _ write: (inout [UInt8]) -> Void) {
    self.key(key)
    write(&bytes)
  }

  /// An object within, which `write` fills.
  mutating func add(_ key: String, _ write: (inout JSONLine) -> Void) {
    self.key(key)
    bytes.append(UInt8(ascii: "{"))
    isFirst = true
    write(&self)
    bytes.append(UInt8(ascii: "}"))
    isFirst = false
  }

  /// The line as a part of a document.
  var json: JSONValue { .written(bytes + [UInt8(ascii: "}")]) }
}

extension PlayerCount {
  /// A number or `"withheld"`.
  func append(to bytes: inout [UInt8]) {
    switch self {
    case .exactly(let count): Digits.append(count, to: &bytes)
    case .withheld: bytes.append(contentsOf: "\"withheld\"".utf8)
    }
  }
}
