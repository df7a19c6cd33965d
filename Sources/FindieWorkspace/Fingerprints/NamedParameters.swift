/// Parameters of different types by name, so that a plan can name the one that changed:
///
/// ```swift
/// let parameters: NamedParameters = ["als": night.als, "ease": night.ease]
/// Stage("factors", from: matrix, parameters: parameters)
/// ```
package struct NamedParameters: Encodable, ExpressibleByDictionaryLiteral {
  private let values: [(name: String, value: any Encodable)]

  package init(dictionaryLiteral elements: (String, any Encodable)...) {
    values = elements.map { (name: $0.0, value: $0.1) }
  }

  private init(values: [(name: String, value: any Encodable)]) { self.values = values }

  /// These and others.
  package func with(_ others: NamedParameters) -> NamedParameters {
    NamedParameters(values: values + others.values)
  }

  package func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: Name.self)
    for (name, value) in values {
      try container.encode(value, forKey: Name(stringValue: name))
    }
  }

  private struct Name: CodingKey {
    let stringValue: String
    var intValue: Int? { nil }

    init(stringValue: String) { self.stringValue = stringValue }
    init?(intValue: Int) { nil }
  }
}
