/// A JSON object on one line, written straight to bytes: the fast path for large documents.
///
/// Keys need no escaping.
///
/// ```swift
/// var line = JSONLine()
/// line.add("likes", 12)
/// line.add("rate") { $0.add("estimate", 0.25, places: 4) }
/// line.bytes   // {"likes":12,"rate":{"estimate":0.25}}
/// ```
package struct JSONLine: Sendable {
  private var open: [UInt8] = [UInt8(ascii: "{")]
  private var isFirst = true

  package init() {
    open.reserveCapacity(1024)
  }

  /// The whole object, UTF-8 without a line end.
  package var bytes: [UInt8] { open + [UInt8(ascii: "}")] }

  /// The object as a part of a document.
  package var value: JSONValue { .written(bytes) }

  package mutating func add(_ key: String, _ integer: Int) {
    addValue(key) { $0.append(integer) }
  }

  /// A number with at most `places` decimals.
  package mutating func add(_ key: String, _ number: Double, places: Int) {
    addValue(key) { $0.append(number, places: places) }
  }

  /// A number with six significant digits.
  ///
  /// - Precondition: it is finite.
  package mutating func add(_ key: String, sixDigits number: Double) {
    addValue(key) { $0.append(sixDigitsOf: number) }
  }

  package mutating func add(_ key: String, _ bool: Bool) {
    addValue(key) { $0.append(contentsOf: (bool ? "true" : "false").utf8) }
  }

  package mutating func add(_ key: String, _ text: String) {
    addValue(key) { $0.append(json: text) }
  }

  package mutating func addNull(_ key: String) {
    addValue(key) { $0.append(contentsOf: "null".utf8) }
  }

  /// Reports write millions of integers, so this is not generic.
  package mutating func add(_ key: String, _ integers: [Int]) {
    addValue(key) { bytes in
      bytes.append(UInt8(ascii: "["))
      for (index, integer) in integers.enumerated() {
        if index > 0 { bytes.append(UInt8(ascii: ",")) }
        bytes.append(integer)
      }
      bytes.append(UInt8(ascii: "]"))
    }
  }

  @inlinable
  package mutating func add(_ key: String, _ texts: some Sequence<String>) {
    add(key, each: texts) { $1.append(json: $0) }
  }

  @inlinable
  package mutating func add(_ key: String, _ lines: some Sequence<JSONLine>) {
    add(key, each: lines) { $1.append(contentsOf: $0.bytes) }
  }

  /// An array whose elements `write` appends.
  @inlinable
  package mutating func add<Element>(
    _ key: String, each elements: some Sequence<Element>,
    _ write: (Element, inout [UInt8]) -> Void
  ) {
    addValue(key) { bytes in
      bytes.append(UInt8(ascii: "["))
      var isFirst = true
      for element in elements {
        if !isFirst { bytes.append(UInt8(ascii: ",")) }
        isFirst = false
        write(element, &bytes)
      }
      bytes.append(UInt8(ascii: "]"))
    }
  }

  /// An object whose members `write` adds.
  package mutating func add(_ key: String, _ write: (inout JSONLine) -> Void) {
    addValue(key) { _ in }
    isFirst = true
    addObject(write)
  }

  /// An array of objects, whose members `write` adds.
  @inlinable
  package mutating func add<Element>(
    _ key: String, objects elements: some Sequence<Element>,
    _ write: (inout JSONLine, Element) -> Void
  ) {
    beginArray(key)
    for element in elements { addObject { write(&$0, element) } }
    endArray()
  }

  @usableFromInline
  mutating func beginArray(_ key: String) {
    addValue(key) { $0.append(UInt8(ascii: "[")) }
    isFirst = true
  }

  @usableFromInline
  mutating func endArray() {
    open.append(UInt8(ascii: "]"))
    isFirst = false
  }

  @usableFromInline
  mutating func addObject(_ write: (inout JSONLine) -> Void) {
    if !isFirst { open.append(UInt8(ascii: ",")) }
    open.append(UInt8(ascii: "{"))
    isFirst = true
    write(&self)
    open.append(UInt8(ascii: "}"))
    isFirst = false
  }

  /// A value that `write` appends.
  package mutating func addValue(_ key: String, _ write: (inout [UInt8]) -> Void) {
    if !isFirst { open.append(UInt8(ascii: ",")) }
    isFirst = false
    open.append(UInt8(ascii: "\""))
    open.append(contentsOf: key.utf8)
    open.append(UInt8(ascii: "\""))
    open.append(UInt8(ascii: ":"))
    write(&open)
  }
}
