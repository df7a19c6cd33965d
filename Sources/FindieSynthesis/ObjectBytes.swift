/// Builds one JSON object field by field; absent values leave no field.
struct ObjectBytes {
  private var bytes = [UInt8(ascii: "{")]

  mutating func add(_ key: String, _ value: String?) {
    guard let value else { return }
    begin(key)
    bytes.appendJSON(value)
  }

  mutating func add(_ key: String, _ values: [String]) {
    begin(key)
    bytes.appendJSON(values)
  }

  mutating func add(_ key: String, _ value: Bool) {
    begin(key)
    bytes.append(value ? "true" : "false")
  }

  mutating func add(_ key: String, _ value: Int) {
    begin(key)
    bytes.append(value.description)
  }

  /// A number that is already in JSON's form.
  mutating func add(_ key: String, number: String?) {
    guard let number else { return }
    begin(key)
    bytes.append(number)
  }

  mutating func add(_ key: String, objects: [ObjectBytes]) {
    begin(key)
    bytes.append(UInt8(ascii: "["))
    for (index, object) in objects.enumerated() {
      if index > 0 { bytes.append(UInt8(ascii: ",")) }
      bytes.append(contentsOf: object.bytes)
      bytes.append(UInt8(ascii: "}"))
    }
    bytes.append(UInt8(ascii: "]"))
  }

  /// The whole object and a newline.
  func line() -> [UInt8] {
    bytes + [UInt8(ascii: "}"), UInt8(ascii: "\n")]
  }

  private mutating func begin(_ key: String) {
    if bytes.count > 1 { bytes.append(UInt8(ascii: ",")) }
    bytes.appendJSON(key)
    bytes.append(UInt8(ascii: ":"))
  }
}
