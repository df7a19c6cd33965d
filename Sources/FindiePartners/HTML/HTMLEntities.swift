import CXML

extension String {
  /// The text with each character reference of HTML replaced once: `&amp;`, `&#39;`, `&#x27;`.
  /// Steam escapes titles. What is no reference, or one of a control character, stays.
  package var decodingEntities: String {
    guard utf8.contains(UInt8(ascii: "&")) else { return self }
    let reference = /&(?:#([0-9]{1,7})|#[xX]([0-9A-Fa-f]{1,6})|([A-Za-z][A-Za-z0-9]{1,31}));/
    return replacing(reference) { match in
      let code =
        match.1.flatMap { UInt32($0) } ?? match.2.flatMap { UInt32($0, radix: 16) }
        ?? match.3.flatMap { name in
          // The table is constant.
          unsafe htmlEntityLookup(Array(name.utf8) + [0])?.pointee.value
        }
      guard let scalar = code.flatMap({ Unicode.Scalar($0) }),
        scalar.properties.generalCategory != .control
      else { return String(match.0) }
      return String(Character(scalar))
    }
  }
}
