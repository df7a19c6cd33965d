/// A number that some answers write as text: `"required_age": "17"`.
struct NumberOrText: Decodable, Hashable, Sendable {
  let text: String

  init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    do {
      text = String(try container.decode(Int64.self))
    } catch {
      text = try container.decode(String.self)
    }
  }
}

/// The elements of an array that can be decoded. Others are skipped: one odd screenshot does not make a
/// game's answer unusable.
struct LenientArray<Element: Decodable & Sendable>: Decodable, Sendable {
  let elements: [Element]

  private struct Skipped: Decodable {}

  init(from decoder: any Decoder) throws {
    var container = try decoder.unkeyedContainer()
    var elements: [Element] = []
    while !container.isAtEnd {
      do {
        elements.append(try container.decode(Element.self))
      } catch {
        _ = try container.decode(Skipped.self)
      }
    }
    self.elements = elements
  }
}
